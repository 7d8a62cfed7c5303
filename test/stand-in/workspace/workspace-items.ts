import type * as Obsidian from 'obsidian';
import { Events } from '../load/events.js';
import { inertElement } from './inert-element.js';
import type { WorkspaceLeaf } from './workspace-leaf.js';

/** A part of the window's layout. Documented: obsidian.d.ts, `class WorkspaceItem` and below. */
export abstract class WorkspaceItem extends Events implements Obsidian.WorkspaceItem {
  abstract parent: Obsidian.WorkspaceParent;

  getRoot(): WorkspaceItem {
    const parent = this.parent as unknown as WorkspaceItem | null;
    return parent ? parent.getRoot() : this;
  }

  getContainer(): Obsidian.WorkspaceContainer {
    if (this instanceof WorkspaceContainer) return this;
    const parent = this.parent as unknown as WorkspaceItem | null;
    if (!parent) throw new Error('This part of the layout is in no window.');
    return parent.getContainer();
  }
}

export abstract class WorkspaceParent extends WorkspaceItem implements Obsidian.WorkspaceParent {
  // The topmost item has no parent; obsidian.d.ts has no type for that.
  parent = null as unknown as Obsidian.WorkspaceParent;
  readonly children: WorkspaceItem[] = [];

  insert(child: WorkspaceItem, at = this.children.length): void {
    child.parent = this;
    this.children.splice(at, 0, child);
  }

  remove(child: WorkspaceItem): void {
    const at = this.children.indexOf(child);
    if (at >= 0) this.children.splice(at, 1);
  }

  /** Groups of tabs below, in the order of the window. */
  get groups(): WorkspaceTabs[] {
    return this.children.flatMap((child) =>
      child instanceof WorkspaceTabs ? child : child instanceof WorkspaceParent ? child.groups : [],
    );
  }

  get leaves(): WorkspaceLeaf[] {
    return this.groups.flatMap((group) => group.tabs);
  }
}

export class WorkspaceSplit extends WorkspaceParent implements Obsidian.WorkspaceSplit {}

/** Leaves behind one another; one is in front. */
export class WorkspaceTabs extends WorkspaceParent implements Obsidian.WorkspaceTabs {
  declare parent: Obsidian.WorkspaceSplit;
  private front: WorkspaceLeaf | null = null;

  get tabs(): WorkspaceLeaf[] {
    return this.children as unknown as WorkspaceLeaf[];
  }

  get current(): WorkspaceLeaf | null {
    return this.front && this.tabs.includes(this.front) ? this.front : (this.tabs[0] ?? null);
  }

  bringToFront(leaf: WorkspaceLeaf): void {
    this.front = leaf;
  }

  override remove(leaf: WorkspaceItem): void {
    const at = this.children.indexOf(leaf);
    super.remove(leaf);
    if (this.front === (leaf as unknown)) this.front = this.tabs[Math.max(0, at - 1)] ?? null;
  }
}

/** A window's main area; without a document, window and document exist by name only. */
export abstract class WorkspaceContainer
  extends WorkspaceSplit
  implements Obsidian.WorkspaceContainer
{
  readonly win: Window;
  readonly doc: Document;

  constructor(win: Window | null) {
    super();
    this.win = win ?? (inertElement('the window') as unknown as Window);
    this.doc = win?.document ?? (inertElement('the document') as unknown as Document);
  }
}

export class WorkspaceRoot extends WorkspaceContainer implements Obsidian.WorkspaceRoot {}

export class WorkspaceWindow extends WorkspaceContainer implements Obsidian.WorkspaceWindow {}

export class WorkspaceFloating extends WorkspaceParent implements Obsidian.WorkspaceFloating {}

/** A panel at the side; on a phone the same serves as the drawer. */
export class WorkspaceSidedock extends WorkspaceSplit implements Obsidian.WorkspaceSidedock {
  collapsed = false;

  constructor(private readonly onToggle: () => void) {
    super();
  }

  toggle(): void {
    this.collapsed = !this.collapsed;
    this.onToggle();
  }

  collapse(): void {
    if (!this.collapsed) this.toggle();
  }

  expand(): void {
    if (this.collapsed) this.toggle();
  }
}
