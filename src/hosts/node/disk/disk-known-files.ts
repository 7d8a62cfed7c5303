import { lstatSync, type BigIntStats } from 'node:fs';
import { systemErrorCode } from '../../desktop/system/system-error.js';

const EVENT_DELAY_MS = 2000;

const absent = 'absent';

interface KnownFile {
  readonly version: string;
  readonly ours: boolean;
}

/**
 * Remembers the last state of each file that this process wrote or reported, to recognise changes
 * by others.
 */
export class KnownFiles {
  readonly #files = new Map<string, KnownFile>();

  constructor(
    private readonly root: string,
    private readonly report: (path: string) => void,
  ) {}

  left(path: string): void {
    this.#files.set(path, { version: this.#stampNow(path), ours: true });
  }

  made(path: string): void {
    this.left(path);
    if (!this.isThere(path)) this.report(path);
  }

  *there(): Iterable<string> {
    for (const [path, { version }] of this.#files) if (version !== absent) yield path;
  }

  isThere(path: string): boolean {
    return (this.#files.get(path)?.version ?? absent) !== absent;
  }

  changedByOthers(path: string): boolean {
    const version = this.#stampNow(path);
    const known = this.#files.get(path);
    if (known?.ours === true && known.version === version) return false;
    this.#files.set(path, { version, ours: false });
    return true;
  }

  replaced(path: string, before: BigIntStats): void {
    this.#leftInstead(path, path, before);
  }

  moved(from: string, to: string, before: BigIntStats): void {
    this.#leftInstead(from, to, before);
    this.left(from);
  }

  #leftInstead(old: string, path: string, before: BigIntStats): void {
    const unreported = this.#files.get(old)?.version !== stampOf(before);
    const fresh = Date.now() - Number(before.ctimeMs) < EVENT_DELAY_MS;
    this.made(path);
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

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}
