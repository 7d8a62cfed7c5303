/**
 * The helpers that obsidian.d.ts declares on elements, nodes and the window (`declare global`).
 * Every window has its own prototypes, so a pop-out gets them too.
 */
export function installDomHelpers(win: Window & typeof globalThis): void {
  const { prototype: node } = win.Node;
  const { prototype: element } = win.Element;
  const { prototype: html } = win.HTMLElement;
  addGetters(node, {
    doc: nodeDocument,
    win: (of: Node) => nodeDocument(of).defaultView,
    constructorWin: () => win,
  });
  addMethods(node, {
    detach(this: Node): void {
      this.parentNode?.removeChild(this);
    },
    empty(this: Node): void {
      while (this.lastChild) this.removeChild(this.lastChild);
    },
    insertAfter(this: Node, added: Node, child: Node | null): Node {
      return this.insertBefore(added, child ? child.nextSibling : this.firstChild);
    },
    indexOf(this: Node, other: Node): number {
      return [...this.childNodes].indexOf(other as ChildNode);
    },
    setChildrenInPlace(this: Element, children: Node[]): void {
      this.replaceChildren(...children);
    },
    appendText(this: Node, text: string): void {
      this.appendChild(nodeDocument(this).createTextNode(text));
    },
    instanceOf(this: Node, type: { name: string }): boolean {
      return isOf(this, nodeDocument(this).defaultView, type);
    },
    createEl(this: Node, tag: string, info?: ElementInfo, callback?: Callback): HTMLElement {
      return makeElement(nodeDocument(this), tag, withParent(info, this), callback);
    },
    createDiv(this: Node, info?: ElementInfo, callback?: Callback): HTMLElement {
      return makeElement(nodeDocument(this), 'div', withParent(info, this), callback);
    },
    createSpan(this: Node, info?: ElementInfo, callback?: Callback): HTMLElement {
      return makeElement(nodeDocument(this), 'span', withParent(info, this), callback);
    },
    createSvg(this: Node, tag: string, info?: SvgElementInfo | string): Element {
      return makeSvg(nodeDocument(this), tag, { ...svgInfo(info), parent: this });
    },
  });
  addMethods(element, {
    getText(this: Element): string {
      return this.textContent ?? '';
    },
    setText(this: Element, text: string | DocumentFragment): void {
      this.replaceChildren(text);
    },
    addClass(this: Element, ...classes: string[]): void {
      this.classList.add(...classes);
    },
    addClasses(this: Element, classes: string[]): void {
      this.classList.add(...classes);
    },
    removeClass(this: Element, ...classes: string[]): void {
      this.classList.remove(...classes);
    },
    removeClasses(this: Element, classes: string[]): void {
      this.classList.remove(...classes);
    },
    toggleClass(this: Element, classes: string | string[], on: boolean): void {
      for (const name of [classes].flat()) this.classList.toggle(name, on);
    },
    hasClass(this: Element, name: string): boolean {
      return this.classList.contains(name);
    },
    setAttr(this: Element, name: string, value: Attribute): void {
      setAttribute(this, name, value);
    },
    setAttrs(this: Element, values: Record<string, Attribute>): void {
      for (const [name, value] of Object.entries(values)) setAttribute(this, name, value);
    },
    getAttr(this: Element, name: string): string | null {
      return this.getAttribute(name);
    },
    matchParent(this: Element, selector: string, last?: Element): Element | null {
      const found = this.closest(selector);
      return found && (!last || last.contains(found)) ? found : null;
    },
    getCssPropertyValue(this: Element, property: string, pseudo?: string): string {
      return win.getComputedStyle(this, pseudo).getPropertyValue(property).trim();
    },
    isActiveElement(this: Element): boolean {
      return this.ownerDocument.activeElement === this;
    },
    findAllSelf(this: Element, selector: string): Element[] {
      const below = [...this.querySelectorAll(selector)];
      return this.matches(selector) ? [this, ...below] : below;
    },
  });
  for (const prototype of [element, win.DocumentFragment.prototype]) {
    addMethods(prototype, {
      find(this: ParentNode, selector: string): Element | null {
        return this.querySelector(selector);
      },
      findAll(this: ParentNode, selector: string): Element[] {
        return [...this.querySelectorAll(selector)];
      },
    });
  }
  addMethods(html, {
    show(this: HTMLElement): void {
      this.style.display = '';
    },
    hide(this: HTMLElement): void {
      this.style.display = 'none';
    },
    toggle(this: HTMLElement, shown: boolean): void {
      this.style.display = shown ? '' : 'none';
    },
    toggleVisibility(this: HTMLElement, visible: boolean): void {
      this.style.visibility = visible ? '' : 'hidden';
    },
    isShown(this: HTMLElement): boolean {
      return this.offsetParent !== null;
    },
    setCssStyles(this: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
      Object.assign(this.style, styles);
    },
    setCssProps(this: HTMLElement, values: Record<string, string>): void {
      for (const [name, value] of Object.entries(values)) this.style.setProperty(name, value);
    },
    onClickEvent(
      this: HTMLElement,
      listener: (event: MouseEvent) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void {
      this.addEventListener('click', listener, options);
      this.addEventListener('auxclick', listener, options);
    },
    onWindowMigrated(this: HTMLElement, listener: (win: Window) => unknown): () => void {
      migrationListeners.set(this, [...(migrationListeners.get(this) ?? []), listener]);
      return () => {
        const others = migrationListeners.get(this)?.filter((other) => other !== listener);
        migrationListeners.set(this, others ?? []);
      };
    },
  });
  addGetters(win.UIEvent.prototype, {
    targetNode: (event: UIEvent) => event.target,
    win: (event: UIEvent) => event.view ?? win,
    doc: (event: UIEvent) => (event.view ?? win).document,
  });
  addMethods(win.UIEvent.prototype, {
    instanceOf(this: UIEvent, type: { name: string }): boolean {
      return isOf(this, this.view, type);
    },
  });
  Object.assign(win, {
    activeWindow: win,
    activeDocument: win.document,
    createEl: (tag: string, info?: ElementInfo, callback?: Callback) =>
      makeElement(win.activeDocument, tag, info, callback),
    createDiv: (info?: ElementInfo, callback?: Callback) =>
      makeElement(win.activeDocument, 'div', info, callback),
    createSpan: (info?: ElementInfo, callback?: Callback) =>
      makeElement(win.activeDocument, 'span', info, callback),
    createSvg: (tag: string, info?: SvgElementInfo | string) =>
      makeSvg(win.activeDocument, tag, svgInfo(info)),
    createFragment: (callback?: (fragment: DocumentFragment) => void) => {
      const fragment = win.activeDocument.createDocumentFragment();
      callback?.(fragment);
      return fragment;
    },
    sleep: (ms: number) => new Promise<void>((done) => void win.setTimeout(done, ms)),
    nextFrame: () => new Promise<void>((done) => void win.requestAnimationFrame(() => done())),
  });
}

/** Tells an element and all below that they lie in another window now (B8). */
export function announceMigration(root: HTMLElement): void {
  const win = root.ownerDocument.defaultView;
  if (!win) return;
  for (const element of [root, ...root.querySelectorAll<HTMLElement>('*')]) {
    for (const listener of migrationListeners.get(element) ?? []) listener(win);
  }
}

type Attribute = string | number | boolean | null;
type ElementInfo = DomElementInfo | string;
type Callback = (element: HTMLElement) => void;

const migrationListeners = new WeakMap<Element, ((win: Window) => unknown)[]>();

function nodeDocument(node: Node): Document {
  return node.ownerDocument ?? (node as Document);
}

/** Documented for pop-outs: an object is of a type whichever window's class it was made from. */
function isOf(object: object, win: Window | null, type: { name: string }): boolean {
  if (object instanceof (type as unknown as new () => object)) return true;
  const local = (win as unknown as Record<string, unknown> | null)?.[type.name];
  return typeof local === 'function' && object instanceof local;
}

function withParent(info: ElementInfo | undefined, parent: Node): DomElementInfo {
  return { ...(typeof info === 'string' ? { cls: info } : info), parent };
}

function svgInfo(info: SvgElementInfo | string | undefined): SvgElementInfo {
  return typeof info === 'string' ? { cls: info } : (info ?? {});
}

function makeElement(
  doc: Document,
  tag: string,
  info: ElementInfo = {},
  callback?: Callback,
): HTMLElement {
  const element = doc.createElement(tag);
  const { cls, text, attr, title, parent, value, type, prepend, placeholder, href } =
    typeof info === 'string' ? ({ cls: info } as DomElementInfo) : info;
  addClasses(element, cls);
  if (text !== undefined) element.replaceChildren(text);
  for (const [name, given] of Object.entries(attr ?? {})) setAttribute(element, name, given);
  for (const [name, given] of Object.entries({ title, type, placeholder, href })) {
    if (given !== undefined) element.setAttribute(name, given);
  }
  if (value !== undefined) (element as HTMLInputElement).value = value;
  place(element, parent, prepend);
  callback?.(element);
  return element;
}

function makeSvg(
  doc: Document,
  tag: string,
  { cls, attr, parent, prepend }: SvgElementInfo,
): Element {
  const element = doc.createElementNS('http://www.w3.org/2000/svg', tag);
  addClasses(element, cls);
  for (const [name, given] of Object.entries(attr ?? {})) setAttribute(element, name, given);
  place(element, parent, prepend);
  return element;
}

function place(element: Element, parent: Node | undefined, prepend = false): void {
  parent?.insertBefore(element, prepend ? parent.firstChild : null);
}

function addClasses(element: Element, cls: string | string[] = []): void {
  const names = [cls].flat().flatMap((name) => name.split(/\s+/));
  element.classList.add(...names.filter((name) => name !== ''));
}

function setAttribute(element: Element, name: string, value: Attribute): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

function addMethods(prototype: object, methods: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

function addGetters<T>(prototype: T, getters: Record<string, (of: T) => unknown>): void {
  for (const [name, read] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, {
      get(this: T) {
        return read(this);
      },
      configurable: true,
    });
  }
}
