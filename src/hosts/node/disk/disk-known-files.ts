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
 * What this process last did to each file, or reported of it: tells its own writes from those of others.
 * Looks at the disk synchronously, so that no event can come between a write and its entry.
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

  /** The same for a file that it has just created; no event would report that somebody has removed it since. */
  made(path: string): void {
    this.left(path);
    if (!this.isThere(path)) this.report(path);
  }

  /**
   * The files that existed when this process last wrote or checked them: somebody may have removed one
   * before the watcher of its folder had seen it.
   */
  *there(): Iterable<string> {
    for (const [path, { version }] of this.#files) if (version !== absent) yield path;
  }

  isThere(path: string): boolean {
    return (this.#files.get(path)?.version ?? absent) !== absent;
  }

  /** Whether a path that the watcher named is no longer as this process left it. */
  changedByOthers(path: string): boolean {
    const version = this.#stampNow(path);
    const known = this.#files.get(path);
    if (known?.ours === true && known.version === version) return false;
    this.#files.set(path, { version, ours: false });
    return true;
  }

  /**
   * Records a file that this process has just replaced, given the replaced one. Otherwise an outside change
   * whose event had not arrived yet would be taken for ours and never be reported.
   */
  replaced(path: string, before: BigIntStats): void {
    this.#leftInstead(path, path, before);
  }

  /**
   * The same for a file that it has just moved, or given a second name on the way; both change the file's
   * stamp.
   */
  moved(from: string, to: string, before: BigIntStats): void {
    this.#leftInstead(from, to, before);
    this.left(from);
  }

  #leftInstead(old: string, path: string, before: BigIntStats): void {
    const unreported = this.#files.get(old)?.version !== stampOf(before);
    const fresh = Date.now() - Number(before.ctimeMs) < EVENT_DELAY_MS;
    this.made(path);
    // By both names, because the note may still keep its old one.
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

/** Differs after any change: nobody can set the time of a change (`ctime`). */
function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}
