import type * as Obsidian from 'obsidian';
import { Events } from '../load/events.js';
import { implementedOnly } from '../implemented-only.js';
import type { Registries } from '../load/registries.js';
import { FileView } from './file-view.js';
import { elementOr } from './inert-element.js';
import { layoutOf, restoreLayout, type Layout } from './layout.js';
import { MarkdownView } from './markdown-view.js';
import { OpenNotes } from './editing/open-notes.js';
import type { Screens } from './screens.js';
import { realTimers, type Timers } from './timers.js';
import { EmptyView, PlaceholderView, type View } from './view.js';
import { WorkspaceLeaf } from './workspace-leaf.js';
import {
  WorkspaceFloating,
  type WorkspaceParent,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceTabs,
  WorkspaceWindow,
} from './workspace-items.js';

const LAYOUT_KEY = 'stand-in-workspace';

export interface WorkspaceOptions {
  /** Waiting before typing is saved. */
  readonly timers?: Timers;
  /** B2 of ASSUMPTIONS.md. */
  readonly saveMerges?: boolean;
  /** A phone has drawers at the sides and no pop-out windows. */
  readonly phone?: boolean;
}

/** Documented: obsidian.d.ts, `class Workspace`. What is open; without a document, as a model. */
export class Workspace extends Events {
  readonly containerEl: HTMLElement;
  readonly rootSplit: WorkspaceRoot;
  readonly leftSplit = new WorkspaceSidedock(() => this.layoutChanged());
  readonly rightSplit = new WorkspaceSidedock(() => this.layoutChanged());
  readonly floatingSplit = new WorkspaceFloating();
  readonly openNotes: OpenNotes;
  readonly phone: boolean;
  layoutReady = false;
  activeLeaf: WorkspaceLeaf | null = null;
  /** How notes open (Obsidian's own default is the editor). */
  defaultMode: Obsidian.MarkdownViewModeType = 'source';
  /** Who draws. */
  screens: Screens | null = null;
  private readonly builtInViews = new Map<string, Obsidian.ViewCreator>([
    ['markdown', (leaf) => new MarkdownView(leaf) as unknown as Obsidian.View],
  ]);
  private waiting: (() => unknown)[] = [];
  private shownFile: Obsidian.TFile | null = null;
  private readonly recentFiles: string[] = [];
  private count = 0;

  constructor(
    readonly app: Obsidian.App,
    readonly registries: Registries,
    { timers = realTimers, phone = false, saveMerges = false }: WorkspaceOptions = {},
  ) {
    super();
    this.phone = phone;
    this.containerEl = elementOr('the workspace', () => document.createElement('div'));
    this.rootSplit = new WorkspaceRoot(typeof window === 'undefined' ? null : window);
    this.openNotes = new OpenNotes(app.vault, timers, saveMerges);
    this.leftSplit.collapsed = phone;
    this.rightSplit.collapsed = true;
    this.addLeaf(this.addGroup(this.rootSplit));
    this.watchFiles();
    registries.views.onChange(() => this.viewsChanged());
  }

  /** Restores what was open and tells who waits: the app has loaded its vault. */
  async loadLayout(): Promise<void> {
    const layout = this.app.loadLocalStorage(LAYOUT_KEY) as Layout | null;
    if (layout) await restoreLayout(this, layout);
    this.layoutReady = true;
    for (const callback of this.waiting.splice(0)) callback();
    this.trigger('layout-ready');
    this.layoutChanged();
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.waiting.push(callback);
  }

  /** The app ends: `clean` saves what was typed (B16), otherwise it is lost as in a crash. */
  async close(clean: boolean): Promise<void> {
    this.layoutReady = false;
    this.screens = null;
    if (!clean) return this.openNotes.abandonAll();
    this.trigger('quit', { add() {}, addPromise() {}, isEmpty: () => true });
    await this.openNotes.saveAll();
    await Promise.all(this.allLeaves().map((leaf) => leaf.close()));
  }

  /** Hands over to who draws; views that are open already are drawn now. */
  drawOn(screens: Screens): void {
    this.screens = screens;
    for (const { content } of this.allLeaves()) {
      if (content instanceof MarkdownView) content.attachPane();
      if (content instanceof EmptyView) screens.drawEmptyTab(content.contentEl);
    }
    screens.layoutChanged();
  }

  /** A view of the app's own, not of a plugin. */
  addBuiltInView(type: string, creator: Obsidian.ViewCreator): void {
    this.builtInViews.set(type, creator);
  }

  viewTypeOf({ extension }: { extension: string }): string | null {
    return this.registries.extensions.get(extension) ?? (extension === 'md' ? 'markdown' : null);
  }

  createView(leaf: WorkspaceLeaf, type: string, state: Record<string, unknown>): View {
    if (type === 'empty') return new EmptyView(leaf);
    const creator = this.builtInViews.get(type) ?? this.registries.views.get(type);
    if (!creator) return new PlaceholderView(leaf, type, state, false);
    return creator(leaf) as unknown as View;
  }

  addGroup(parent: WorkspaceParent): WorkspaceTabs {
    const group = new WorkspaceTabs();
    parent.insert(group);
    return group;
  }

  addLeaf(group: WorkspaceTabs, at?: number): WorkspaceLeaf {
    this.count += 1;
    const leaf = new WorkspaceLeaf(this, `leaf-${this.count}`);
    group.insert(leaf, at);
    return leaf;
  }

  getLeaf(newLeaf: Obsidian.PaneType | boolean = false): WorkspaceLeaf {
    if (newLeaf === 'window') return this.openPopoutLeaf();
    const recent = this.getMostRecentLeaf();
    if (newLeaf === 'split') return this.addLeaf(this.addGroup(this.rootSplit));
    if (!newLeaf && recent && !recent.pinned && recent.content.navigation) return recent;
    const group = recent?.tabs ?? this.rootSplit.groups[0] ?? this.addGroup(this.rootSplit);
    return this.addLeaf(group);
  }

  getLeftLeaf(split: boolean): WorkspaceLeaf {
    return this.sideLeaf(this.leftSplit, split);
  }

  getRightLeaf(split: boolean): WorkspaceLeaf {
    return this.sideLeaf(this.rightSplit, split);
  }

  async ensureSideLeaf(
    type: string,
    side: Obsidian.Side,
    options: { active?: boolean; split?: boolean; reveal?: boolean; state?: unknown } = {},
  ): Promise<WorkspaceLeaf> {
    const split = side === 'left' ? this.leftSplit : this.rightSplit;
    let leaf = split.leaves.find(({ content }) => content.getViewType() === type);
    leaf ??= this.sideLeaf(split, options.split ?? false);
    const state = (options.state ?? {}) as Record<string, unknown>;
    await leaf.setViewState({ type, state, active: options.active ?? false });
    if (options.reveal) await this.revealLeaf(leaf);
    return leaf;
  }

  openPopoutLeaf(data: Obsidian.WorkspaceWindowInitData = {}): WorkspaceLeaf {
    const leaf = this.addLeaf(this.addGroup(this.openWindow(data)));
    this.layoutChanged();
    return leaf;
  }

  moveLeafToPopout(
    leaf: WorkspaceLeaf,
    data: Obsidian.WorkspaceWindowInitData = {},
  ): WorkspaceWindow {
    const container = this.openWindow(data);
    leaf.tabs.remove(leaf);
    this.addGroup(container).insert(leaf);
    this.tidy();
    return container;
  }

  /** Closes a pop-out window with what is open in it. */
  closeWindow(container: WorkspaceWindow): void {
    this.floatingSplit.remove(container);
    for (const leaf of container.leaves) leaf.detach();
    this.trigger('window-close', container, container.win);
    this.layoutChanged();
  }

  /** Takes a leaf out of its tabs; its view is closed by the leaf. */
  take(leaf: WorkspaceLeaf): void {
    leaf.tabs.remove(leaf);
    this.tidy();
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      const next = this.getMostRecentLeaf();
      if (next) this.setActiveLeaf(next);
    }
  }

  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf: Obsidian.PaneType | boolean = false,
    openViewState: Obsidian.OpenViewState = {},
  ): Promise<void> {
    const path = linktext.replace(/[#|].*$/s, '');
    const { vault, metadataCache } = this.app;
    const file =
      metadataCache.getFirstLinkpathDest(path, sourcePath) ??
      (await vault.create(path.endsWith('.md') ? path : `${path}.md`, ''));
    await this.getLeaf(newLeaf).openFile(file, openViewState);
  }

  setActiveLeaf(leaf: Obsidian.WorkspaceLeaf, params?: unknown): void;
  setActiveLeaf(leaf: Obsidian.WorkspaceLeaf): void {
    const next = leaf as WorkspaceLeaf;
    if (!next.parent) return;
    this.count += 1;
    next.activeTime = this.count;
    const front = next.tabs.current === next;
    next.tabs.bringToFront(next);
    if (this.activeLeaf === next && front) return;
    this.activeLeaf = next;
    this.trigger('active-leaf-change', next);
    this.fileShown();
    this.layoutChanged();
  }

  async revealLeaf(leaf: Obsidian.WorkspaceLeaf): Promise<void> {
    const target = leaf as WorkspaceLeaf;
    target.tabs.bringToFront(target);
    for (const side of [this.leftSplit, this.rightSplit]) {
      if (side.leaves.includes(target)) side.expand();
    }
    await target.loadIfDeferred();
    this.layoutChanged();
  }

  getMostRecentLeaf(root: WorkspaceParent = this.rootSplit): WorkspaceLeaf | null {
    return root.leaves.reduce<WorkspaceLeaf | null>(
      (recent, leaf) => (!recent || leaf.activeTime > recent.activeTime ? leaf : recent),
      null,
    );
  }

  getLeafById(id: string): WorkspaceLeaf | null {
    return this.allLeaves().find((leaf) => leaf.id === id) ?? null;
  }

  getLeavesOfType(viewType: string): WorkspaceLeaf[] {
    return this.allLeaves().filter(({ content }) => content.getViewType() === viewType);
  }

  detachLeavesOfType(viewType: string): void {
    for (const leaf of this.getLeavesOfType(viewType)) leaf.detach();
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.allLeaves()) callback(leaf);
  }

  iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.rootSplit.leaves) callback(leaf);
  }

  getActiveViewOfType<T extends Obsidian.View>(type: Obsidian.Constructor<T>): T | null {
    const view = this.activeLeaf?.content as unknown;
    return view instanceof type ? view : null;
  }

  get activeEditor(): MarkdownView | null {
    const view = this.activeLeaf?.content;
    return view instanceof MarkdownView ? view : null;
  }

  getActiveFile(): Obsidian.TFile | null {
    const fileOf = (leaf: WorkspaceLeaf | null): Obsidian.TFile | null =>
      leaf?.content instanceof FileView ? leaf.content.file : null;
    return fileOf(this.activeLeaf) ?? fileOf(this.getMostRecentLeaf());
  }

  getLastOpenFiles(): string[] {
    return this.recentFiles.slice(0, 10);
  }

  getLayout(): Record<string, unknown> {
    return { ...layoutOf(this) };
  }

  async changeLayout(layout: unknown): Promise<void> {
    await restoreLayout(this, layout as Layout);
  }

  /** Another file may be the active one now. */
  fileShown(): void {
    const file = this.getActiveFile();
    if (file === this.shownFile) return;
    this.shownFile = file;
    if (file) {
      const others = this.recentFiles.filter((path) => path !== file.path);
      this.recentFiles.splice(0, Infinity, file.path, ...others);
    }
    this.trigger('file-open', file);
  }

  layoutChanged(): void {
    this.screens?.layoutChanged();
    if (!this.layoutReady) return;
    this.app.saveLocalStorage(LAYOUT_KEY, layoutOf(this));
    this.trigger('layout-change');
  }

  private allLeaves(): WorkspaceLeaf[] {
    return [this.rootSplit, this.floatingSplit, this.leftSplit, this.rightSplit].flatMap(
      (parent) => parent.leaves,
    );
  }

  private sideLeaf(side: WorkspaceSidedock, split: boolean): WorkspaceLeaf {
    const group = split ? this.addGroup(side) : (side.groups[0] ?? this.addGroup(side));
    return this.addLeaf(group);
  }

  private openWindow(data: Obsidian.WorkspaceWindowInitData): WorkspaceWindow {
    if (this.phone) throw new Error('Pop-out windows are only available on desktop.');
    const win = this.screens?.openWindow(data) ?? null;
    const container = new WorkspaceWindow(win);
    this.floatingSplit.insert(container);
    this.trigger('window-open', container, container.win);
    return container;
  }

  /** Empty groups go; the main area always keeps a tab, an empty pop-out window closes. */
  private tidy(): void {
    for (const parent of [this.rootSplit, this.leftSplit, this.rightSplit]) {
      for (const group of parent.groups) if (group.tabs.length === 0) parent.remove(group);
    }
    if (this.rootSplit.groups.length === 0) this.addLeaf(this.addGroup(this.rootSplit));
    for (const container of [...this.floatingSplit.children]) {
      if (container instanceof WorkspaceWindow && container.leaves.length === 0) {
        this.closeWindow(container);
      }
    }
    this.layoutChanged();
  }

  private watchFiles(): void {
    const { vault } = this.app;
    vault.on('modify', (file) => void this.openNotes.fileChanged(file));
    // B6
    vault.on('delete', (file) => {
      this.openNotes.fileGone(file);
      for (const leaf of this.leavesShowing(file)) leaf.detach();
    });
    vault.on('rename', (file) => {
      for (const leaf of this.leavesShowing(file)) {
        void (leaf.content as FileView).onRename(file as Obsidian.TFile);
        this.layoutChanged();
      }
    });
  }

  private leavesShowing(file: Obsidian.TAbstractFile): WorkspaceLeaf[] {
    return this.allLeaves().filter(
      ({ content }) => content instanceof FileView && content.file === file,
    );
  }

  private viewsChanged(): void {
    for (const leaf of this.allLeaves()) {
      if (leaf.isDeferred) continue;
      const type = leaf.content.getViewType();
      const placeholder = leaf.content instanceof PlaceholderView;
      const known =
        type === 'empty' ||
        this.builtInViews.has(type) ||
        this.registries.views.get(type) !== undefined;
      if (placeholder === known) void leaf.rebuild();
    }
  }
}

/** The workspace of one device's app, whose vault exists already. */
export function createWorkspace(
  app: Obsidian.App,
  registries: Registries,
  options: WorkspaceOptions = {},
): Workspace {
  return implementedOnly('Workspace', new Workspace(app, registries, options));
}
