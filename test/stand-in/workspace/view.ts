import type * as Obsidian from 'obsidian';
import { Component } from '../load/component.js';
import { elementOr } from './inert-element.js';
import type { WorkspaceLeaf } from './workspace-leaf.js';

/** Documented: obsidian.d.ts, `class View`. */
export abstract class View extends Component {
  readonly app: Obsidian.App;
  readonly leaf: WorkspaceLeaf;
  readonly containerEl: HTMLElement;
  icon: Obsidian.IconName = 'file';
  navigation = false;
  scope: Obsidian.Scope | null = null;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super();
    this.leaf = leaf as WorkspaceLeaf;
    this.app = this.leaf.app;
    this.containerEl = elementOr('a view', () => {
      const element = document.createElement('div');
      element.className = 'workspace-leaf-content';
      return element;
    });
  }

  abstract getViewType(): string;

  abstract getDisplayText(): string;

  protected async onOpen(): Promise<void> {}

  protected async onClose(): Promise<void> {}

  /** Loads the component, then calls `onOpen`. */
  async open(): Promise<void> {
    this.containerEl.setAttribute('data-type', this.getViewType());
    this.load();
    await this.onOpen();
  }

  async close(): Promise<void> {
    await this.onClose();
    this.containerEl.remove();
    this.unload();
  }

  getIcon(): Obsidian.IconName {
    return this.icon;
  }

  getState(): Record<string, unknown> {
    return {};
  }

  setState(state: unknown, result: Obsidian.ViewStateResult): Promise<void>;
  async setState(): Promise<void> {}

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(state: unknown): void;
  setEphemeralState(): void {}

  onResize(): void {}

  onPaneMenu(menu: Obsidian.Menu, source: string): void;
  onPaneMenu(): void {}
}

/** Documented: obsidian.d.ts, `class ItemView`: a view with a header, its actions and a content. */
export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  readonly headerEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly actionsEl: HTMLElement;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super(leaf);
    this.headerEl = this.part('view-header');
    this.titleEl = this.part('view-header-title');
    this.actionsEl = this.part('view-actions');
    this.contentEl = this.part('view-content');
    this.headerEl.appendChild(this.titleEl);
    this.headerEl.appendChild(this.actionsEl);
    this.containerEl.appendChild(this.headerEl);
    this.containerEl.appendChild(this.contentEl);
  }

  addAction(
    icon: Obsidian.IconName,
    title: string,
    callback: (event: MouseEvent) => unknown,
  ): HTMLElement {
    return elementOr('a view action', () => {
      const button = document.createElement('button');
      button.className = 'clickable-icon view-action';
      button.setAttribute('aria-label', title);
      button.setAttribute('data-icon', icon);
      button.addEventListener('click', callback);
      this.actionsEl.prepend(button);
      this.leaf.workspace.screens?.drawIcon(button, icon);
      return button;
    });
  }

  private part(name: string): HTMLElement {
    return elementOr(`a view's ${name}`, () => {
      const element = document.createElement('div');
      element.className = name;
      return element;
    });
  }
}

/** Stands where a view is not loaded yet, or whose plugin is gone. Keeps the view's state (B10). */
export class PlaceholderView extends ItemView {
  constructor(
    leaf: Obsidian.WorkspaceLeaf,
    private readonly type: string,
    private readonly state: Record<string, unknown>,
    readonly deferred: boolean,
  ) {
    super(leaf);
    this.icon = deferred ? 'file' : 'ghost';
  }

  override getViewType(): string {
    return this.type;
  }

  override getDisplayText(): string {
    return this.deferred ? this.type : 'Plugin no longer active';
  }

  override getState(): Record<string, unknown> {
    return this.state;
  }

  protected override async onOpen(): Promise<void> {
    if (!this.deferred) this.contentEl.setText('Plugin no longer active');
  }
}

/** A new, empty tab. */
export class EmptyView extends ItemView {
  override icon = 'file-plus';
  override navigation = true;

  override getViewType(): string {
    return 'empty';
  }

  override getDisplayText(): string {
    return 'New tab';
  }

  protected override async onOpen(): Promise<void> {
    this.leaf.workspace.screens?.drawEmptyTab(this.contentEl);
  }
}
