import type { WorkspaceLeaf } from '../../workspace/workspace-leaf.js';
import type { WorkspaceParent, WorkspaceTabs } from '../../workspace/workspace-items.js';
import { announceMigration } from '../dom-helpers.js';
import { setIcon } from '../icons.js';
import { Menu } from '../menu.js';
import { tell } from '../tell.js';

interface DrawnGroup {
  readonly element: HTMLElement;
  readonly headers: HTMLElement;
  readonly container: HTMLElement;
}

/** Draws the groups of tabs of one region of the window. A leaf's element is kept and moved. */
export class TabGroups {
  private readonly drawn = new Map<WorkspaceTabs, DrawnGroup>();

  /** In the main area tabs have names and can be closed; at the sides they are icons. */
  constructor(
    private readonly parent: WorkspaceParent,
    private readonly element: HTMLElement,
    private readonly kind: 'main' | 'side',
  ) {}

  draw(): void {
    const { groups } = this.parent;
    for (const [group, { element }] of this.drawn) {
      if (groups.includes(group)) continue;
      element.remove();
      this.drawn.delete(group);
    }
    groups.forEach((group, at) => {
      const drawn = this.drawn.get(group) ?? this.makeGroup(group);
      if (this.element.children[at] !== drawn.element) {
        this.element.insertBefore(drawn.element, this.element.children[at] ?? null);
      }
      this.drawGroup(group, drawn);
    });
  }

  private makeGroup(group: WorkspaceTabs): DrawnGroup {
    const element = this.element.createDiv('workspace-tabs mod-top');
    const bar = element.createDiv('workspace-tab-header-container');
    const headers = bar.createDiv({
      cls: 'workspace-tab-header-container-inner',
      attr: { role: 'tablist' },
    });
    if (this.kind === 'main') this.addNewTabButton(bar, group);
    const container = element.createDiv('workspace-tab-container');
    const drawn = { element, headers, container };
    this.drawn.set(group, drawn);
    return drawn;
  }

  private drawGroup(group: WorkspaceTabs, { headers, container }: DrawnGroup): void {
    headers.setChildrenInPlace(group.tabs.map((leaf) => this.header(group, leaf)));
    const shown = group.tabs.map(({ containerEl }) => containerEl);
    for (const child of [...container.children]) {
      if (!shown.includes(child as HTMLElement)) child.detach();
    }
    for (const leaf of group.tabs) {
      const { containerEl } = leaf;
      const before = containerEl.ownerDocument;
      if (containerEl.parentElement !== container) container.appendChild(containerEl);
      if (containerEl.ownerDocument !== before) announceMigration(containerEl);
      containerEl.toggle(leaf === group.current);
      containerEl.toggleClass('mod-active', leaf === leaf.workspace.activeLeaf);
    }
  }

  private header(group: WorkspaceTabs, leaf: WorkspaceLeaf): HTMLElement {
    const name = leaf.getDisplayText();
    const tab = createDiv({
      cls: 'workspace-tab-header tappable',
      attr: {
        role: 'tab',
        tabindex: '0',
        'aria-label': name,
        title: name,
        'data-type': leaf.content.getViewType(),
      },
    });
    tab.toggleClass('is-active', leaf === group.current);
    tab.setAttr('aria-selected', String(leaf === group.current));
    const inner = tab.createDiv('workspace-tab-header-inner');
    setIcon(inner.createDiv('workspace-tab-header-inner-icon'), leaf.getIcon());
    inner.createDiv({ cls: 'workspace-tab-header-inner-title', text: name });
    const press = (): void => {
      leaf.workspace.setActiveLeaf(leaf);
      void tell(() => leaf.workspace.revealLeaf(leaf));
    };
    tab.addEventListener('click', press);
    tab.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') press();
    });
    tab.addEventListener('auxclick', ({ button }) => button === 1 && leaf.detach());
    tab.addEventListener('contextmenu', (event) => openTabMenu(leaf, event));
    if (this.kind === 'main') {
      const close = inner.createEl('button', {
        cls: 'workspace-tab-header-inner-close-button clickable-icon',
        attr: { 'aria-label': `Close ${name}` },
      });
      setIcon(close, 'x');
      close.addEventListener('click', (event) => {
        event.stopPropagation();
        leaf.detach();
      });
    }
    return tab;
  }

  private addNewTabButton(bar: HTMLElement, group: WorkspaceTabs): void {
    const button = bar.createEl('button', {
      cls: 'workspace-tab-header-new-tab clickable-icon',
      attr: { 'aria-label': 'New tab' },
    });
    setIcon(button, 'plus');
    button.addEventListener('click', () => {
      const { workspace } = group.tabs[0] ?? {};
      if (workspace) workspace.setActiveLeaf(workspace.addLeaf(group));
    });
  }
}

function openTabMenu(leaf: WorkspaceLeaf, event: MouseEvent): void {
  event.preventDefault();
  const { workspace } = leaf;
  const menu = new Menu();
  menu.addItem((item) =>
    item
      .setTitle('Close')
      .setIcon('x')
      .setSection('action')
      .onClick(() => leaf.detach()),
  );
  if (!workspace.phone) {
    menu.addItem((item) =>
      item
        .setTitle('Move to new window')
        .setIcon('picture-in-picture-2')
        .setSection('open')
        .onClick(() => void tell(() => workspace.moveLeafToPopout(leaf))),
    );
  }
  leaf.content.onPaneMenu(menu as never, 'tab-header');
  menu.showAtMouseEvent(event);
}
