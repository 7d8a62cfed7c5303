import { fail, ok, type Result } from '../errors.js';

const NUL = String.fromCharCode(0);

/** Our only hidden file: the skill that tells Claude Code how to work in a vault. */
export const skillPath = '.claude/skills/managing-obsidian-vault/SKILL.md';

/**
 * Checks that a text is a plain vault path: relative, `/` between names, no `.`, `..`, hidden or
 * empty names, except {@link skillPath}. Fails with `path_outside_vault` for `..` and absolute paths, else `path_not_allowed`.
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

/** The same for a folder, where `''` is the vault itself; the folder of {@link skillPath} is allowed. */
export function checkVaultFolder(folder: string): Result<string> {
  return folder === '' || skillPath === `${folder}/SKILL.md` ? ok(folder) : checkVaultPath(folder);
}

/**
 * Text that a tool may interpret before it opens a file: patterns, variables, percent-encoding, two names
 * in one, parts of a file (`#`, `:`), and surrounding spaces.
 */
const mayBeReadOtherwise =
  /[\p{Cc}*?[\]{}$"<>|`:#]|%[0-9a-f]{2}|\.\w+\s*[,;]|[,;]\S|[&=、]\/|(?:^|\/)\s|\s(?:$|\/)|[\p{Zl}\p{Zp}]/iu;

/**
 * The vault path for a text that is exactly the full path of a file: the vault's folder `root` (with `/`),
 * a slash, and a path that {@link checkVaultPath} allows. `null` for every other text, including relative
 * paths, because a server does not run in the vault. Looks nothing up.
 */
export function vaultPathIn(root: string, text: string): string | null {
  const path = withSlashes(text);
  const prefix = root.endsWith('/') ? root : `${root}/`;
  if (!path.startsWith(prefix)) return null;
  const inVault = path.slice(prefix.length);
  return checkVaultPath(inVault).ok && !mayBeReadOtherwise.test(inVault) ? inVault : null;
}

/** A Windows path with `/` between its names; any other text as it is. */
export function withSlashes(text: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(text) ? text.replaceAll('\\', '/') : text;
}

/** Makes names equal that differ only in case or Unicode composition, as macOS and Windows do. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
