import { fail, ok, type Result } from '../errors.js';

const NUL = String.fromCharCode(0);

/** The one hidden file that is ours: the skill that tells Claude Code how to work in a vault. */
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

/** The same for a folder, where `''` names the vault itself; that of {@link skillPath} is allowed. */
export function checkVaultFolder(folder: string): Result<string> {
  return folder === '' || skillPath === `${folder}/SKILL.md` ? ok(folder) : checkVaultPath(folder);
}

/**
 * What a tool may read in its own way before it opens a file: patterns, variables, percent-encoding, two
 * names in one, parts of a file (`#`, `:`), and spaces around a name that are cut off.
 */
const mayBeReadOtherwise =
  /[\p{Cc}*?[\]{}$"<>|`:#]|%[0-9a-f]{2}|\.\w+\s*[,;]|[,;]\S|[&=、]\/|(?:^|\/)\s|\s(?:$|\/)|[\p{Zl}\p{Zp}]/iu;

/**
 * The vault path of a text that names a file by its full path, letter by letter: the vault's folder
 * `root` (with `/`), a slash, and a path that {@link checkVaultPath} allows. A relative path is none:
 * a server does not run in the vault. `null` for every other text. Nothing is looked up.
 */
export function vaultPathIn(root: string, text: string): string | null {
  const path = withSlashes(text);
  const prefix = root.endsWith('/') ? root : `${root}/`;
  if (!path.startsWith(prefix)) return null;
  const inVault = path.slice(prefix.length);
  return checkVaultPath(inVault).ok && !mayBeReadOtherwise.test(inVault) ? inVault : null;
}

/** A path of Windows with `/` between its names; any other text as it is. */
export function withSlashes(text: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(text) ? text.replaceAll('\\', '/') : text;
}

/** Two names are one when they differ only in case or Unicode composition, as on macOS and Windows. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
