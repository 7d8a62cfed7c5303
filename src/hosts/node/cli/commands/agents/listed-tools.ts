import { fail, type Result } from '../../../../../core/errors.js';
import type { ToolDefinition } from '../../../../../core/request/action/tool-definition.js';
import type { AgentTool } from '../../../../../core/settings/agents/agent-tools.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import type { Environment } from '../../../../desktop/device/device.js';
import type { VaultDevice } from '../../../runner/vault-device.js';
import { deviceBridges } from '../bridges/device-bridges.js';
import { plain, styled, type Terminal } from '../../terminal/terminal.js';

/** The tools of a server as they are now; fails where one of these names is none of them. */
export async function listTools(
  env: Environment,
  device: VaultDevice,
  alias: string,
  names: readonly string[] = [],
): Promise<Result<readonly OfferableTool[]>> {
  const bridges = deviceBridges(env, device, device.config.bridges);
  try {
    const listed = await bridges.inspectToOffer(alias);
    if (!listed.ok) return listed;
    const unknown = names.find((name) => !listed.value.some((tool) => tool.name === name));
    if (unknown === undefined) return listed;
    return fail(
      'usage',
      `${alias} has no tool ${plain(unknown)}.`,
      `It has: ${plain(listed.value.map(({ name }) => name).join(', '))}.`,
    );
  } finally {
    await bridges.close();
  }
}

/** One line for each tool, and below it what else there is to say. */
export function sayTools(
  terminal: Terminal,
  tools: readonly AgentTool[],
  more: (tool: AgentTool) => string | null = () => null,
): void {
  for (const tool of tools) {
    const { bridge, shown } = tool;
    const about = styled(terminal, 'dim', plain(firstLine(shown)));
    terminal.line(`    ${plain(`${bridge}.${shown.name}`)}  ${about}`);
    const said = more(tool);
    if (said !== null) terminal.line(`        ${plain(said)}`);
  }
}

/** How many tools, in words. */
export function countTools(length: number): string {
  return length === 1 ? '1 tool' : `${length} tools`;
}

function firstLine({ description = '' }: ToolDefinition): string {
  return description.split('\n')[0]?.slice(0, 80) ?? '';
}
