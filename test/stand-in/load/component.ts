import type * as Obsidian from 'obsidian';
import type { HandlerRef } from './events.js';

/** Documented: obsidian.d.ts, `class Component`. The order of its end: A25. */
export class Component implements Obsidian.Component {
  /** What `onload` returned: the app waits for a plugin's. */
  loading: unknown = undefined;
  private loaded = false;
  private readonly children: Component[] = [];
  private readonly undo: (() => unknown)[] = [];

  load(): void {
    if (this.loaded) return;
    this.loaded = true;
    this.loading = this.onload();
    for (const child of [...this.children]) child.load();
  }

  onload(): unknown {
    return undefined;
  }

  unload(): void {
    if (!this.loaded) return;
    this.loaded = false;
    for (const child of this.children.splice(0)) child.unload();
    for (const undo of this.undo.splice(0).reverse()) undo();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends Obsidian.Component>(component: T): T {
    this.children.push(component as unknown as Component);
    if (this.loaded) component.load();
    return component;
  }

  removeChild<T extends Obsidian.Component>(component: T): T {
    const at = this.children.indexOf(component as unknown as Component);
    if (at >= 0) this.children.splice(at, 1);
    component.unload();
    return component;
  }

  register(undo: () => unknown): void {
    this.undo.push(undo);
  }

  registerEvent(ref: Obsidian.EventRef): void {
    this.register(() => (ref as HandlerRef).e.offref(ref));
  }

  registerDomEvent(
    target: EventTarget,
    type: string,
    callback: (this: HTMLElement, event: never) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const listener = callback as unknown as EventListener;
    target.addEventListener(type, listener, options);
    this.register(() => target.removeEventListener(type, listener, options));
  }

  registerInterval(id: number): number {
    this.register(() => clearInterval(id));
    return id;
  }
}
