import { planAgentFiles, writeAgentFile, type AgentFileChange } from '../../../disk/agent-files.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { openVaultDevice } from '../../../runner/vault-device.js';
import {
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';

/** `countersign agent instructions`: writes the skill and `AGENTS.md` into the vault, each with one section of ours. */
export async function agentInstructionsCommand(
  terminal: Terminal,
  env: Environment,
  { vault, preview }: { readonly vault: string; readonly preview: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings } = device.value;
  const changes = await planAgentFiles(root, settings.folders);
  if (!changes.ok) return sayProblem(terminal, changes.error);
  for (const change of changes.value) {
    if (!preview) {
      const written = await writeAgentFile(root, change);
      if (!written.ok) return sayProblem(terminal, written.error);
    }
    const sign = styled(terminal, 'green', preview ? '·' : '✓');
    terminal.line(`${sign} ${plain(describe(change, preview))}`);
    if (!preview || change.before === change.after) continue;
    for (const line of change.after.split(/\r?\n/)) terminal.line(plain(line));
  }
  return exitCodes.well;
}

function describe({ path, before, after }: AgentFileChange, preview: boolean): string {
  if (before === null) return `${path} ${preview ? 'will be created' : 'was created'}.`;
  if (before === after) return `${path} is up to date.`;
  return `${path} ${preview ? 'will get' : 'has'} Countersign’s section; the rest stays as it is.`;
}
