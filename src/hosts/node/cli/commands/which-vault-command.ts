import { resolve } from 'node:path';
import type { Environment } from '../../../desktop/device/device.js';
import { statesOf } from '../../../desktop/device/device-folder.js';
import { decideWhichVault } from '../../../desktop/device/which-vault.js';
import { readSettingsToName } from '../../runner/vault-settings-file.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

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
  terminal.line(`In its settings, this vault’s id is ${plain(namedId(vaultId))}.`);
  const known = others.length === 0 ? 'no other id' : `the id ${others.join(', ')}`;
  terminal.line(`On this computer, this folder had ${known}.`);
  terminal.line('same: it is the same vault. Its settings get that id back. Nothing else changes.');
  terminal.line(
    'another: this folder now contains another vault. What this computer knows about the old',
  );
  terminal.line('  one (ledger, servers, trusted devices) is set aside; nothing is deleted.');
  if (folders.length > 0) {
    terminal.line(
      '  Its folder names differ from the default. Confirm them in Obsidian afterwards:',
    );
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

function namedId(vaultId: unknown): string {
  const text = typeof vaultId === 'string' ? vaultId : (JSON.stringify(vaultId) ?? 'nothing');
  if (/^[A-Za-z0-9-]{1,64}$/u.test(text)) return text;
  return `not valid: “${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}
