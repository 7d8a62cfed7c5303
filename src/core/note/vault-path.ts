import { fail, ok, type Result } from '../errors.js';

const NUL = String.fromCharCode(0);

export const skillPath = '.claude/skills/managing-obsidian-vault/SKILL.md';

/**
 * Checks a path in the vault. A name may start with a dot only below `hiddenIn` or in `skillPath`.
 * Fails with `path_outside_vault` or `path_not_allowed`.
 */
export function checkVaultPath(path: string, hiddenIn?: string): Result<string> {
  const names = path.split('/');
  const mayHide = hiddenIn !== undefined && path.startsWith(`${hiddenIn}/`);
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
  const isRefused = (name: string): boolean =>
    mayHide ? /^\.+$/.test(name) : name.startsWith('.');
  if (path !== skillPath && names.some(isRefused)) {
    return fail(
      'path_not_allowed',
      'Hidden files and folders (names starting with a dot) are not notes.',
      'Choose a name that does not start with a dot.',
      { path },
    );
  }
  return ok(path);
}

/** Checks a vault folder like {@link checkVaultPath}. `''` means the vault itself. */
export function checkVaultFolder(folder: string, hiddenIn?: string): Result<string> {
  return folder === '' || skillPath === `${folder}/SKILL.md`
    ? ok(folder)
    : checkVaultPath(folder, hiddenIn);
}

/** A tool might read a path with one of these parts in another way than Countersign. */
const mayBeReadOtherwise =
  /[\p{Cc}*?[\]{}$"<>|`:#]|%[0-9a-f]{2}|\.\w+\s*[,;]|[,;]\S|[&=、]\/|(?:^|\/)\s|\s(?:$|\/)|[\p{Zl}\p{Zp}]/iu;

/** Turns a full path into a vault path. Null if it does not clearly name a place in the vault. */
export function vaultPathIn(root: string, text: string): string | null {
  const path = withSlashes(text);
  const prefix = root.endsWith('/') ? root : `${root}/`;
  if (!path.startsWith(prefix)) return null;
  const inVault = path.slice(prefix.length);
  return checkVaultPath(inVault).ok && !mayBeReadOtherwise.test(inVault) ? inVault : null;
}

/** Writes a full Windows path with `/` instead of `\`. */
export function withSlashes(text: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(text) ? text.replaceAll('\\', '/') : text;
}

/** Returns the same text for names that differ only in capitals or Unicode form. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
