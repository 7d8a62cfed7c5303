import { fail, ok, type Result } from '../errors.js';

const LONGEST_PATH_VALUE = 1024;
const NUL = String.fromCharCode(0);

/**
 * Checks that a text is a plain vault path: relative, `/` between names, no `.`, `..`, hidden or
 * empty names. Fails with `path_outside_vault` for `..` and absolute paths, else `path_not_allowed`.
 */
export function checkVaultPath(path: string): Result<string> {
  const names = path.split('/');
  if (path.startsWith('/') || /^[A-Za-z]:[/\\]/.test(path) || names.includes('..')) {
    return fail(
      'path_outside_vault',
      'This path leads outside the vault.',
      'Use a path inside the vault, written from its top folder and without "..".',
      { path },
    );
  }
  if (path.includes('\\') || path.includes(NUL) || names.includes('')) {
    return fail(
      'path_not_allowed',
      'This is not a path of a note: it has an empty name or a character that is not allowed.',
      'Separate names with single slashes, without a backslash.',
      { path },
    );
  }
  if (names.some((name) => name.startsWith('.'))) {
    return fail(
      'path_not_allowed',
      'Hidden files and folders (names starting with a dot) are not notes.',
      'Choose a name that does not start with a dot.',
      { path },
    );
  }
  return ok(path);
}

/** The same for a folder, where `''` names the vault itself. */
export function checkVaultFolder(folder: string): Result<string> {
  return folder === '' ? ok('') : checkVaultPath(folder);
}

/**
 * The vault path that a text names: relative, or absolute below one of `roots` (the spellings of the
 * vault's folder, with `/`). `null` for URLs, `mailto:`, several lines, more than 1,024 characters,
 * and whatever {@link checkVaultPath} refuses. Nothing is looked up.
 */
export function vaultPathIn(roots: readonly string[], value: string): string | null {
  if (value.length > LONGEST_PATH_VALUE || /[\r\n]/.test(value)) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^mailto:/i.test(value)) return null;
  const normalised = resolveDots(value);
  if (normalised === null) return null;
  const path = isAbsolute(normalised) ? belowRoot(roots, normalised) : normalised;
  return path !== null && checkVaultPath(path).ok ? path : null;
}

/** Two names are one when they differ only in case or Unicode composition, as on macOS and Windows. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function belowRoot(roots: readonly string[], path: string): string | null {
  for (const root of roots) {
    const prefix = root.endsWith('/') ? root : `${root}/`;
    if (path.startsWith(prefix)) return path.slice(prefix.length);
  }
  return null;
}

function resolveDots(path: string): string | null {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return (path.startsWith('/') ? '/' : '') + names.join('/');
}
