/** What lies at a path. A link is followed; a broken one is as if nothing lay there. */
export interface DiskStat {
  readonly type: 'file' | 'folder';
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Milliseconds since 1970, with a fraction where the file system keeps one. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** The real spelling's identity, so that a name which differs only in case can be told apart. */
  readonly ino: number;
}

/** One entry of a folder. `stat` is what `DiskStat` says, gathered in the same turn. */
export interface DiskEntry extends DiskStat {
  readonly name: string;
}

/**
 * The folder on disk that the stand-in's vault lies in: a real folder in Node, the same folder over
 * RPC in a browser. Paths are relative to the vault with `/` and without a leading slash; `''` is
 * the vault's root. Failures are `Error`s with Node's `code` (`ENOENT`, `EEXIST`, `ENOTDIR` …).
 */
export interface VaultDisk {
  /** The folder's absolute path, as `FileSystemAdapter.getBasePath` tells it. */
  readonly basePath: string;
  /** Entries of one folder, by name, dot entries included. A missing folder fails with `ENOENT`. */
  list(path: string): Promise<readonly DiskEntry[]>;
  /** `null` when nothing lies there. */
  stat(path: string): Promise<DiskStat | null>;
  read(path: string): Promise<Uint8Array>;
  /** Truncates and writes in place; makes the file if missing, its folder must exist. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Makes a folder and its parents; an existing folder is left as it is. */
  mkdir(path: string): Promise<void>;
  /** As rename(2): replaces an existing file. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Removes a folder; one that is not empty only when `recursive`, else `ENOTEMPTY`. */
  rmdir(path: string, recursive: boolean): Promise<void>;
  /** Sets the modification time, in milliseconds since 1970. */
  touch(path: string, mtimeMs: number): Promise<void>;
  /**
   * Calls back with the path of every entry that may have changed, dot entries included, whoever
   * changed it; more often than needed is allowed. Resolves when watching has begun; the value
   * stops it.
   */
  watch(onChange: (path: string) => void): Promise<() => Promise<void>>;
}
