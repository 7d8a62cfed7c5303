import { Dirent } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import type { CheckPlace } from './allowed-places.js';

/** How many leading arguments of a call are paths in which something is read or changed. */
const PATHS: Readonly<Record<string, number>> = {
  // These tell that something is there, never what is in it: programs are looked for on PATH.
  access: 0,
  lstat: 0,
  readlink: 0,
  realpath: 0,
  stat: 0,
  appendFile: 1,
  chmod: 1,
  link: 2,
  mkdir: 1,
  readFile: 1,
  readdir: 1,
  rename: 2,
  rm: 1,
  rmdir: 1,
  truncate: 1,
  unlink: 1,
  utimes: 1,
  writeFile: 1,
};

const HANDLE_CALLS: readonly string[] = [
  'appendFile',
  'chmod',
  'datasync',
  'readFile',
  'stat',
  'sync',
  'truncate',
  'utimes',
  'writeFile',
];

type Call = (...args: unknown[]) => Promise<unknown>;

/** What a folder entry is. */
export interface EntryShape {
  readonly name: string;
  readonly parentPath: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

/** `fs/promises` for one page, within the places that `check` allows. */
export class FileMethods {
  readonly #handles = new Map<number, FileHandle>();
  #opened = 0;
  #closed = false;

  constructor(readonly check: CheckPlace) {}

  readonly methods = {
    /** A call of `fs/promises` by name. Stats arrive as their numbers. */
    file: async (name: string, args: readonly unknown[]): Promise<unknown> => {
      const paths = Object.hasOwn(PATHS, name) ? PATHS[name] : undefined;
      if (paths === undefined) throw new TypeError(`The page may not call fs.${name}`);
      for (const path of args.slice(0, paths)) await this.check(String(path), name);
      return describe(await (fs as unknown as Record<string, Call>)[name]!(...args));
    },

    openFile: async (path: string, flags?: string | number, mode?: number): Promise<number> => {
      await this.check(path, 'open');
      const handle = await fs.open(path, flags, mode);
      if (this.#closed) await handle.close();
      this.#opened += 1;
      this.#handles.set(this.#opened, handle);
      return this.#opened;
    },

    /** A call of an open file by name. */
    handle: async (id: number, name: string, args: readonly unknown[]): Promise<unknown> => {
      if (!HANDLE_CALLS.includes(name)) {
        throw new TypeError(`The page may not call FileHandle.${name}`);
      }
      const handle = this.#handle(id);
      return describe(await (handle as unknown as Record<string, Call>)[name]!(...args));
    },

    /** Up to `length` bytes from a position, or from where the last read ended (`null`). */
    readHandle: async (id: number, length: number, position: number | null) => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await this.#handle(id).read(bytes, 0, length, position);
      return bytes.subarray(0, bytesRead);
    },

    /** How many of the bytes were written. */
    writeHandle: async (id: number, bytes: Uint8Array, position: number | null) => {
      const handle = this.#handle(id);
      return (await handle.write(bytes, 0, bytes.length, position)).bytesWritten;
    },

    /** A closed file keeps its number, and answers as Node's closed files do. */
    closeHandle: (id: number): Promise<void> => this.#handle(id).close(),
  };

  async close(): Promise<void> {
    this.#closed = true;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.allSettled(handles.map((handle) => handle.close()));
  }

  #handle(id: number): FileHandle {
    const handle = this.#handles.get(id);
    if (handle === undefined) throw new TypeError(`The page opened no file ${id}`);
    return handle;
  }
}

function describe(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describe);
  if (value instanceof Dirent) return describeEntry(value as Dirent);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const numbers = Object.entries(value).filter(([, field]) =>
    /^(?:number|bigint)$/.test(typeof field),
  );
  return Object.fromEntries(numbers);
}

function describeEntry(entry: Dirent): EntryShape {
  const { name, parentPath } = entry;
  if (entry.isFile()) return { name, parentPath, type: 'file' };
  if (entry.isDirectory()) return { name, parentPath, type: 'folder' };
  return { name, parentPath, type: entry.isSymbolicLink() ? 'link' : 'other' };
}
