import type { TAbstractFile, TFolder, Vault } from 'obsidian';
import { isFolder } from './explorer-model.js';

interface Dragging {
  readonly vault: Vault;
  /** What a drag that begins at this row takes along. */
  readonly dragged: (path: string) => TAbstractFile[];
  readonly move: (files: readonly TAbstractFile[], folder: TFolder) => Promise<void>;
}

/** Drag and drop between rows, by the browser's own drag events. */
export function dragRows(list: HTMLElement, { vault, dragged, move }: Dragging): void {
  let files: TAbstractFile[] = [];
  let over: Element | null = null;

  const highlight = (element: Element | null): void => {
    over?.removeClass('is-being-dragged-over');
    over = element;
    over?.addClass('is-being-dragged-over');
  };

  list.addEventListener('dragstart', (event) => {
    const row = rowOf(event);
    const path = row?.getAttr('data-path');
    if (!path || !event.dataTransfer) return;
    files = dragged(path);
    event.dataTransfer.effectAllowed = 'all';
    event.dataTransfer.setData('text/plain', files.map((file) => file.path).join('\n'));
    const ghost = list.doc.body.createDiv({
      cls: 'drag-ghost',
      text: files.length === 1 ? (files[0]?.name ?? '') : `${files.length} items`,
    });
    event.dataTransfer.setDragImage(ghost, 10, 10);
    list.win.setTimeout(() => ghost.remove(), 0);
  });

  list.addEventListener('dragover', (event) => {
    const folder = folderUnder(event);
    if (files.length === 0 || !folder || files.some((file) => holds(file, folder))) {
      return highlight(null);
    }
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
    const row = list.find(`[data-path="${CSS.escape(folder.path)}"]`) as Element | null;
    highlight(row?.parentElement ?? list);
  });

  list.addEventListener('dragleave', (event) => {
    if (!list.contains(event.relatedTarget as Node | null)) highlight(null);
  });

  list.addEventListener('drop', (event) => {
    const folder = folderUnder(event);
    const taken = files;
    files = [];
    highlight(null);
    if (!folder || taken.length === 0) return;
    event.preventDefault();
    void move(taken, folder);
  });

  list.addEventListener('dragend', () => {
    files = [];
    highlight(null);
  });

  /** A row's folder: itself, or the one its file lies in; beside all rows, the root. */
  function folderUnder(event: DragEvent): TFolder | null {
    const target = event.target as Element;
    const row =
      rowOf(event) ?? target.closest('.nav-folder')?.querySelector(':scope > .nav-folder-title');
    const path = row?.getAttr('data-path');
    if (!path) return vault.getRoot();
    const file = vault.getAbstractFileByPath(path);
    if (!file) return null;
    return isFolder(file) ? file : file.parent;
  }
}

function rowOf(event: DragEvent): Element | null {
  const target = event.target as Node;
  const element = target.nodeType === 1 ? (target as Element) : target.parentElement;
  return element?.closest('[data-path]') ?? null;
}

function holds(file: TAbstractFile, folder: TFolder): boolean {
  return file === folder || folder.path.startsWith(`${file.path}/`);
}
