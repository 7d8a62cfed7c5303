import type * as Obsidian from 'obsidian';

/** Documented: obsidian.d.ts, `class TAbstractFile`. An entry keeps its identity when it moves. */
export abstract class TAbstractFile implements Obsidian.TAbstractFile {
  vault: Obsidian.Vault;
  path = '';
  name = '';
  parent: TFolder | null = null;
  /** Set once the entry is gone from the vault, as plugins see it on stale references. */
  deleted = false;

  constructor(vault: Obsidian.Vault, path: string) {
    this.vault = vault;
    this.setPath(path);
  }

  setPath(path: string): void {
    this.path = path;
    this.name = path.slice(path.lastIndexOf('/') + 1);
  }
}

/** Documented: obsidian.d.ts, `class TFile`. `extension` is in lower case, without the dot. */
export class TFile extends TAbstractFile implements Obsidian.TFile {
  declare basename: string;
  declare extension: string;
  stat: Obsidian.FileStats;

  constructor(vault: Obsidian.Vault, path: string, stat: Obsidian.FileStats) {
    super(vault, path);
    this.stat = stat;
  }

  override setPath(path: string): void {
    super.setPath(path);
    const dot = this.name.lastIndexOf('.');
    const named = dot > 0;
    this.basename = named ? this.name.slice(0, dot) : this.name;
    this.extension = named ? this.name.slice(dot + 1).toLowerCase() : '';
  }
}

/** Documented: obsidian.d.ts, `class TFolder`. The root's path is `/`. */
export class TFolder extends TAbstractFile implements Obsidian.TFolder {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}
