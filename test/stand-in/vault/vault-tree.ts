import { TFile, TFolder, type TAbstractFile } from './abstract-file.js';
import { parentOf } from './vault-paths.js';

/** The vault's entries by path. Knows no disk and no events. Case-sensitive: obsidian.d.ts:7364. */
export class VaultTree {
  private readonly entries = new Map<string, TAbstractFile>();
  readonly root: TFolder;

  constructor(root: TFolder) {
    this.root = root;
    root.setPath('/');
    root.name = '';
    this.entries.set('/', root);
  }

  get(path: string): TAbstractFile | null {
    return this.entries.get(path === '' ? '/' : path) ?? null;
  }

  file(path: string): TFile | null {
    const entry = this.get(path);
    return entry instanceof TFile ? entry : null;
  }

  folder(path: string): TFolder | null {
    const entry = this.get(path);
    return entry instanceof TFolder ? entry : null;
  }

  /** Every entry, the root first, folders before what they hold. */
  all(): TAbstractFile[] {
    return [...this.entries.values()];
  }

  files(): TFile[] {
    return this.all().filter((entry) => entry instanceof TFile);
  }

  /** Its folder must be in the tree. */
  add(entry: TAbstractFile): void {
    this.entries.set(entry.path, entry);
    this.attach(entry);
  }

  /** What it holds must be gone before. */
  remove(entry: TAbstractFile): void {
    this.entries.delete(entry.path);
    this.detach(entry);
    entry.deleted = true;
  }

  /** Gives one entry another path; what it holds keeps theirs. */
  move(entry: TAbstractFile, path: string): void {
    this.entries.delete(entry.path);
    this.detach(entry);
    entry.setPath(path);
    this.entries.set(path, entry);
    this.attach(entry);
  }

  private attach(entry: TAbstractFile): void {
    const parent = this.folder(parentOf(entry.path));
    if (parent === null) throw new Error(`The tree has no folder for ${entry.path}`);
    entry.parent = parent;
    parent.children.push(entry);
  }

  private detach(entry: TAbstractFile): void {
    const siblings = entry.parent?.children ?? [];
    const at = siblings.indexOf(entry);
    if (at >= 0) siblings.splice(at, 1);
  }
}

/** What a folder holds, all the way down, each folder before its content. */
export function descendantsOf(folder: TFolder): TAbstractFile[] {
  return folder.children.flatMap((child) =>
    child instanceof TFolder ? [child, ...descendantsOf(child)] : [child],
  );
}
