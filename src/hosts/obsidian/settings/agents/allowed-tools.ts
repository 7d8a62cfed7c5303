import type {
  AgentTool,
  StandingPermission,
} from '../../../../core/settings/agents/agent-tools.js';
import { clientsOf } from '../../../../core/settings/agents/standing-permission.js';
import { showInvisible } from '../../../../core/text/show-invisible.js';
import type { SettingsContext } from '../parts/settings-context.js';

export interface AllowedTool {
  readonly tool: AgentTool;
  readonly permission: StandingPermission;
  readonly clients: readonly string[];
}

export function allowedTools({
  config,
  executor,
}: Pick<SettingsContext, 'config' | 'executor'>): readonly AllowedTool[] {
  return (config?.agentTools ?? []).flatMap((tool) => {
    const { allowed: permission } = tool;
    if (!config || !permission) return [];
    const clients = clientsOf(config, permission);
    const ended = executor?.engine.permissionEnded(tool) ?? null;
    return ended !== null || clients.length === 0 ? [] : [{ tool, permission, clients }];
  });
}

/** Joins names for a sentence, such as `a, b and c`. */
export function inWords(names: readonly string[]): string {
  return showInvisible(new Intl.ListFormat('en-GB').format(names));
}
