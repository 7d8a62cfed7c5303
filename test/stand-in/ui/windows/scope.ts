import type { App, KeymapEventHandler, KeymapEventListener, Modifier, UserEvent } from 'obsidian';
import type { PaneType } from 'obsidian';

interface KeyHandler extends KeymapEventHandler {
  readonly func: KeymapEventListener;
}

/** Documented: obsidian.d.ts, `class Scope`: which keys do what while it is the active one. */
export class Scope {
  private handlers: KeyHandler[] = [];

  constructor(private readonly parent?: Scope) {}

  register(
    modifiers: Modifier[] | null,
    key: string | null,
    func: KeymapEventListener,
  ): KeymapEventHandler {
    const names = modifiers?.map((name) => (name === 'Mod' ? 'Ctrl' : name));
    const handler = {
      modifiers: names ? [...names].sort().join(',') : null,
      key,
      func,
      scope: this,
    } as unknown as KeyHandler;
    this.handlers.push(handler);
    return handler;
  }

  unregister(handler: KeymapEventHandler): void {
    this.handlers = this.handlers.filter((other) => other !== handler);
  }

  /** Whether a handler took the key. */
  handle(event: KeyboardEvent): boolean {
    const modifiers = pressed(event).sort().join(',');
    for (const { modifiers: wanted, key, func } of this.handlers) {
      if (key !== null && key.toLowerCase() !== event.key.toLowerCase()) continue;
      if (wanted !== null && wanted !== modifiers) continue;
      const result: unknown = func(event, { modifiers, key: event.key, vkey: event.key });
      if (result === false) event.preventDefault();
      return true;
    }
    return this.parent?.handle(event) ?? false;
  }
}

/** Documented: obsidian.d.ts, `class Keymap`: keys go to the scope pushed last. */
export class Keymap {
  private readonly scopes: Scope[] = [];

  pushScope(scope: Scope): void {
    this.popScope(scope);
    this.scopes.push(scope);
  }

  popScope(scope: Scope): void {
    const at = this.scopes.lastIndexOf(scope);
    if (at >= 0) this.scopes.splice(at, 1);
  }

  handle(event: KeyboardEvent): boolean {
    return this.scopes.at(-1)?.handle(event) ?? false;
  }

  static isModifier(event: MouseEvent | TouchEvent | KeyboardEvent, modifier: Modifier): boolean {
    return pressed(event).includes(modifier === 'Mod' ? 'Ctrl' : modifier);
  }

  static isModEvent(event?: UserEvent | null): PaneType | boolean {
    if (!event) return false;
    if ('button' in event && event.button === 1) return 'tab';
    if (!event.ctrlKey && !event.metaKey) return false;
    if (!event.altKey) return 'tab';
    return event.shiftKey ? 'window' : 'split';
  }
}

function pressed(event: MouseEvent | TouchEvent | KeyboardEvent): string[] {
  const state = {
    Alt: event.altKey,
    Ctrl: event.ctrlKey,
    Meta: event.metaKey,
    Shift: event.shiftKey,
  };
  return Object.entries(state).flatMap(([name, on]) => (on ? name : []));
}

/** The app's keymap, as modals use it. */
export function keymapOf(app: App): Keymap {
  return app.keymap as unknown as Keymap;
}
