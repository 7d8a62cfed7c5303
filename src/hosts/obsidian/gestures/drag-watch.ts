import { TFile, type App, type Vault } from 'obsidian';
import { witnessGesture } from '../../../core/request/approval/gesture.js';
import { ApproveDrop, type DropListener } from './approve-drop.js';
import { pathOfTrustedEvent } from './trusted-event.js';

export interface DragWatchOptions extends DropListener {
  readonly approvedFolder: () => string;
}

/** Watches for a note that a person drags to Approved. The returned function ends the watch. */
export function watchDrags(
  { vault, workspace }: Pick<App, 'vault' | 'workspace'>,
  { approvedFolder, ...listener }: DragWatchOptions,
): () => void {
  const drop = new ApproveDrop(listener);
  const documents = new Map<Document, () => void>();
  let dragged: string | null = null;
  // HTML in a note can look like an entry of the file explorer.
  const entryOf = (event: Event, entry: string): Element | null => {
    const found = elementOf(event)?.closest(entry) ?? null;
    const explorers = workspace.getLeavesOfType('file-explorer');
    return explorers.some(({ view }) => view.containerEl.contains(found)) ? found : null;
  };

  const onDragStart = (event: Event): void => {
    dragged = onlyNoteDragged(vault, entryOf(event, '.nav-file-title[data-path]'));
  };
  const onDragEnd = (): void => {
    dragged = null;
  };
  const onDrop = (event: Event): void => {
    const note = dragged;
    dragged = null;
    const folder = pathOf(entryOf(event, '.nav-folder-title[data-path]'));
    const approved = approvedFolder();
    if (note === null || folder === null) return;
    if (folder !== approved && !folder.startsWith(`${approved}/`)) return;
    drop.dropped(note, folder, witnessGesture('drop', Date.now()));
  };
  const listen = (document: Document): void => {
    if (documents.has(document)) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    document.addEventListener('dragstart', onDragStart, options);
    document.addEventListener('dragend', onDragEnd, options);
    document.addEventListener('drop', onDrop, options);
    documents.set(document, () => stop.abort());
  };

  workspace.iterateAllLeaves(({ view }) => listen(view.containerEl.ownerDocument));
  const opened = workspace.on('window-open', (_item, { document }) => listen(document));
  const closed = workspace.on('window-close', (_item, { document }) => {
    documents.get(document)?.();
    documents.delete(document);
  });
  const renamed = vault.on('rename', (entry, oldPath) => {
    if (entry.path.startsWith(`${approvedFolder()}/`)) drop.moved(oldPath, entry.path);
  });
  return () => {
    workspace.offref(opened);
    workspace.offref(closed);
    vault.offref(renamed);
    for (const stop of documents.values()) stop();
    documents.clear();
  };
}

function onlyNoteDragged(vault: Vault, entry: Element | null): string | null {
  const path = pathOf(entry);
  const explorer = entry?.closest('.nav-files-container');
  const selected = explorer?.querySelectorAll('.is-selected[data-path]').length ?? 0;
  if (path === null || selected > 1) return null;
  return vault.getAbstractFileByPath(path) instanceof TFile ? path : null;
}

function pathOf(entry: Element | null): string | null {
  return entry?.getAttribute('data-path') ?? null;
}

function elementOf(event: Event): Element | null {
  const target = pathOfTrustedEvent(event)?.[0] as Partial<Element> | undefined;
  if (target === undefined) return null;
  return typeof target.closest === 'function' ? (target as Element) : null;
}
