import { resolve } from 'node:path';
import type { Environment } from '../../desktop/device.js';
import { statesOf } from '../../desktop/device-folder.js';
import { decideWhichVault } from '../../desktop/which-vault.js';
import { readSettingsToName } from '../vault-settings-file.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from './terminal.js';

/** `countersign which-vault`: a person says which vault this is, when its settings call it by another id. */
export async function whichVaultCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string },
): Promise<ExitCode> {
  const vaultRoot = resolve(options.vault);
  const settings = await readSettingsToName(vaultRoot);
  if (!settings.ok) return sayProblem(terminal, settings.error);
  const { vaultId, folders, save } = settings.value;
  const { vaultIds } = await statesOf({ vaultRoot, env });
  const others = vaultIds.filter((id) => id !== vaultId);
  terminal.line(`The settings of this vault call it ${plain(namedId(vaultId))}.`);
  const known = others.length === 0 ? 'under no other id' : `as ${others.join(', ')}`;
  terminal.line(`This computer knows the vault in this folder ${known}.`);
  terminal.line('same: it is the same vault. Its settings get that id back; nothing else changes.');
  terminal.line(
    'another: another vault is in this folder now. What this computer knows of the old',
  );
  terminal.line('  one (ledger, bridges, trusted devices) is set aside, and nothing is deleted.');
  if (folders.length > 0) {
    terminal.line('  Its folder names are not the usual ones; confirm them in Obsidian then:');
    for (const difference of folders) terminal.line(`    ${plain(difference)}`);
  }
  const answer = await confirmed(terminal, 'same', 'another');
  if (!answer.ok) return sayProblem(terminal, answer.error);
  const decided = await decideWhichVault({
    ...{ vaultRoot, env, current: vaultId, save },
    answer: answer.value,
  });
  if (!decided.ok) return sayProblem(terminal, decided.error);
  terminal.line(`${styled(terminal, 'green', '✓')} This vault is ${decided.value}.`);
  return exitCodes.well;
}

/** An id as it is; anything else, which anybody may have written there, as a quotation that is not long. */
function namedId(vaultId: unknown): string {
  const text = typeof vaultId === 'string' ? vaultId : (JSON.stringify(vaultId) ?? 'nothing');
  if (/^[A-Za-z0-9-]{1,64}$/u.test(text)) return text;
  return `something that is no id: “${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}
