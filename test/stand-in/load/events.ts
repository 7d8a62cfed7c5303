import type * as Obsidian from 'obsidian';
import { callingPlugin } from './plugins/plugin-origin.js';

/** One registered handler. What `on` returns, to be handed back to `offref`. */
export interface HandlerRef extends Obsidian.EventRef {
  readonly e: Events;
  readonly name: string;
  readonly fn: (...data: never[]) => unknown;
  readonly ctx: unknown;
  /** The plugin that registered it, for the leak report. */
  readonly plugin: string | null;
}

/** Documented: obsidian.d.ts, `class Events`. Handlers run at once, in the order of `on`. */
export class Events implements Obsidian.Events {
  private handlers = new Map<string, HandlerRef[]>();

  on(name: string, callback: (...data: never[]) => unknown, ctx?: unknown): Obsidian.EventRef {
    const ref: HandlerRef = { e: this, name, fn: callback, ctx, plugin: callingPlugin() };
    this.handlers.set(name, [...(this.handlers.get(name) ?? []), ref]);
    return ref;
  }

  off(name: string, callback: (...data: never[]) => unknown): void {
    this.keep(name, (ref) => ref.fn !== callback);
  }

  offref(ref: Obsidian.EventRef): void {
    this.keep((ref as HandlerRef).name, (other) => other !== ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.handlers.get(name) ?? []) this.tryTrigger(ref, data);
  }

  /** A handler that throws does not keep the others from running (A20). */
  tryTrigger(ref: Obsidian.EventRef, data: unknown[]): void {
    const { fn, ctx } = ref as HandlerRef;
    try {
      fn.apply(ctx, data as never[]);
    } catch (error) {
      setTimeout(() => {
        throw error;
      }, 0);
    }
  }

  /** Every handler there is. */
  refs(): HandlerRef[] {
    return [...this.handlers.values()].flat();
  }

  private keep(name: string, test: (ref: HandlerRef) => boolean): void {
    const kept = (this.handlers.get(name) ?? []).filter(test);
    if (kept.length > 0) this.handlers.set(name, kept);
    else this.handlers.delete(name);
  }
}
