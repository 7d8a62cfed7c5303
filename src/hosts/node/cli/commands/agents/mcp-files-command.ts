import { ok } from '../../../../../core/errors.js';
import {
  formatMcpFile,
  seenOf,
  withSeenMcpFiles,
} from '../../../../../core/settings/agents/mcp-files.js';
import { lookAtMcpFiles } from '../../../../desktop/servers/mcp-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { changeSettings, openVaultDevice } from '../../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

/** Dismisses the alert about MCP configurations in the vault. */
export async function mcpFilesCommand(
  terminal: Terminal,
  env: Environment,
  { vault }: { readonly vault: string },
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, state } = device.value;
  const changes = await lookAtMcpFiles(root, state);
  if (changes.length === 0) {
    terminal.line('No MCP configuration in the vault is new or changed.');
    return exitCodes.well;
  }
  terminal.line('Agents that work in this vault load MCP servers from these files:');
  for (const change of changes) terminal.line(`  ${plain(formatMcpFile(change))}`);
  const seen = seenOf(changes);
  const left = changes.length - Object.keys(seen).length;
  if (left > 0) terminal.line('The alert of a file that is too large stays until you remove it.');
  if (left === changes.length) return exitCodes.needsPerson;
  terminal.line('The alert is dismissed until one of them changes again.');
  const said = await confirmed(terminal, 'seen');
  if (!said.ok) return sayProblem(terminal, said.error);
  const now = await changeSettings(device.value, (config) => ok(withSeenMcpFiles(config, seen)));
  if (!now.ok) return sayProblem(terminal, now.error);
  terminal.line(`${styled(terminal, 'green', '✓')} Alert dismissed.`);
  return exitCodes.well;
}
