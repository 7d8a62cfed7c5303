import type { NoteStore } from '../../../src/ports/note-store.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import type { World } from './world.js';

/** A gate that is closed until it is opened. */
export interface Latch {
  readonly opened: Promise<void>;
  open(): void;
  /** Whether something waits, or waited, at it. */
  isReached(): boolean;
}

export function latch(): Latch {
  let open = (): void => undefined;
  let reached = false;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    get opened() {
      reached = true;
      return opened;
    },
    open,
    isReached: () => reached,
  };
}

/** A memory store, the next read of one path of which can be made to wait. */
export function slowStore(): {
  readonly ports: (world: World) => { readonly store: NoteStore };
  holdNextRead(path: string): Latch;
} {
  let held: { readonly path: string; readonly until: Latch } | null = null;
  return {
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          async read(path) {
            const text = await store.read(path);
            if (held?.path !== path) return text;
            const { until } = held;
            held = null;
            await until.opened;
            return text;
          },
        },
      };
    },
    holdNextRead(path) {
      const until = latch();
      held = { path, until };
      return until;
    },
  };
}
