import type * as Obsidian from 'obsidian';
import { Events } from '../load/events.js';
import { TFile, TFolder, type TAbstractFile } from './abstract-file.js';
import { encode, type Adapter } from './adapter.js';
import { baseName, normalizePath } from './vault-paths.js';
import type { VaultTree } from './vault-tree.js';

/** Documented: obsidian.d.ts:7321, `class Vault`. What happens on the disk is the adapter's part. */
export class Vault extends Events implements Omit<Obsidian.Vault, 'adapter' | 'getResourcePath'> {
  declare adapter: Adapter;
  configDir = '.obsidian';
  declare private tree: VaultTree;
  private readonly texts = new Map<string, { readonly mtime: number; readonly text: string }>();

  /** Gives the vault what it stands on; before this it can do nothing. */
  mount(adapter: Adapter, tree: VaultTree): void {
    this.adapter = adapter;
    this.tree = tree;
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.tree.root;
  }

  getFileByPath(path: string): TFile | null {
    return this.tree.file(path);
  }

  getFolderByPath(path: string): TFolder | null {
    return this.tree.folder(path);
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.tree.get(path);
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return this.tree.all();
  }

  getAllFolders(includeRoot = false): TFolder[] {
    const folders = this.tree.all().filter((entry) => entry instanceof TFolder);
    return includeRoot ? folders : folders.filter((folder) => !folder.isRoot());
  }

  getFiles(): TFile[] {
    return this.tree.files();
  }

  getMarkdownFiles(): TFile[] {
    return this.tree.files().filter(({ extension }) => extension === 'md');
  }

  async create(path: string, data: string, options?: Obsidian.DataWriteOptions): Promise<TFile> {
    const target = normalizePath(path);
    await this.adapter.make(target, encode(data), options);
    return this.made(target, this.tree.file(target));
  }

  async createBinary(
    path: string,
    data: ArrayBuffer,
    options?: Obsidian.DataWriteOptions,
  ): Promise<TFile> {
    const target = normalizePath(path);
    await this.adapter.make(target, new Uint8Array(data), options);
    return this.made(target, this.tree.file(target));
  }

  /** Documented: throws when it is there. Makes the folders above too (A10). */
  async createFolder(path: string): Promise<TFolder> {
    const target = normalizePath(path);
    if (await this.adapter.exists(target)) throw new Error('Folder already exists.');
    await this.adapter.mkdir(target);
    return this.made(target, this.tree.folder(target));
  }

  read(file: Obsidian.TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  /** Documented: for display only; a change that the vault has not seen yet is not in it. */
  async cachedRead(file: Obsidian.TFile): Promise<string> {
    const { mtime } = file.stat;
    const cached = this.texts.get(file.path);
    if (cached?.mtime === mtime) return cached.text;
    const text = await this.adapter.read(file.path);
    this.texts.set(file.path, { mtime, text });
    return text;
  }

  readBinary(file: Obsidian.TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  modify(file: Obsidian.TFile, data: string, options?: Obsidian.DataWriteOptions): Promise<void> {
    return this.adapter.write(file.path, data, options);
  }

  modifyBinary(
    file: Obsidian.TFile,
    data: ArrayBuffer,
    options?: Obsidian.DataWriteOptions,
  ): Promise<void> {
    return this.adapter.writeBinary(file.path, data, options);
  }

  append(file: Obsidian.TFile, data: string, options?: Obsidian.DataWriteOptions): Promise<void> {
    return this.adapter.append(file.path, data, options);
  }

  appendBinary(
    file: Obsidian.TFile,
    data: ArrayBuffer,
    options?: Obsidian.DataWriteOptions,
  ): Promise<void> {
    return this.adapter.appendBinary(file.path, data, options);
  }

  process(
    file: Obsidian.TFile,
    edit: (data: string) => string,
    options?: Obsidian.DataWriteOptions,
  ): Promise<string> {
    return this.adapter.process(file.path, edit, options);
  }

  /** A folder that is not empty only with `force` (A11). */
  async delete(file: Obsidian.TAbstractFile, force = false): Promise<void> {
    if (file instanceof TFolder) await this.adapter.rmdir(file.path, force);
    else await this.adapter.remove(file.path);
  }

  async trash(file: Obsidian.TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem())) return;
    await this.adapter.trashLocal(file.path);
  }

  rename(file: Obsidian.TAbstractFile, newPath: string): Promise<void> {
    return this.adapter.rename(file.path, normalizePath(newPath));
  }

  async copy<T extends Obsidian.TAbstractFile>(file: T, newPath: string): Promise<T> {
    if (!(file instanceof TFile)) throw new Error('The stand-in copies no folders');
    const target = normalizePath(newPath);
    await this.adapter.copy(file.path, target);
    return this.made(target, this.tree.file(target)) as Obsidian.TAbstractFile as T;
  }

  static recurseChildren(
    root: Obsidian.TFolder,
    callback: (file: Obsidian.TAbstractFile) => unknown,
  ): void {
    callback(root);
    for (const child of root.children) {
      if (child instanceof TFolder) Vault.recurseChildren(child, callback);
      else callback(child);
    }
  }

  private made<T>(path: string, entry: T | null): T {
    if (entry !== null) return entry;
    throw new Error(`The stand-in makes no hidden entries through the vault: ${baseName(path)}`);
  }
}
