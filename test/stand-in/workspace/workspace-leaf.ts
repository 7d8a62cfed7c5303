import type * as Obsidian from 'obsidian';
import { elementOr } from './inert-element.js';
import { EmptyView, PlaceholderView, type View } from './view.js';
import type { Workspace } from './workspace.js';
import { WorkspaceItem, type WorkspaceTabs } from './workspace-items.js';

/** Documented: obsidian.d.ts, `class WorkspaceLeaf`: the place of one view. */
export class WorkspaceLeaf extends WorkspaceItem implements Obsidian.WorkspaceLeaf {
  // Set by the group of tabs that takes the leaf in.
  parent = null as unknown as Obsidian.WorkspaceTabs;
  readonly app: Obsidian.App;
  readonly containerEl: HTMLElement;
  hoverPopover: Obsidian.HoverPopover | null = null;
  pinned = false;
  group: string | null = null;
  /** Grows with each time the leaf becomes the active one. */
  activeTime = 0;
  private shown: View;
  private opening: Promise<void> = Promise.resolve();

  constructor(
    readonly workspace: Workspace,
    readonly id: string,
  ) {
    super();
    this.app = workspace.app;
    this.containerEl = elementOr('a leaf', () => {
      const element = document.createElement('div');
      element.className = 'workspace-leaf';
      element.addEventListener('focusin', () => workspace.setActiveLeaf(this));
      element.addEventListener('pointerdown', () => workspace.setActiveLeaf(this));
      return element;
    });
    this.shown = new EmptyView(this);
    this.containerEl.appendChild(this.shown.containerEl);
    void this.shown.open();
  }

  /** A plugin's view has protected methods, so it is an `Obsidian.View` only by name. */
  get view(): Obsidian.View {
    return this.shown as unknown as Obsidian.View;
  }

  /** The view as the stand-in's own class. */
  get content(): View {
    return this.shown;
  }

  get tabs(): WorkspaceTabs {
    return this.parent as unknown as WorkspaceTabs;
  }

  get isDeferred(): boolean {
    return this.shown instanceof PlaceholderView && this.shown.deferred;
  }

  async loadIfDeferred(): Promise<void> {
    if (this.isDeferred) await this.rebuild();
    await this.opening;
  }

  async openFile(file: Obsidian.TFile, openState: Obsidian.OpenViewState = {}): Promise<void> {
    const type = this.workspace.viewTypeOf(file);
    if (!type) throw new Error(`The stand-in opens no .${file.extension} files: ${file.path}`);
    const mode = this.content.getState()['mode'] ?? this.workspace.defaultMode;
    await this.setViewState({
      type,
      state: { mode, ...openState.state, file: file.path },
      active: openState.active ?? true,
    });
    if (openState.eState) this.setEphemeralState(openState.eState);
  }

  async open(view: Obsidian.View): Promise<Obsidian.View> {
    await this.show(view as unknown as View);
    return view;
  }

  getViewState(): Obsidian.ViewState {
    const state: Obsidian.ViewState = {
      type: this.shown.getViewType(),
      state: this.shown.getState(),
    };
    return this.pinned ? { ...state, pinned: true } : state;
  }

  async setViewState(viewState: Obsidian.ViewState, eState?: unknown): Promise<void> {
    const state = viewState.state ?? {};
    if (this.shown.getViewType() !== viewState.type || this.isDeferred) {
      await this.show(this.workspace.createView(this, viewState.type, state));
    }
    if (!(this.shown instanceof PlaceholderView)) {
      await this.shown.setState(state, { history: false });
    }
    if (viewState.pinned !== undefined) this.pinned = viewState.pinned;
    if (eState) this.setEphemeralState(eState);
    if (viewState.active) this.workspace.setActiveLeaf(this, { focus: true });
    this.workspace.layoutChanged();
  }

  /** Holds the view's place without loading it (documented: deferred views, since 1.7.2). */
  async defer(type: string, state: Record<string, unknown>): Promise<void> {
    await this.show(new PlaceholderView(this, type, state, true));
  }

  /** Makes the view anew: its plugin came or went, or it was deferred. */
  async rebuild(): Promise<void> {
    const { type, state = {} } = this.getViewState();
    await this.show(this.workspace.createView(this, type, state));
    await this.setViewState({ type, state });
  }

  getEphemeralState(): Record<string, unknown> {
    return this.shown.getEphemeralState();
  }

  setEphemeralState(state: unknown): void {
    this.shown.setEphemeralState(state);
  }

  togglePinned(): void {
    this.setPinned(!this.pinned);
  }

  setPinned(pinned: boolean): void {
    this.pinned = pinned;
    this.trigger('pinned-change', pinned);
    this.workspace.layoutChanged();
  }

  setGroupMember(other: Obsidian.WorkspaceLeaf): void {
    const group = (other as WorkspaceLeaf).group ?? other.getDisplayText();
    (other as WorkspaceLeaf).setGroup(group);
    this.setGroup(group);
  }

  setGroup(group: string): void {
    this.group = group;
    this.trigger('group-change', group);
  }

  detach(): void {
    this.workspace.take(this);
    void this.shown.close();
  }

  /** Ends the view, for the end of the app. */
  async close(): Promise<void> {
    await this.shown.close();
  }

  getIcon(): Obsidian.IconName {
    return this.shown.getIcon();
  }

  getDisplayText(): string {
    return this.shown.getDisplayText();
  }

  onResize(): void {
    this.shown.onResize();
  }

  private async show(view: View): Promise<void> {
    const before = this.shown;
    this.shown = view;
    await before.close();
    this.containerEl.appendChild(view.containerEl);
    this.opening = view.open();
    await this.opening;
    this.workspace.layoutChanged();
  }
}
