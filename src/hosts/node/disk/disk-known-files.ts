import { lstatSync, type BigIntStats } from 'node:fs';
import { systemErrorCode } from '../../desktop/system/system-error.js';

/** How long (ms) the event for an outside change may take to arrive. */
const EVENT_DELAY_MS = 2000;

const absent = 'absent';

interface KnownFile {
  readonly version: string;
  readonly ours: boolean;
}

/**
 * Remembers how each file was when this process last wrote or reported it, to tell its own writes from those of others. Looks at the disk
 * synchronously, so that no event can come between a write and its record.
 */
export class KnownFiles {
  readonly #files = new Map<string, KnownFile>();

  /**
   * @param root the vault's real path
   * @param report gets a path whose change would otherwise be missed
   */
  constructor(
    private readonly root: string,
    private readonly report: (path: string) => void,
  ) {}

  /** Records the file as this process has just left it. */
  left(path: string): void {
    this.#files.set(path, { version: this.#stampNow(path), ours: true });
  }

  /** Does the same as {@link left} for a file that was just created. If it is gone already, reports it, because no event would. */
  made(path: string): void {
    this.left(path);
    if (!this.isThere(path)) this.report(path);
  }

  /** The paths of files that existed when this process last wrote or checked them. One may be gone before its folder's watcher saw it. */
  *there(): Iterable<string> {
    for (const [path, { version }] of this.#files) if (version !== absent) yield path;
  }

  isThere(path: string): boolean {
    return (this.#files.get(path)?.version ?? absent) !== absent;
  }

  /** True when a file that the watcher named is no longer as this process left it. Remembers the file as reported. */
  changedByOthers(path: string): boolean {
    const version = this.#stampNow(path);
    const known = this.#files.get(path);
    if (known?.ours === true && known.version === version) return false;
    this.#files.set(path, { version, ours: false });
    return true;
  }

  /**
   * Records a file that this process has just replaced; `before` is the replaced file. If others had just changed that one and no event has
   * reported it yet, reports the path.
   */
  replaced(path: string, before: BigIntStats): void {
    this.#leftInstead(path, path, before);
  }

  /** Does the same as {@link replaced} for a file that was just moved, or given a second name during a move. */
  moved(from: string, to: string, before: BigIntStats): void {
    this.#leftInstead(from, to, before);
    this.left(from);
  }

  #leftInstead(old: string, path: string, before: BigIntStats): void {
    const unreported = this.#files.get(old)?.version !== stampOf(before);
    const fresh = Date.now() - Number(before.ctimeMs) < EVENT_DELAY_MS;
    this.made(path);
    // Both names are reported, because the note may still have its old one.
    if (unreported && fresh) for (const name of new Set([old, path])) this.report(name);
  }

  #stampNow(path: string): string {
    try {
      return stampOf(lstatSync(`${this.root}/${path}`, { bigint: true }));
    } catch (error) {
      return systemErrorCode(error) === 'ENOENT' ? absent : 'unreadable';
    }
  }
}

/** A text that differs after each change of a file. It contains `ctime`, which no program can set. */
function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}
