import { fail, ok, type Result } from '../../errors.js';
import type { DeviceConfig } from '../device-config.js';
import { offerOnly, type AgentTool, type StandingPermission } from './agent-tools.js';
import {
  clientsOf,
  endPermissions,
  givePermission,
  permissionDigest,
  type LookedAt,
} from './standing-permission.js';

export interface ToolChoice extends LookedAt {
  readonly isAllowed: boolean;
  readonly seen: StandingPermission | null;
}

/** Lets agents see exactly these tools of a server. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function chooseTools(
  config: DeviceConfig,
  bridge: string,
  choices: readonly ToolChoice[],
  clients: readonly string[],
  nowMs: number,
): Result<DeviceConfig> {
  if (choices.some((choice) => choice.isAllowed && isChanged(config, choice))) {
    return fail(
      'input_invalid',
      'What agents may call was changed while this window was open.',
      'Nothing was saved. Close it and open it again.',
    );
  }
  const tools = choices.map(({ tool }) => tool);
  const offered = offerOnly(config, bridge, tools);
  if (!offered.ok) return offered;
  const asking = choices.filter(({ isAllowed }) => !isAllowed);
  let now = endPermissions(
    offered.value,
    bridge,
    asking.map(({ tool }) => tool.shown.name),
  );
  for (const choice of choices) {
    if (!choice.isAllowed || isKept(now, choice, clients)) continue;
    const given = givePermission(now, choice, clients, nowMs);
    if (!given.ok) return given;
    now = given.value;
  }
  return ok(now);
}

function isChanged(config: DeviceConfig, { tool, seen }: ToolChoice): boolean {
  if (seen === null) return false;
  const allowed = allowedNow(config, tool);
  return !allowed || permissionDigest(tool, allowed) !== permissionDigest(tool, seen);
}

function isKept(
  config: DeviceConfig,
  { tool, seen }: ToolChoice,
  names: readonly string[],
): boolean {
  const allowed = seen && allowedNow(config, tool);
  if (!allowed) return false;
  const before = clientsOf(config, allowed);
  return before.length === names.length && before.every((name) => names.includes(name));
}

function allowedNow(
  { agentTools = [] }: DeviceConfig,
  tool: AgentTool,
): StandingPermission | undefined {
  return agentTools.find(
    ({ bridge, shown }) => bridge === tool.bridge && shown.name === tool.shown.name,
  )?.allowed;
}
