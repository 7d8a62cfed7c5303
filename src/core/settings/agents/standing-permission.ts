import { digestJson } from '../../digest.js';
import { fail, ok, type Result } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { ToolDefinition } from '../../request/action/tool-definition.js';
import { agentActor, type AgentClient } from './agent-clients.js';
import type { AgentTool, StandingPermission } from './agent-tools.js';
import type { DeviceConfig, Route } from '../device-config.js';

export const permissionDays = 90;
export const permittedCallsPerHour = 300;

const dayMs = 86_400_000;
/** If a route gives a tool any other type of action, nobody can permit the tool in advance. */
const permittedTypes: readonly string[] = ['api_call', 'other'];

export function whyNotPermitted(
  { name, annotations = {} }: Pick<ToolDefinition, 'name' | 'annotations'>,
  bridge: string,
  routes: readonly Route[],
): string | null {
  if (annotations['readOnlyHint'] !== true || annotations['destructiveHint'] === true) {
    return 'The server doesn’t say that this tool only reads.';
  }
  const route = routes.find(
    (one) => one.bridge === bridge && one.tool === name && !permittedTypes.includes(one.actionType),
  );
  return route ? `A route uses this tool for ${route.actionType}.` : null;
}

export interface LookedAt {
  readonly tool: AgentTool;
  readonly server: string;
  readonly launch: string;
}

/** Lets clients call a tool without asking a person. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function givePermission(
  config: DeviceConfig,
  { tool, server, launch }: LookedAt,
  names: readonly string[],
  nowMs: number,
): Result<DeviceConfig> {
  const { name } = tool.shown;
  const { agentTools = [], agents = [], routes } = config;
  const offered = agentTools.find((one) => isSame(one, tool));
  if (!offered) {
    return fail(
      'input_invalid',
      `${name} of ${tool.bridge} isn’t offered to agents in its current form.`,
      'Look at the tools of that server, and choose it first.',
    );
  }
  const refused = whyNotPermitted(offered.shown, tool.bridge, routes);
  if (refused !== null) {
    return fail(
      'input_invalid',
      `${name} can’t be allowed. ${refused}`,
      'Each call waits for you.',
    );
  }
  const clients: string[] = [];
  for (const wanted of names) {
    const client = agents.find((one) => one.name === wanted);
    if (!client) {
      return fail('input_invalid', `There is no client “${wanted}”.`, 'See the list of clients.');
    }
    clients.push(client.tokenHash);
  }
  if (clients.length === 0) {
    return fail('input_invalid', 'No client was chosen.', 'Choose at least one.');
  }
  const allowed: StandingPermission = {
    ...{ server, launch, clients },
    given: new Date(nowMs).toISOString(),
    until: new Date(nowMs + permissionDays * dayMs).toISOString(),
  };
  const changed = agentTools.map((one) => (one === offered ? { ...offered, allowed } : one));
  return ok({ ...config, agentTools: changed });
}

export function endPermissions(
  config: DeviceConfig,
  bridge: string,
  names: readonly string[],
): DeviceConfig {
  const { agentTools = [] } = config;
  return {
    ...config,
    agentTools: agentTools.map((tool) => {
      const { allowed: _, ...asks } = tool;
      return tool.bridge === bridge && names.includes(tool.shown.name) ? asks : tool;
    }),
  };
}

export function clientsOf(
  { agents = [] }: Pick<DeviceConfig, 'agents'>,
  permission: StandingPermission,
): readonly string[] {
  return agents.flatMap(({ name, tokenHash }) =>
    permission.clients.includes(tokenHash) ? [name] : [],
  );
}

export function withoutPermissions(config: DeviceConfig): DeviceConfig {
  const { agentTools } = config;
  if (!agentTools) return config;
  return { ...config, agentTools: agentTools.map(({ allowed: _, ...asks }) => asks) };
}

export interface FoundPermission {
  readonly permission: StandingPermission;
  readonly client: AgentClient;
  readonly digest: string;
}

/** Returns a client's permission for a tool. The caller must check `until` and `server`. */
export function findPermission(
  { agents = [], agentTools = [] }: Pick<DeviceConfig, 'agents' | 'agentTools'>,
  tool: AgentTool,
  actor: string,
): FoundPermission | null {
  const client = agents.find(({ name }) => agentActor(name) === actor);
  const permission = agentTools.find((one) => isSame(one, tool))?.allowed;
  if (!client || client.paused || !permission?.clients.includes(client.tokenHash)) return null;
  return { permission, client, digest: permissionDigest(tool, permission) };
}

export function permissionDigest(
  { bridge, digest, shown }: AgentTool,
  permission: StandingPermission,
): string {
  return digestJson([bridge, shown.name, digest, permission as unknown as JsonObject]);
}

function isSame(one: AgentTool, other: AgentTool): boolean {
  return (
    one.bridge === other.bridge &&
    one.shown.name === other.shown.name &&
    one.digest === other.digest
  );
}
