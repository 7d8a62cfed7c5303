import { lstatSync, watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemErrorCode } from '../desktop/system-error.js';
import type { WatchTarget } from './disk-polling.js';

/** Changes of one file that come closer together than this are one event, sent after the last. */
const COALESCE_MS = 10;
/** So many files are looked at before others get their turn: thousands may change at once. */
const LOOKS_AT_ONCE = 64;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /** Tells a folder from another one that took its name. */
  readonly identity: string;
  /** The files in it, to know which are gone when the folder itself goes. */
  readonly files: Set<string>;
}

/**
 * Asks the system to tell of changes, folder by folder: one event costs one look at one file,
 * however many lie beside it, and none is dropped. (chokidar reads the whole folder again for each
 * event, and drops the second of two changes within 50 ms; here it only polls.)
 */
export class FolderWatch {
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #pending = new Set<string>();
  #work = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly target: WatchTarget) {}

  /** Resolves when watching has begun. */
  async start(): Promise<void> {
    await this.#open('', false);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** Watches a folder and all below it; `report` says that its files are new. */
  async #open(folder: string, report: boolean): Promise<void> {
    const identity = this.#identityOf(folder);
    if (identity === null || this.#stopped) return;
    const files = new Set<string>();
    try {
      // The watch comes before the listing, so that nothing can arrive unseen between them.
      const watcher = watch(join(this.target.root, folder));
      watcher.on('error', (error) => this.#failed(folder, error));
      watcher.on('change', (_type, name) => this.#changed(folder, name));
      this.#folders.set(folder, { watcher, identity, files });
      for (const entry of await readdir(join(this.target.root, folder), { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue;
        const path = pathIn(folder, entry.name);
        if (entry.isDirectory()) {
          await this.#open(path, report);
        } else {
          files.add(entry.name);
          if (report) this.target.onEvent(path);
        }
      }
    } catch (error) {
      this.#failed(folder, error);
    }
  }

  #changed(folder: string, name: string | Buffer | null): void {
    if (name === null || this.#stopped || String(name).startsWith('.')) return;
    this.#pending.add(pathIn(folder, String(name)));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const paths = [...this.#pending];
      this.#pending.clear();
      this.#work = this.#work.then(() => this.#lookAtAll(paths));
    }, COALESCE_MS);
  }

  async #lookAtAll(paths: readonly string[]): Promise<void> {
    for (const [index, path] of paths.entries()) {
      if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate();
      try {
        await this.#lookAt(path);
      } catch (error) {
        this.#failed(path, error);
      }
    }
  }

  async #lookAt(path: string): Promise<void> {
    const identity = this.#identityOf(path);
    if (this.#folders.has(path) && this.#folders.get(path)?.identity !== identity) {
      this.#close(path);
    }
    if (identity === null) this.#lookAtFile(path);
    else if (!this.#folders.has(path)) await this.#open(path, true);
  }

  #lookAtFile(path: string): void {
    const slash = path.lastIndexOf('/');
    const files = this.#folders.get(path.slice(0, Math.max(0, slash)))?.files;
    const name = path.slice(slash + 1);
    const exists = lstatSync(join(this.target.root, path), { throwIfNoEntry: false }) !== undefined;
    const existed = files?.has(name) === true;
    if (exists) files?.add(name);
    else files?.delete(name);
    if (!this.#stopped && (exists || existed)) this.target.onEvent(path);
  }

  /** Forgets a folder that is gone, with all below it, and reports their files. */
  #close(folder: string): void {
    for (const [path, { watcher, files }] of this.#folders) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#folders.delete(path);
      for (const name of files) this.target.onEvent(pathIn(path, name));
    }
  }

  #failed(folder: string, error: unknown): void {
    const gone = ['ENOENT', 'ENOTDIR', 'EPERM'].includes(systemErrorCode(error));
    if (gone && folder !== '' && this.#identityOf(folder) === null) this.#close(folder);
    else if (!this.#stopped) this.target.onError(error);
  }

  /** `null` for what is not a folder, or not there. */
  #identityOf(path: string): string | null {
    const stats = lstatSync(join(this.target.root, path), { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : null;
  }
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
