import { join } from 'node:path';
import {
  describeAgentFile,
  planAgentFiles,
  writeAgentFiles,
} from '../../../../../engine/views/agent-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { linksIn } from '../../../../desktop/paths/vault-links.js';
import { openDiskNoteStore } from '../../../disk/disk-note-store.js';
import { openVaultDevice } from '../../../runner/vault-device.js';
import {
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

export async function agentInstructionsCommand(
  terminal: Terminal,
  env: Environment,
  { vault, preview }: { readonly vault: string; readonly preview: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings, folder } = device.value;
  const journalFolder = join(folder, 'moves');
  const store = await openDiskNoteStore({ root, journalFolder, isReader: true });
  const host = { store, linksIn: (path: string) => linksIn(root, path) };
  const changes = await planAgentFiles(host, settings.folders);
  if (!changes.ok) {
    const code = sayProblem(terminal, changes.error);
    terminal.error('Nothing was written.');
    return code;
  }
  for (const change of changes.value) {
    if (!preview) {
      const written = await writeAgentFiles(host, [change]);
      if (!written.ok) return sayProblem(terminal, written.error);
    }
    const sign = styled(terminal, 'green', preview ? '·' : '✓');
    terminal.line(`${sign} ${plain(describeAgentFile(change, !preview))}`);
    if (!preview || change.before === change.after) continue;
    for (const line of change.after.split(/\r?\n/)) terminal.line(plain(line));
  }
  return exitCodes.well;
}
