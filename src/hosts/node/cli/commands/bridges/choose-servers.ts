import { resolve } from 'node:path';
import { fail } from '../../../../../core/errors.js';
import { describeTarget } from '../../../../../core/settings/bridges/describe-bridge.js';
import { importServers, formatLeftOut } from '../../../../../mcp/client/import-servers.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { findServers } from '../../../../desktop/servers/found-servers.js';
import { readRegular } from '../../../../desktop/files/regular-file.js';
import { PathContainment } from '../../../../desktop/paths/path-containment.js';
import type { VaultDevice } from '../../../runner/vault-device.js';
import { ownReach } from '../agents/own-entry.js';
import { commandFor } from '../../terminal/next-steps.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

const practiceServers = '{"mcpServers":{"rehearsal":{"type":"practice"}}}';

/** Lets the person choose among the servers that were found on this computer. */
export async function chooseServers(
  terminal: Terminal,
  env: Environment,
  device: VaultDevice,
): Promise<string | ExitCode> {
  const all = await findServers({ vaultRoot: device.root, env });
  if (all.length === 0) {
    const none = 'No other app on this computer has MCP servers.';
    const practice = commandFor('bridge import - --route email=rehearsal.send_email', device.root);
    const advice = `Import those in a file with \`countersign bridge import FILE\`. Or try the built-in practice server: \`echo '${practiceServers}' | ${practice}\``;
    return sayProblem(terminal, fail('usage', none, advice).error);
  }
  const reach = await ownReach(device.config);
  for (const [at, { app, count, path, text }] of all.entries()) {
    const servers = count === 1 ? '1 server' : `${count} servers`;
    terminal.line(`${at + 1}. Found: ${app} · ${servers}  ${styled(terminal, 'dim', plain(path))}`);
    const read = importServers(text, [], reach);
    const { bridges, leftOut } = read.ok ? read.value : { bridges: [], leftOut: [] };
    if (!read.ok) terminal.line(`    ${plain(read.error.message)}`);
    for (const one of bridges) {
      terminal.line(`    ${one.alias}: ${plain(describeTarget(one))}`);
    }
    for (const one of leftOut) terminal.line(`    ${plain(formatLeftOut(one))}`);
  }
  if (!terminal.ask) {
    terminal.line('Import one with `countersign bridge import FILE`.');
    return exitCodes.needsPerson;
  }
  const typed = (await terminal.ask(`Which one? 1–${all.length}, empty for none: `)).trim();
  const chosen = /^\d{1,3}$/u.test(typed) ? all[Number(typed) - 1] : undefined;
  if (chosen === undefined) {
    terminal.line('Nothing was imported.');
    return exitCodes.needsPerson;
  }
  return chosen.isInVault ? readBefore(terminal, chosen.text) : chosen.text;
}

export async function textOfFile(
  terminal: Terminal,
  { root }: VaultDevice,
  file: string,
): Promise<string | ExitCode> {
  if (file === '-' && terminal.readInput) return terminal.readInput();
  const text = await readRegular(file).catch(() => null);
  if (text === null) {
    const advice = 'Name a text file, such as an exported `mcp.json`.';
    return sayProblem(terminal, fail('usage', `${file} can’t be read.`, advice).error);
  }
  const reach = await PathContainment.open(root);
  return (await reach.leads(resolve(file))) ? readBefore(terminal, text) : text;
}

async function readBefore(terminal: Terminal, text: string): Promise<string | ExitCode> {
  terminal.line('Agents can write to this file. Read what it would start:');
  for (const line of text.split('\n')) terminal.line(`    ${plain(line)}`);
  const said = await confirmed(terminal, 'import');
  return said.ok ? text : sayProblem(terminal, said.error);
}
