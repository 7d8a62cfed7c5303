/** A file, or a link that leads out of the vault. */
export type MemoryEntry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mtimeMs: number }
  | { readonly kind: 'link' };

interface Watcher {
  /** The store that watches; its own writes are not reported to it. */
  readonly owner: object;
  readonly onChange: (path: string) => void;
}

/** What others do to the vault: they edit, move and delete without asking, and are seen by watchers. */
export interface OutsideEdits {
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Moves over whatever is there; watchers see a deletion and a creation, in this order. */
  readonly move: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** Puts a link that leads out of the vault in place of a note or folder. */
  readonly link: (path: string) => void;
  readonly makeFolder: (path: string) => void;
  /** The text of a note, or `null` when there is none. */
  readonly read: (path: string) => string | null;
}

/**
 * The folder of a vault, in memory. It outlives the stores over it: a new store over the same vault
 * is the process after a restart, two at once are two processes on one folder.
 */
export interface MemoryVault {
  readonly entries: Map<string, MemoryEntry>;
  readonly folders: Set<string>;
  readonly watchers: Set<Watcher>;
  readonly outside: OutsideEdits;
  /** Writes an entry and tells every watcher but `writer`. */
  put(path: string, bytes: Uint8Array, writer: object | null): void;
  /** Moves an entry and tells every watcher but `writer`. */
  rename(from: string, to: string, writer: object | null): void;
}

/** An empty vault. `now` gives the files' times (ms); without it each write is a second later. */
export function createMemoryVault(now?: () => number): MemoryVault {
  const entries = new Map<string, MemoryEntry>();
  const folders = new Set<string>();
  const watchers = new Set<Watcher>();
  let ticks = 0;
  const time = now ?? (() => (ticks += 1000));

  const report = (path: string, writer: object | null): void => {
    for (const watcher of watchers) {
      if (watcher.owner === writer) continue;
      queueMicrotask(() => {
        if (watchers.has(watcher)) watcher.onChange(path);
      });
    }
  };
  const put = (path: string, bytes: Uint8Array, writer: object | null): void => {
    addFolders(folders, parentOf(path));
    entries.set(path, { kind: 'file', bytes, mtimeMs: time() });
    report(path, writer);
  };
  const rename = (from: string, to: string, writer: object | null): void => {
    const entry = entries.get(from);
    if (entry === undefined) throw new Error(`There is nothing to move at ${from}`);
    entries.delete(from);
    addFolders(folders, parentOf(to));
    entries.set(to, entry);
    report(from, writer);
    report(to, writer);
  };
  const outside: OutsideEdits = {
    write: (path, content) =>
      put(path, typeof content === 'string' ? new TextEncoder().encode(content) : content, null),
    move: (from, to) => rename(from, to, null),
    remove(path) {
      if (entries.delete(path)) report(path, null);
    },
    link(path) {
      addFolders(folders, parentOf(path));
      entries.set(path, { kind: 'link' });
      report(path, null);
    },
    makeFolder: (path) => addFolders(folders, path),
    read(path) {
      const entry = entries.get(path);
      return entry?.kind === 'file' ? decode(entry.bytes) : null;
    },
  };
  return { entries, folders, watchers, outside, put, rename };
}

/** The folder a path lies in; `''` for the vault itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Remembers a folder and all its parents. */
export function addFolders(folders: Set<string>, folder: string): void {
  for (let current = folder; current !== ''; current = parentOf(current)) folders.add(current);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
