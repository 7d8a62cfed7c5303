import { fail, ok, type Result } from '../errors.js';

const NUL = String.fromCharCode(0);

/** The only hidden file that Countersign writes: a skill that tells Claude Code how to work in the vault. */
export const skillPath = '.claude/skills/managing-obsidian-vault/SKILL.md';

/**
 * Checks that a text is a plain, relative vault path without hidden names; {@link skillPath} is
 * allowed. Fails with `path_outside_vault` for a path that leads out of the vault, otherwise with
 * `path_not_allowed`.
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
  if (path !== skillPath && names.some((name) => name.startsWith('.'))) {
    return fail(
      'path_not_allowed',
      'Hidden files and folders (names starting with a dot) are not notes.',
      'Choose a name that does not start with a dot.',
      { path },
    );
  }
  return ok(path);
}

/**
 * Checks a vault folder as {@link checkVaultPath} does. `''` (the vault itself) and the folder of {@link
 * skillPath} are allowed.
 */
export function checkVaultFolder(folder: string): Result<string> {
  return folder === '' || skillPath === `${folder}/SKILL.md` ? ok(folder) : checkVaultPath(folder);
}

/** Parts of a path that a tool may not take literally. */
const mayBeReadOtherwise =
  /[\p{Cc}*?[\]{}$"<>|`:#]|%[0-9a-f]{2}|\.\w+\s*[,;]|[,;]\S|[&=、]\/|(?:^|\/)\s|\s(?:$|\/)|[\p{Zl}\p{Zp}]/iu;

/**
 * Returns the vault path of a text that is exactly the full path of a file below `root`; `null` for
 * any other text, and for a path that a tool might not take literally. A relative path is not
 * accepted, because a server does not run in the vault. Does not check that the file exists.
 */
export function vaultPathIn(root: string, text: string): string | null {
  const path = withSlashes(text);
  const prefix = root.endsWith('/') ? root : `${root}/`;
  if (!path.startsWith(prefix)) return null;
  const inVault = path.slice(prefix.length);
  return checkVaultPath(inVault).ok && !mayBeReadOtherwise.test(inVault) ? inVault : null;
}

/** Returns a Windows path with `/` instead of `\`; any other text is unchanged. */
export function withSlashes(text: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(text) ? text.replaceAll('\\', '/') : text;
}

/**
 * Returns one spelling for names that differ only in case or Unicode composition, which macOS and Windows treat
 * as equal.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
