import type * as Obsidian from 'obsidian';
import type { Assumptions } from '../device/assumptions.js';
import type { VaultDisk } from '../disk/vault-disk.js';
import { fileStats, type Reconciler } from './reconciler.js';
import type { SerialQueue } from './serial-queue.js';
import { baseName, joinPath, parentOf } from './vault-paths.js';
import type { VaultTree } from './vault-tree.js';

/** What every adapter stands on. */
export interface AdapterParts {
  readonly disk: VaultDisk;
  readonly tree: VaultTree;
  readonly queue: SerialQueue;
  readonly reconciler: Reconciler;
  readonly assumptions: Assumptions;
}

/** Documented: obsidian.d.ts, `interface DataAdapter`. One operation at a time (A7). */
export abstract class Adapter implements Omit<Obsidian.DataAdapter, 'getResourcePath'> {
  constructor(protected readonly parts: AdapterParts) {}

  getName(): string {
    return baseName(this.parts.disk.basePath);
  }

  getFullPath(path: string): string {
    return `${this.parts.disk.basePath}/${path}`;
  }

  async exists(path: string): Promise<boolean> {
    return (await this.parts.disk.stat(onDisk(path))) !== null;
  }

  async stat(path: string): Promise<Obsidian.Stat | null> {
    const found = await this.parts.disk.stat(onDisk(path));
    return found === null ? null : { type: found.type, ...fileStats(found) };
  }

  async list(path: string): Promise<Obsidian.ListedFiles> {
    const folder = onDisk(path);
    const entries = await this.parts.disk.list(folder);
    const of = (type: 'file' | 'folder'): string[] =>
      entries.filter((entry) => entry.type === type).map(({ name }) => joinPath(folder, name));
    return { files: of('file'), folders: of('folder') };
  }

  async read(path: string): Promise<string> {
    return this.decode(await this.parts.disk.read(onDisk(path)));
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    return new Uint8Array(await this.parts.disk.read(onDisk(path))).buffer;
  }

  write(path: string, data: string, options?: Obsidian.DataWriteOptions): Promise<void> {
    return this.writing(path, options, (target) => this.parts.disk.write(target, encode(data)));
  }

  writeBinary(path: string, data: ArrayBuffer, options?: Obsidian.DataWriteOptions): Promise<void> {
    const bytes = new Uint8Array(data);
    return this.writing(path, options, (target) => this.parts.disk.write(target, bytes));
  }

  append(path: string, data: string, options?: Obsidian.DataWriteOptions): Promise<void> {
    return this.writing(path, options, (target) => this.parts.disk.append(target, encode(data)));
  }

  appendBinary(
    path: string,
    data: ArrayBuffer,
    options?: Obsidian.DataWriteOptions,
  ): Promise<void> {
    const bytes = new Uint8Array(data);
    return this.writing(path, options, (target) => this.parts.disk.append(target, bytes));
  }

  /** Documented (obsidian.d.ts:7496): atomic, synchronous callback. Truncates in place (A8). */
  process(
    path: string,
    edit: (data: string) => string,
    options?: Obsidian.DataWriteOptions,
  ): Promise<string> {
    const target = onDisk(path);
    return this.parts.queue.run(async () => {
      const before = await this.read(target);
      const after = edit(before);
      if (after !== before) {
        await this.parts.disk.write(target, encode(after));
        await this.written(target, options);
      }
      return after;
    });
  }

  mkdir(path: string): Promise<void> {
    const target = onDisk(path);
    return this.parts.queue.run(async () => {
      await this.parts.disk.mkdir(target);
      await this.parts.reconciler.reconcile(target);
    });
  }

  /** There is no system trash in the stand-in, as on a phone. */
  async trashSystem(): Promise<boolean> {
    return false;
  }

  /** Documented: into `.trash` at the vault's root. */
  trashLocal(path: string): Promise<void> {
    const from = onDisk(path);
    return this.parts.queue.run(async () => {
      await this.parts.disk.mkdir('.trash');
      let to = `.trash/${baseName(from)}`;
      for (let n = 2; (await this.parts.disk.stat(to)) !== null; n += 1) {
        to = `.trash/${n} ${baseName(from)}`;
      }
      await this.parts.disk.rename(from, to);
      await this.parts.reconciler.moved(from, to);
    });
  }

  rmdir(path: string, recursive: boolean): Promise<void> {
    const target = onDisk(path);
    return this.parts.queue.run(async () => {
      await this.parts.disk.rmdir(target, recursive);
      await this.parts.reconciler.reconcile(target);
    });
  }

  remove(path: string): Promise<void> {
    const target = onDisk(path);
    return this.parts.queue.run(async () => {
      await this.parts.disk.remove(target);
      await this.parts.reconciler.reconcile(target);
    });
  }

  /** Reported: onto an existing file it throws, so nothing can be replaced this way. */
  rename(path: string, newPath: string): Promise<void> {
    const from = onDisk(path);
    const to = onDisk(newPath);
    return this.parts.queue.run(async () => {
      if (from === to) return;
      if ((await this.parts.disk.stat(to)) !== null) {
        throw new Error('Destination file already exists!');
      }
      await this.parts.reconciler.ensureFolder(parentOf(to));
      await this.parts.disk.rename(from, to);
      await this.parts.reconciler.moved(from, to);
    });
  }

  copy(path: string, newPath: string): Promise<void> {
    const from = onDisk(path);
    const to = onDisk(newPath);
    return this.parts.queue.run(async () => {
      if ((await this.parts.disk.stat(to)) !== null) {
        throw new Error('Destination file already exists!');
      }
      await this.parts.disk.write(to, await this.parts.disk.read(from));
      await this.parts.reconciler.reconcile(to, true);
    });
  }

  /** `write`, but only where nothing lies yet. Not exclusive against others, as no app's is (A9). */
  make(path: string, bytes: Uint8Array, options?: Obsidian.DataWriteOptions): Promise<void> {
    return this.writing(path, options, async (target) => {
      if ((await this.parts.disk.stat(target)) !== null) throw new Error('File already exists.');
      await this.parts.disk.write(target, bytes);
    });
  }

  decode(bytes: Uint8Array): string {
    const kept = this.parts.assumptions.byteOrderMark === 'kept';
    return new TextDecoder('utf-8', { ignoreBOM: kept }).decode(bytes);
  }

  private writing(
    path: string,
    options: Obsidian.DataWriteOptions | undefined,
    write: (target: string) => Promise<void>,
  ): Promise<void> {
    const target = onDisk(path);
    return this.parts.queue.run(async () => {
      await write(target);
      await this.written(target, options);
    });
  }

  private async written(path: string, options?: Obsidian.DataWriteOptions): Promise<void> {
    if (options?.mtime !== undefined) await this.parts.disk.touch(path, options.mtime);
    await this.parts.reconciler.reconcile(path, true);
  }
}

/** Documented: obsidian.d.ts:2996, the adapter of the desktop app. */
export class FileSystemAdapter
  extends Adapter
  implements Omit<Obsidian.FileSystemAdapter, 'getResourcePath' | 'getFilePath'>
{
  getBasePath(): string {
    return this.parts.disk.basePath;
  }
}

/** Documented: obsidian.d.ts:1483, the adapter of the phone app. */
export class CapacitorAdapter
  extends Adapter
  implements Omit<Obsidian.CapacitorAdapter, 'getResourcePath'> {}

/** Text that UTF-8 cannot hold becomes U+FFFD, as `TextEncoder` does. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function onDisk(path: string): string {
  return path === '/' ? '' : path;
}
