import type { App } from 'obsidian';
import { fail, ok, type Result } from '../../../core/errors.js';
import { folderOf } from '../../../core/note/file-name.js';
import { foldName } from '../../../core/note/vault-path.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import {
  checkVaultSettings,
  folderProblem,
  type VaultSettings,
} from '../../../core/settings/vault-settings.js';
import { followRename } from '../lifecycle/follow-renames.js';

type FolderVault = Pick<App['vault'], 'getFolderByPath' | 'createFolder' | 'rename' | 'getRoot'>;

/** Returns why a folder cannot get this name, or `null`. */
export function renameProblem(
  vault: Pick<FolderVault, 'getFolderByPath' | 'getRoot'>,
  settings: VaultSettings,
  { from, to }: { readonly from: string; readonly to: string },
): string | null {
  if (to === '') return 'Type a folder name.';
  if (folderProblem(to) !== null) {
    return 'No part may be empty, start with a dot, or contain any of \\ : * ? " < > | # ^ [ ].';
  }
  const [was, becomes] = [foldName(from), foldName(to)];
  if (was === becomes) return 'Only upper and lower case would change. Choose another name.';
  if (becomes.startsWith(`${was}/`))
    return 'A folder can’t be moved into itself. Choose another place.';
  if (isTaken(vault, to)) return `“${showInvisible(to)}” already exists. Choose another name.`;
  const followed = checkVaultSettings(followRename(settings, { from, to }), '');
  return followed.ok ? null : `${followed.error.message} Choose another name.`;
}

export async function renameFolder(
  vault: FolderVault,
  settings: VaultSettings,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Result<void>> {
  const problem = renameProblem(vault, settings, { from, to });
  if (problem !== null) return fail('input_invalid', problem, 'Nothing was renamed.');
  const folder = vault.getFolderByPath(from);
  if (!folder)
    return fail('note_missing', `“${showInvisible(from)}” no longer exists.`, 'Look again.');
  try {
    const above = folderOf(to);
    if (above !== '' && vault.getFolderByPath(above) === null) await vault.createFolder(above);
    await vault.rename(folder, to);
    return ok(undefined);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return fail(
      'note_write_failed',
      `It couldn’t be renamed: ${cause}.`,
      'Try it in the file explorer.',
    );
  }
}

/** Some file systems ignore case. */
function isTaken(vault: Pick<FolderVault, 'getFolderByPath' | 'getRoot'>, path: string): boolean {
  const above = folderOf(path);
  const siblings = (above === '' ? vault.getRoot() : vault.getFolderByPath(above))?.children ?? [];
  return siblings.some((sibling) => foldName(sibling.path) === foldName(path));
}
