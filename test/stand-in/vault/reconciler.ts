import type * as Obsidian from 'obsidian';
import type { DiskStat, VaultDisk } from '../disk/vault-disk.js';
import { TFile, TFolder, type TAbstractFile } from './abstract-file.js';
import { isHidden, joinPath, parentOf } from './vault-paths.js';
import { descendantsOf, type VaultTree } from './vault-tree.js';

export type VaultEvent = 'create' | 'modify' | 'delete' | 'rename';
export type Announce = (event: VaultEvent, entry: TAbstractFile, oldPath?: string) => void;

/**
 * Brings the tree in line with the disk, entry by entry, and announces the difference. API writes
 * and outside changes go the same way, so the echo of a write finds nothing to say. All of it runs
 * in turns of the vault's queue.
 */
export class Reconciler {
  private readonly seen = new WeakMap<TFile, DiskStat>();

  constructor(
    private readonly disk: VaultDisk,
    private readonly tree: VaultTree,
    private readonly vault: Obsidian.Vault,
    private readonly announce: Announce,
  ) {}

  /** The whole vault at start: `create` for every entry (obsidian.d.ts:7552). */
  async scan(): Promise<void> {
    const root = await this.disk.stat('');
    await this.scanFolder('', root === null ? [] : [root.ino]);
  }

  /** Looks at one path. `written`: the API wrote it just now, whatever the time stamps say. */
  async reconcile(path: string, written = false): Promise<void> {
    if (isHidden(path)) return;
    await this.settle(path, await this.disk.stat(path), written);
  }

  async settle(path: string, found: DiskStat | null, written = false): Promise<void> {
    if (isHidden(path)) return;
    const known = this.tree.get(path);
    if (known !== null && (found === null || typeOf(known) !== found.type)) this.forget(known);
    if (found === null) return;
    if (this.tree.folder(parentOf(path)) === null) await this.reconcile(parentOf(path));
    const entry = this.tree.get(path);
    if (entry instanceof TFile) this.compare(entry, found, written && known !== null);
    else if (entry === null) await this.appear(path, found);
  }

  /** Makes sure that the tree knows a folder which something is about to move into. */
  async ensureFolder(path: string): Promise<void> {
    if (this.tree.folder(path) === null) await this.reconcile(path);
  }

  /**
   * After a move through the API. Reported (obsidian-releases#772): for a folder, `rename` comes for
   * the folder first, then for each descendant; each has its new path from its own event on (A3).
   */
  async moved(from: string, to: string): Promise<void> {
    const entry = this.tree.get(from);
    if (isHidden(to)) {
      if (entry !== null) this.forget(entry);
      return;
    }
    if (entry === null) return this.reconcile(to);
    const all = entry instanceof TFolder ? [entry, ...descendantsOf(entry)] : [entry];
    for (const each of all) {
      const oldPath = each.path;
      this.tree.move(each, to + oldPath.slice(from.length));
      this.announce('rename', each, oldPath);
    }
  }

  /** `delete` for the entry, after what it holds (A4). */
  forget(entry: TAbstractFile): void {
    const inside = entry instanceof TFolder ? descendantsOf(entry).reverse() : [];
    for (const each of [...inside, entry]) {
      this.tree.remove(each);
      this.announce('delete', each);
    }
  }

  private compare(file: TFile, found: DiskStat, written: boolean): void {
    const before = this.seen.get(file);
    if (!written && before !== undefined && isSame(before, found)) return;
    this.take(file, found);
    this.announce('modify', file);
  }

  private async appear(path: string, found: DiskStat): Promise<void> {
    if (found.type === 'folder') {
      this.addFolder(path);
      await this.scanFolder(path, [found.ino]);
    } else {
      this.addFile(path, found);
    }
  }

  /** `above`: identities of the folders on the way down, so that a link to one of them ends it. */
  private async scanFolder(path: string, above: readonly number[]): Promise<void> {
    const entries = await this.disk.list(path).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const inside = joinPath(path, entry.name);
      if (isHidden(inside) || this.tree.get(inside) !== null) continue;
      if (entry.type === 'file') {
        this.addFile(inside, entry);
      } else if (!above.includes(entry.ino)) {
        this.addFolder(inside);
        await this.scanFolder(inside, [...above, entry.ino]);
      }
    }
  }

  private addFolder(path: string): void {
    const folder = new TFolder(this.vault, path);
    this.tree.add(folder);
    this.announce('create', folder);
  }

  private addFile(path: string, found: DiskStat): void {
    const file = new TFile(this.vault, path, { ctime: 0, mtime: 0, size: 0 });
    this.take(file, found);
    this.tree.add(file);
    this.announce('create', file);
  }

  private take(file: TFile, found: DiskStat): void {
    this.seen.set(file, found);
    file.stat = fileStats(found);
  }
}

/** Whole milliseconds, as plugins see them (A5). */
export function fileStats(found: DiskStat): Obsidian.FileStats {
  return {
    ctime: Math.round(found.ctimeMs),
    mtime: Math.round(found.mtimeMs),
    size: found.size,
  };
}

function typeOf(entry: TAbstractFile): DiskStat['type'] {
  return entry instanceof TFolder ? 'folder' : 'file';
}

function isSame(a: DiskStat, b: DiskStat): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino;
}
