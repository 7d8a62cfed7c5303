import type { EntryShape } from '../../server/methods/file-methods.js';

const TYPE_MASK = 0o170000;
const TYPES = {
  isFile: 0o100000,
  isDirectory: 0o040000,
  isSymbolicLink: 0o120000,
  isFIFO: 0o010000,
  isSocket: 0o140000,
  isCharacterDevice: 0o020000,
  isBlockDevice: 0o060000,
} as const;

/** Node's `Stats` (or `BigIntStats`) from its numbers. */
export function statsOf(numbers: Readonly<Record<string, number | bigint>>): object {
  const time = (key: string): Date => new Date(Math.round(Number(numbers[key])));
  const type = Number(numbers['mode']) & TYPE_MASK;
  return {
    ...numbers,
    atime: time('atimeMs'),
    mtime: time('mtimeMs'),
    ctime: time('ctimeMs'),
    birthtime: time('birthtimeMs'),
    ...Object.fromEntries(Object.entries(TYPES).map(([name, bits]) => [name, () => type === bits])),
  };
}

/** Node's `Dirent`. */
export function direntOf({ name, parentPath, type }: EntryShape): object {
  return {
    name,
    parentPath,
    isFile: () => type === 'file',
    isDirectory: () => type === 'folder',
    isSymbolicLink: () => type === 'link',
  };
}
