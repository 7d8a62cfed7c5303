import type { MenuPositionDef } from 'obsidian';
import { Component } from '../load/component.js';
import { setIcon } from './icons.js';

/** Sections in the order that menus show them; others come after `''` (B12). */
const sections = ['title', 'open', 'action', 'info', 'view', 'system', '', 'danger'];

/** Documented: obsidian.d.ts, `class MenuItem`. */
export class MenuItem {
  readonly dom: HTMLElement;
  section = '';
  private readonly iconEl: HTMLElement;
  private readonly titleEl: HTMLElement;
  private callback: ((event: MouseEvent | KeyboardEvent) => unknown) | null = null;
  private disabled = false;

  constructor(private readonly menu: Menu) {
    this.dom = createDiv({ cls: 'menu-item tappable', attr: { role: 'menuitem', tabindex: '-1' } });
    this.iconEl = this.dom.createDiv('menu-item-icon');
    this.titleEl = this.dom.createDiv('menu-item-title');
    this.dom.addEventListener('click', (event) => this.choose(event));
    this.dom.addEventListener('pointerenter', () => this.dom.focus());
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    setIcon(this.iconEl, icon ?? '');
    return this;
  }

  setChecked(checked: boolean | null): this {
    return this.setIcon(checked ? 'check' : null);
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.toggleClass('is-disabled', disabled);
    this.dom.setAttr('aria-disabled', disabled ? 'true' : null);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.toggleClass('is-warning', isWarning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.dom.toggleClass('is-label', isLabel);
    return this.setDisabled(isLabel);
  }

  onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.callback = callback;
    return this;
  }

  setSection(section: string): this {
    this.section = section;
    return this;
  }

  choose(event: MouseEvent | KeyboardEvent): void {
    if (this.disabled) return;
    this.menu.hide();
    this.callback?.(event);
  }
}

/** Documented: obsidian.d.ts, `class Menu`. */
export class Menu extends Component {
  private readonly items: (MenuItem | null)[] = [];
  private dom: HTMLElement | null = null;
  private hideCallback: (() => unknown) | null = null;
  private release: (() => void) | null = null;

  setNoIcon(): this {
    return this;
  }

  setUseNativeMenu(native: boolean): this;
  setUseNativeMenu(): this {
    return this;
  }

  addItem(callback: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this);
    this.items.push(item);
    callback(item);
    return this;
  }

  addSeparator(): this {
    this.items.push(null);
    return this;
  }

  setParentElement(element: HTMLElement): this;
  setParentElement(): this {
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY }, event.doc);
  }

  showAtPosition({ x, y }: MenuPositionDef, doc: Document = activeDocument): this {
    this.hide();
    const dom = doc.body.createDiv({ cls: 'menu', attr: { role: 'menu', tabindex: '-1' } });
    this.dom = dom;
    this.fill(dom);
    const { innerWidth, innerHeight } = doc.defaultView ?? window;
    dom.style.left = `${Math.max(4, Math.min(x, innerWidth - dom.offsetWidth - 4))}px`;
    dom.style.top = `${Math.max(4, Math.min(y, innerHeight - dom.offsetHeight - 4))}px`;
    dom.addEventListener('keydown', (event) => this.onKey(event));
    const pressedOutside = (event: Event): void => {
      if (!dom.contains(event.target as Node)) this.hide();
    };
    doc.addEventListener('pointerdown', pressedOutside, true);
    this.release = () => doc.removeEventListener('pointerdown', pressedOutside, true);
    this.load();
    dom.focus();
    return this;
  }

  hide(): this {
    if (!this.dom) return this;
    this.release?.();
    this.dom.remove();
    this.dom = null;
    this.unload();
    this.hideCallback?.();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.hideCallback = callback;
  }

  onHistoryBack(): void {
    this.hide();
  }

  static forEvent(event: PointerEvent | MouseEvent): Menu {
    event.preventDefault();
    const menu = new Menu();
    queueMicrotask(() => menu.showAtMouseEvent(event));
    return menu;
  }

  private fill(dom: HTMLElement): void {
    const order = (item: MenuItem | null): number => {
      const at = sections.indexOf(item?.section ?? '');
      return at < 0 ? sections.indexOf('') + 0.5 : at;
    };
    const sorted = this.items
      .map((item, at) => ({ item, at }))
      .sort((a, b) => order(a.item) - order(b.item) || a.at - b.at);
    let before: MenuItem | null = null;
    for (const { item } of sorted) {
      const apart = item ? before && before.section !== item.section : before;
      if (apart) dom.createDiv('menu-separator');
      if (item) dom.appendChild(item.dom);
      before = item;
    }
  }

  private onKey(event: KeyboardEvent): void {
    const items = this.items.filter((item) => item !== null);
    const at = items.findIndex(({ dom }) => dom.isActiveElement());
    if (event.key === 'Escape') this.hide();
    else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.dom.focus();
    else if (event.key === 'ArrowUp') items.at(at < 1 ? -1 : at - 1)?.dom.focus();
    else if (event.key === 'Enter') items[at]?.choose(event);
    else return;
    event.preventDefault();
  }
}

export class MenuSeparator {}
