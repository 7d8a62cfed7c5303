import { lstatSync, statSync, watch, type BigIntStats, type FSWatcher } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { refuseOutside } from '../../desktop/paths/vault-folder.js';
import { isLeftOut } from './hidden-notes.js';
import { notUtf8, tooDeep } from './disk-note-list.js';
import type { WatchTarget } from './disk-polling.js';

const COALESCE_MS = 10;
const LOOKS_AT_ONCE = 64;
const CHECK_EVERY_MS = 1000;
/** After this many events within a second, the system may have dropped some without a report. */
const BURST = 1000;
const COMPARE_EVERY_MS = 60_000;
const REST = 20;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly identity: string;
  readonly files: Map<string, string>;
}

export class FolderWatch {
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #failures = new Map<string, string>();
  readonly #lostFolders = new Set<string>();
  readonly #anchors = new Set(['']);
  readonly #prefixes: readonly string[];
  readonly #pending = new Set<string>();
  #work = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #nextCheck: NodeJS.Timeout | undefined;
  #events = 0;
  #isComparing = false;
  #compareAt = performance.now() + COMPARE_EVERY_MS;
  #restUntil = 0;
  #stopped = false;
  #hasDeep = false;

  constructor(private readonly target: WatchTarget) {
    this.#prefixes = target.folders.map((folder) => (folder === '' ? '' : `${folder}/`));
    for (const folder of target.folders) {
      for (let name = folder; name !== ''; name = parentOf(name)) this.#anchors.add(name);
    }
  }

  async start(): Promise<void> {
    await this.#open('', false);
    this.#checkLater();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#nextCheck);
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  async #open(folder: string, report: boolean): Promise<void> {
    const identity = this.#identityOf(folder);
    if (identity === null || this.#stopped) return;
    const files = new Map<string, string>();
    const place = join(this.target.root, folder);
    try {
      await refuseOutside(this.target.root, folder, this.target.hiddenIn);
      if (this.#stopped) return;
      this.#folders.get(folder)?.watcher.close();
      // Starts the watch before the listing, so that no change between them is missed.
      const watcher = watch(place);
      watcher.on('error', (error) => this.#failed(folder, error));
      watcher.on('change', (type, name) => {
        // An event with the folder's own name can mean that the folder was moved, deleted or
        // unmounted.
        if (type === 'rename' && String(name) === basename(place)) this.#lost(folder);
        // Windows reports lost events as an event without a name.
        this.#events += name === null ? BURST : 1;
        if (name !== null) this.#changed(folder, String(name));
      });
      this.#folders.set(folder, { watcher, identity, files });
      const found = await this.#list(folder);
      for (const [name, stamp] of found.files) {
        files.set(name, stamp);
        if (report) this.#report(pathIn(folder, name));
      }
      for (const path of report ? this.target.known.there() : []) {
        if (parentOf(path) === folder && !files.has(basename(path))) this.#report(path);
      }
      for (const path of found.folders) await this.#open(path, report);
      this.#failures.delete(folder);
    } catch (error) {
      this.#failed(folder, error);
    }
  }

  async #list(folder: string): Promise<{
    readonly folders: readonly string[];
    readonly files: ReadonlyMap<string, string>;
  }> {
    const place = join(this.target.root, folder);
    const folders: string[] = [];
    const names: string[] = [];
    for (const entry of await readdir(place, { withFileTypes: true })) {
      const path = pathIn(folder, entry.name);
      if (!this.#isWanted(path)) continue;
      const isFolder =
        entry.isDirectory() || (this.#anchors.has(path) && this.#identityOf(path) !== null);
      if (isLeftOut(path, isFolder, this.target.hiddenIn)) continue;
      if (!isFolder) names.push(entry.name);
      else if (!this.#isTooDeep(path)) folders.push(path);
    }
    const files = new Map<string, string>();
    for (const [index, name] of names.entries()) {
      if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate();
      const stamp = stampIn(join(place, name));
      if (stamp !== absent) files.set(name, stamp);
    }
    return { folders, files };
  }

  #isTooDeep(folder: string): boolean {
    const error = tooDeep(folder);
    if (error && !this.#hasDeep) this.target.onError(error);
    this.#hasDeep ||= error !== null;
    return error !== null;
  }

  #lost(folder: string): void {
    if (this.#stopped) return;
    this.#lostFolders.add(folder);
    this.#lookSoon(folder);
  }

  #changed(folder: string, name: string): void {
    const path = pathIn(folder, name);
    if (this.#stopped || isLeftOut(path, true, this.target.hiddenIn)) return;
    if (this.#isWanted(path)) this.#lookSoon(path);
  }

  #lookSoon(path: string): void {
    this.#pending.add(path);
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
        this.#failed(path, error, this.#anchors.has(path) ? path : parentOf(path));
      }
    }
  }

  async #lookAt(path: string): Promise<void> {
    const identity = this.#identityOf(path);
    const known = this.#folders.get(path);
    if (identity === null && this.#identityOf('') === null) return;
    const isLost = this.#lostFolders.delete(path);
    if (known && (isLost || known.identity !== identity)) this.#close(path);
    if (identity === null) this.#lookAtFile(path);
    else if (!this.#folders.has(path) && !this.#isTooDeep(path)) await this.#open(path, true);
  }

  #lookAtFile(path: string): void {
    this.#failures.delete(path);
    if (isLeftOut(path, false, this.target.hiddenIn)) return;
    const files = this.#folders.get(parentOf(path))?.files;
    const name = basename(path);
    const stats = ifThere(() => lstatSync(join(this.target.root, path), { bigint: true }));
    const existed = files?.has(name) === true || this.target.known.isThere(path);
    if (stats) files?.set(name, stampOf(stats));
    else files?.delete(name);
    if (stats || existed) this.#report(path);
    else if (notUtf8(name)) this.target.onError(notUtf8(name), parentOf(path));
  }

  #checkLater(): void {
    if (this.#stopped) return;
    this.#nextCheck = setTimeout(() => {
      void this.#check().finally(() => this.#checkLater());
      const now = performance.now();
      const isDue = this.#events >= BURST || now >= this.#compareAt;
      if (isDue && now >= this.#restUntil && !this.#isComparing) void this.#compareAll(now);
      else if (!isDue) this.#events = 0;
    }, CHECK_EVERY_MS);
  }

  async #compareAll(begun: number): Promise<void> {
    this.#isComparing = true;
    this.#events = 0;
    for (const [folder, { identity, files }] of [...this.#folders]) {
      if (this.#stopped) return;
      try {
        await this.#compare(folder, identity, files);
      } catch (error) {
        if (isAbsence(error)) this.#lookSoon(folder);
        else this.#failed(folder, error);
      }
    }
    const now = performance.now();
    this.#restUntil = now + REST * (now - begun);
    this.#compareAt = now + COMPARE_EVERY_MS;
    this.#isComparing = false;
  }

  async #compare(
    folder: string,
    identity: string,
    known: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (identityIn(await this.#statsOf(folder)) !== identity) {
      this.#lookSoon(folder);
      return;
    }
    await refuseOutside(this.target.root, folder, this.target.hiddenIn);
    const { folders, files } = await this.#list(folder);
    for (const path of folders) if (!this.#folders.has(path)) this.#lookSoon(path);
    for (const name of new Set([...files.keys(), ...known.keys()])) {
      if (files.get(name) !== known.get(name)) this.#lookSoon(pathIn(folder, name));
    }
  }

  async #check(): Promise<void> {
    for (const folder of new Set([...this.#anchors, ...this.#failures.keys()])) {
      const stats = await this.#statsOf(folder).catch(() => null);
      if (this.#stopped) return;
      const identity = identityIn(stats);
      const known = this.#folders.get(folder)?.identity ?? null;
      if (identity !== known || this.#lostFolders.has(folder)) this.#lookSoon(folder);
      else if (identity === null) this.#failures.delete(folder);
    }
  }

  #close(folder: string): void {
    for (const [path, { watcher, files }] of this.#folders) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#folders.delete(path);
      for (const name of files.keys()) this.#report(pathIn(path, name));
    }
  }

  #failed(folder: string, error: unknown, named = folder): void {
    if (this.#stopped) return;
    this.#folders.get(folder)?.watcher.close();
    if (folder !== '' && this.#isGone(folder)) {
      this.#close(folder);
      return;
    }
    const code = systemErrorCode(error);
    const isNew = this.#failures.get(folder) !== code;
    this.#folders.delete(folder);
    this.#failures.set(folder, code);
    if (isNew) this.target.onError(error, named);
  }

  #report(path: string): void {
    if (!this.#stopped && this.#isInside(path)) this.target.onEvent(path);
  }

  #isInside(path: string): boolean {
    return this.#prefixes.some((prefix) => path.startsWith(prefix));
  }

  #isWanted(path: string): boolean {
    return this.#isInside(path) || this.#anchors.has(path);
  }

  #isGone(path: string): boolean {
    try {
      return this.#identityOf(path) === null;
    } catch {
      return false;
    }
  }

  #identityOf(path: string): string | null {
    const look = this.#anchors.has(path) ? statSync : lstatSync;
    return identityIn(ifThere(() => look(join(this.target.root, path), { bigint: true })));
  }

  #statsOf(path: string): Promise<BigIntStats> {
    const look = this.#anchors.has(path) ? stat : lstat;
    return look(join(this.target.root, path), { bigint: true });
  }
}

function ifThere<Stats>(look: () => Stats): Stats | null {
  try {
    return look();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));
}

const absent = '';

function stampOf({ size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${size}:${mtimeNs}:${ctimeNs}`;
}

function stampIn(file: string): string {
  try {
    return stampOf(lstatSync(file, { bigint: true }));
  } catch (error) {
    return isAbsence(error) ? absent : systemErrorCode(error);
  }
}

function identityIn(stats: BigIntStats | null): string | null {
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : null;
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
