import type * as Obsidian from 'obsidian';
import { ItemView } from '../../workspace/view.js';
import { setIcon } from '../icons.js';
import { tell } from '../tell.js';
import { dragRows } from './explorer-drag.js';
import { openExplorerMenu } from './explorer-menu.js';
import { isFolder, labelOf, outermost, rowsOf, type Row } from './explorer-model.js';
import { ExplorerSelection } from './explorer-selection.js';
import { renameInPlace } from './rename-in-place.js';

const OPEN_KEY = 'stand-in-open-folders';

/** The file explorer. Rows keep their elements while they are shown, so a drag is not cut off. */
export class FileExplorerView extends ItemView {
  override icon = 'folder-closed';
  private readonly openFolders: Set<string>;
  private readonly selection = new ExplorerSelection();
  private readonly elements = new Map<Obsidian.TAbstractFile, HTMLElement>();
  private readonly list: HTMLElement;
  private rows: Row[] = [];
  private frame = 0;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super(leaf);
    const stored = this.app.loadLocalStorage(OPEN_KEY) as string[] | null;
    this.openFolders = new Set(stored ?? []);
    this.headerEl.hide();
    this.drawButtons();
    this.list = this.contentEl.createDiv({
      cls: 'nav-files-container',
      attr: { role: 'tree', 'aria-label': 'Files' },
    });
    dragRows(this.list, {
      vault: this.app.vault,
      dragged: (path) => this.dragged(path),
      move: (files, folder) => this.move(files, folder),
    });
  }

  override getViewType(): string {
    return 'file-explorer';
  }

  override getDisplayText(): string {
    return 'Files';
  }

  protected override async onOpen(): Promise<void> {
    const { vault, workspace } = this.app;
    const refresh = (): void => this.refresh();
    this.registerEvent(vault.on('create', refresh));
    this.registerEvent(vault.on('delete', refresh));
    this.registerEvent(vault.on('rename', (file, oldPath) => this.renamed(file, oldPath)));
    this.registerEvent(workspace.on('file-open', refresh));
    this.register(() => cancelAnimationFrame(this.frame));
    this.draw();
  }

  /** Opens the folders around a file, and brings its row into sight. */
  revealInFolder(file: Obsidian.TAbstractFile): void {
    for (let folder = file.parent; folder && !folder.isRoot(); folder = folder.parent) {
      this.openFolders.add(folder.path);
    }
    this.storeOpen();
    this.draw();
    this.elements.get(file)?.scrollIntoView({ block: 'center' });
  }

  /** What a drag of the row takes along: the selection when the row is part of it. */
  private dragged(path: string): Obsidian.TAbstractFile[] {
    if (!this.selection.has(path)) {
      this.selection.clear();
      this.draw();
    }
    const shown = this.rows.map(({ file }) => file.path);
    const paths = this.selection.has(path) ? this.selection.among(shown) : [path];
    return outermost(paths.flatMap((each) => this.app.vault.getAbstractFileByPath(each) ?? []));
  }

  private async move(
    files: readonly Obsidian.TAbstractFile[],
    folder: Obsidian.TFolder,
  ): Promise<void> {
    const prefix = folder.isRoot() ? '' : `${folder.path}/`;
    for (const file of files) {
      if (file.parent === folder || file === folder) continue;
      await tell(() => this.app.fileManager.renameFile(file, `${prefix}${file.name}`));
    }
    this.selection.clear();
    this.refresh();
  }

  private renamed(file: Obsidian.TAbstractFile, oldPath: string): void {
    if (isFolder(file) && this.openFolders.delete(oldPath)) {
      this.openFolders.add(file.path);
      this.storeOpen();
    }
    this.refresh();
  }

  private refresh(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.rows = rowsOf(this.app.vault, (path) => this.openFolders.has(path));
    this.selection.keep(this.rows.map(({ file }) => file.path));
    const shown = new Set(this.rows.map(({ file }) => file));
    for (const [file, element] of this.elements) {
      if (shown.has(file)) continue;
      element.remove();
      this.elements.delete(file);
    }
    const active = this.app.workspace.getActiveFile();
    const containers = [this.list];
    const filled = new Map<HTMLElement, number>();
    for (const row of this.rows) {
      const container = containers[row.depth] ?? this.list;
      const element = this.elements.get(row.file) ?? this.makeRow(row);
      const at = filled.get(container) ?? 0;
      filled.set(container, at + 1);
      const there = container.children[at] ?? null;
      if (there !== element) container.insertBefore(element, there);
      this.paint(row, element, active);
      containers[row.depth + 1] = element.lastElementChild as HTMLElement;
    }
  }

  private makeRow({ file, folder }: Row): HTMLElement {
    const kind = folder ? 'folder' : 'file';
    const element = createDiv(`tree-item nav-${kind}`);
    this.elements.set(file, element);
    const self = element.createDiv({
      cls: `tree-item-self nav-${kind}-title is-clickable tappable`,
      attr: { draggable: 'true', role: 'treeitem', tabindex: '-1' },
    });
    if (folder) {
      self.addClass('mod-collapsible');
      setIcon(self.createDiv('tree-item-icon collapse-icon'), 'chevron-right');
    }
    self.createDiv(`tree-item-inner nav-${kind}-title-content`);
    self.addEventListener('click', (event) => this.press(file, event));
    self.addEventListener('contextmenu', (event) => this.openMenu(file, event));
    self.addEventListener('keydown', (event) => {
      if (event.key === 'F2') this.rename(file);
    });
    element.createDiv(folder ? 'tree-item-children nav-folder-children' : 'tree-item-children');
    return element;
  }

  private paint({ file, folder, depth }: Row, element: HTMLElement, active: unknown): void {
    const self = element.firstElementChild as HTMLElement;
    const label = self.lastElementChild as HTMLElement;
    const isOpen = folder && this.openFolders.has(file.path);
    self.setAttr('data-path', file.path);
    self.setAttr('aria-expanded', folder ? String(isOpen) : null);
    self.setAttr('aria-selected', String(this.selection.has(file.path)));
    self.style.setProperty('--depth', String(depth));
    self.toggleClass('is-active', file === active);
    self.toggleClass('is-selected', this.selection.has(file.path));
    element.toggleClass('is-collapsed', folder && !isOpen);
    if (!label.isContentEditable && label.textContent !== labelOf(file)) {
      label.setText(labelOf(file));
    }
    const extension = (file as Partial<Obsidian.TFile>).extension;
    label.setAttr('data-extension', extension && extension !== 'md' ? extension : null);
  }

  private press(file: Obsidian.TAbstractFile, event: MouseEvent): void {
    const shown = this.rows.map((row) => row.file.path);
    const selects = this.selection.press(file.path, event, shown);
    if (!selects && isFolder(file)) {
      if (!this.openFolders.delete(file.path)) this.openFolders.add(file.path);
      this.storeOpen();
    } else if (!selects) {
      void tell(() => this.app.workspace.getLeaf(false).openFile(file as Obsidian.TFile));
      if (this.leaf.workspace.phone) this.leaf.workspace.leftSplit.collapse();
    }
    this.draw();
  }

  private openMenu(file: Obsidian.TAbstractFile, event: MouseEvent): void {
    event.preventDefault();
    const files = this.selection.has(file.path) ? this.dragged(file.path) : [file];
    openExplorerMenu(this.leaf, files, event, {
      rename: () => this.rename(file),
      move: (folder) => this.move(files, folder),
    });
  }

  private rename(file: Obsidian.TAbstractFile): void {
    const label = this.elements.get(file)?.firstElementChild
      ?.lastElementChild as HTMLElement | null;
    if (!label) return;
    renameInPlace(label, (name) => {
      const folder = file.parent && !file.parent.isRoot() ? `${file.parent.path}/` : '';
      const extension = isFolder(file) || !file.name.endsWith('.md') ? '' : '.md';
      const path = `${folder}${name}${extension}`;
      if (name && path !== file.path) {
        void tell(() => this.app.fileManager.renameFile(file, path));
      }
      label.setText(labelOf(file));
    });
  }

  private drawButtons(): void {
    const bar = this.contentEl.createDiv('nav-header').createDiv('nav-buttons-container');
    const add = (icon: string, name: string, press: () => unknown): void => {
      const button = bar.createEl('button', {
        cls: 'clickable-icon nav-action-button',
        attr: { 'aria-label': name, title: name },
      });
      setIcon(button, icon);
      button.addEventListener('click', () => void tell(press));
    };
    const { vault } = this.app;
    add('square-pen', 'New note', async () => {
      const file = await vault.create(freePath(vault, 'Untitled', '.md'), '');
      await this.app.workspace.getLeaf(false).openFile(file, { state: { mode: 'source' } });
    });
    add('folder-plus', 'New folder', () => vault.createFolder(freePath(vault, 'Untitled', '')));
    add('chevrons-up-down', 'Collapse all', () => {
      this.openFolders.clear();
      this.storeOpen();
      this.draw();
    });
  }

  private storeOpen(): void {
    this.app.saveLocalStorage(OPEN_KEY, [...this.openFolders]);
  }
}

function freePath(vault: Obsidian.Vault, name: string, extension: string): string {
  for (let n = 0; ; n += 1) {
    const path = `${name}${n === 0 ? '' : ` ${n}`}${extension}`;
    if (!vault.getAbstractFileByPath(path)) return path;
  }
}
