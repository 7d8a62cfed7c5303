import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fail, ok, type Result } from '../../../core/errors.js';
import { systemErrorCode } from '../system/system-error.js';
import { belowFile } from '../../../core/note/note-problems.js';
import { checkVaultFolder, checkVaultPath } from '../../../core/note/vault-path.js';

/** Returns a note's path on disk. Fails if the note's folder leads out of the vault. */
export async function locateNote(root: string, path: string): Promise<Result<string>> {
  const checked = checkVaultPath(path);
  return checked.ok ? staysInside(root, path, dirname(join(root, path))) : checked;
}

export async function locateFolder(
  root: string,
  folder: string,
  hiddenIn?: string,
): Promise<Result<string>> {
  const checked = checkVaultFolder(folder, hiddenIn);
  return checked.ok ? staysInside(root, folder, join(root, folder)) : checked;
}

/** Throws an error with the code `EOUTSIDE` if a folder leads out of the vault. */
export async function refuseOutside(
  root: string,
  folder: string,
  hiddenIn?: string,
): Promise<void> {
  const location = await locateFolder(root, folder, hiddenIn);
  if (location.ok || location.error.code !== 'path_outside_vault') return;
  throw Object.assign(new Error(`${folder} leads out of the vault`), { code: 'EOUTSIDE' });
}

async function staysInside(root: string, path: string, folder: string): Promise<Result<string>> {
  const real = await realOf(root, folder);
  if (real === undefined)
    return fail(
      'vault_missing',
      `The vault is missing: ${root} can’t be found.`,
      'Nothing is treated as deleted. Connect its drive or restore its folder, then start again.',
    );
  if (real === null) return belowFile(path);
  return contains(root, real) ? ok(join(root, path)) : outsideVault(path);
}

/**
 * Calls `use` with the path on disk of a vault folder. If `makes` is true, first creates the
 * folder.
 */
export type InFolder = <T>(
  root: string,
  folder: string,
  makes: boolean,
  use: (location: string) => Promise<Result<T>>,
) => Promise<Result<T>>;

export const inNamedFolder: InFolder = async (root, folder, makes, use) => {
  const location = await locateFolder(root, folder);
  if (!location.ok) return location;
  if (makes) await mkdir(location.value, { recursive: true });
  return use(location.value);
};

export function outsideVault(path: string): ReturnType<typeof fail> {
  return fail(
    'path_outside_vault',
    'A linked folder in this path leads outside the vault.',
    'Put a real folder in place of the link.',
    { path },
  );
}

export function contains(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function realOf(root: string, folder: string): Promise<string | null | undefined> {
  try {
    return await realpath(folder);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOTDIR') return null;
    if (code === 'ELOOP') return '';
    if (code === 'ENOENT' && folder === root) return undefined;
    if (code === 'ENOENT' && dirname(folder) !== folder) return realOf(root, dirname(folder));
    throw error;
  }
}
