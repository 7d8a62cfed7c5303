import type { TAbstractFile, TFolder, Vault } from 'obsidian';

/** A row of the file explorer. */
export interface Row {
  readonly file: TAbstractFile;
  readonly folder: boolean;
  readonly depth: number;
}

export function isFolder(file: TAbstractFile): file is TFolder {
  return 'children' in file;
}

/** What the explorer shows: entries of open folders, folders first, by name. */
export function rowsOf(vault: Vault, isOpen: (path: string) => boolean): Row[] {
  const rows: Row[] = [];
  const add = (folder: TFolder, depth: number): void => {
    for (const file of sortedChildren(folder)) {
      rows.push({ file, folder: isFolder(file), depth });
      if (isFolder(file) && isOpen(file.path)) add(file, depth + 1);
    }
  };
  add(vault.getRoot(), 0);
  return rows;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function sortedChildren(folder: TFolder): TAbstractFile[] {
  return [...folder.children].sort(
    (a, b) => Number(isFolder(b)) - Number(isFolder(a)) || byName.compare(a.name, b.name),
  );
}

/** What the explorer calls an entry: a note without its extension. */
export function labelOf(file: TAbstractFile): string {
  return isFolder(file) ? file.name : file.name.replace(/\.md$/, '');
}

/** Entries that lie in no other entry of the list: moving a folder moves what it holds. */
export function outermost(files: readonly TAbstractFile[]): TAbstractFile[] {
  return files.filter(
    (file) => !files.some((other) => other !== file && file.path.startsWith(`${other.path}/`)),
  );
}
