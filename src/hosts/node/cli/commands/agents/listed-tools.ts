import { fail, type Result } from '../../../../../core/errors.js';
import type { AgentTool } from '../../../../../core/settings/agents/agent-tools.js';
import { sameNamedTools } from '../../../../../core/settings/agents/mirrored-name.js';
import type { OfferableTool } from '../../../../../mcp/client/bridges.js';
import type { Environment } from '../../../../desktop/device/device.js';
import type { VaultDevice } from '../../../runner/vault-device.js';
import { deviceBridges } from '../bridges/device-bridges.js';
import { plain, styled, type Terminal } from '../../terminal/terminal.js';

const mostOfLine = 80;

/** Asks a server for its tools. Fails if a tool in `names` is missing. */
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

interface SaidTools {
  readonly verb: 'tools' | 'offer';
  readonly isWhole: boolean;
  readonly more?: (tool: AgentTool) => string | null;
}

export function sayTools(
  terminal: Terminal,
  tools: readonly AgentTool[],
  { verb, isWhole, more = () => null }: SaidTools,
): void {
  for (const tool of tools) {
    const { bridge, shown } = tool;
    const { name, description = '', ...rest } = shown;
    const [first = '', ...lines] = description.trim().split('\n');
    const isCut = lines.length > 0 || first.length > mostOfLine;
    const beginning = isCut ? `${first.slice(0, mostOfLine).trimEnd()} …` : first;
    const about = styled(terminal, 'dim', plain(isWhole ? first : beginning));
    terminal.line(`    ${plain(`${bridge}.${name}`)}  ${about}`);
    const whole = [...lines, ...JSON.stringify(rest, null, 2).split('\n')];
    for (const line of isWhole ? whole : []) terminal.line(`        ${plain(line)}`);
    const said = more(tool);
    if (said !== null) terminal.line(`        ${plain(said)}`);
  }
  const [first] = tools;
  if (isWhole || !first) return;
  const command = `countersign agent ${verb} ${first.bridge} TOOL`;
  terminal.line(`\`${command}\` shows all of one: its whole description and its arguments.`);
}

export function countTools(length: number): string {
  return length === 1 ? '1 tool' : `${length} tools`;
}

/** Returns a function that explains why agents don’t find an offered tool. */
export function notFound(all: readonly AgentTool[]): (tool: AgentTool) => string | null {
  const same = [...sameNamedTools(all)];
  return ({ bridge, shown }) =>
    same.some((one) => one.bridge === bridge && one.shown.name === shown.name)
      ? 'Agents don’t find it: its name differs from another one only in upper and lower case.'
      : null;
}
