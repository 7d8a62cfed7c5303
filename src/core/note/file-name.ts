import { normalized } from '../text/normalized.js';

const MAX_FILE_NAME = 120;
const EXTENSION = '.md';
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
/** Windows reserves these names. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/iu;

/** Makes lower-case ASCII text for a file name. */
export function slugOf(text: string, maxLength = 48): string {
  const slug = text
    .slice(0, 1024)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
  if (slug.length <= maxLength) return slug === '' ? 'note' : slug;
  const cut = slug.lastIndexOf('-', maxLength);
  return slug.slice(0, cut >= maxLength / 2 ? cut : maxLength).replace(/-$/u, '');
}

/** Makes a file name (without `.md`) from safe ASCII characters. */
export function safeFileName(base: string): string {
  const name = normalized(base, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .slice(0, MAX_FILE_NAME - EXTENSION.length)
    .replace(/^[.-]+|[.-]+$/gu, '');
  if (name === '') return 'note';
  if (!RESERVED.test(name)) return name;
  return `_${name}`.slice(0, MAX_FILE_NAME - EXTENSION.length).replace(/[.-]+$/u, '');
}

/** Returns the name of a note without its folder and without `.md`. */
export function baseName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.toLowerCase().endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name;
}

/** Returns a note's name for use in a link. Null for a name with unusual characters. */
export function linkName(path: string): string | null {
  const name = baseName(path);
  return /^(?:(?!\p{DI})[\p{L}\p{N} ._()-])+$/u.test(name) ? name : null;
}

/**
 * Returns a wikilink to a note. The link contains the folder, because names may repeat. Null if the
 * path has unusual characters.
 */
export function linkTo(path: string, shown = baseName(path)): string | null {
  if (!path.split('/').every((part) => linkName(part) !== null)) return null;
  const target = joinPath(folderOf(path), baseName(path));
  return target === shown ? `[[${target}]]` : `[[${target}|${shown}]]`;
}

/** Returns the folder of a path, or `''` for the vault's root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Joins parts of a vault path with `/`. */
export function joinPath(...parts: readonly string[]): string {
  return parts
    .map((part) => part.replace(/^\/+|\/+$/gu, ''))
    .filter((part) => part !== '')
    .join('/');
}

/** True when a name looks like a conflict copy of a sync service. */
export function isConflictCopy(path: string): boolean {
  const name = baseName(path);
  return /\(conflicted copy\b|\.sync-conflict-|\(\d{1,2}\)$/iu.test(name);
}
