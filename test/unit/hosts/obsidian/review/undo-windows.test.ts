import { beforeEach, expect, test } from 'vitest';
import type { Review } from '../../../../../src/core/request/review/review.js';
import type { Executor } from '../../../../../src/hosts/obsidian/lifecycle/executor.js';
import { UndoWindows } from '../../../../../src/hosts/obsidian/review/undo-windows.js';
import type { UndoNotices } from '../../../../../src/hosts/obsidian/review/undo-notices.js';
import { virtualClock, type VirtualClock } from '../../../../support/memory/virtual-clock.js';

let clock: VirtualClock;
/** The requests that are held now. */
let held: readonly string[];
let trustMoves: boolean;
let paused: boolean;
/** The drags that are held now. */
let drags: readonly string[];
let looks: number;
let said: string[];
let undone: string[];
/** The last Undo that was offered. */
let undo: () => void;
let moves: UndoWindows;
beforeEach(() => {
  clock = virtualClock();
  held = [];
  trustMoves = true;
  paused = false;
  drags = [];
  looks = 0;
  said = [];
  undone = [];
  const executor = {
    device: {
      get config() {
        return { trustMoves, paused };
      },
    },
    engine: {
      heldMoves() {
        looks += 1;
        return held;
      },
      isHeld: (id: string) => drags.includes(id),
      reviews: async () =>
        [...held, 'asks'].map(
          (requestId) =>
            ({ requestId, undoUntilMs: requestId === 'asks' ? null : 10_000 }) as Review,
        ),
    },
  } as unknown as Executor;
  const notices = {
    show(because: string, review: Review, untilMs: number, onUndo: () => void) {
      const { requestId, isPaused } = review;
      said.push(`${because} ${requestId} until ${untilMs}${isPaused ? ', paused' : ''}`);
      undo = onUndo;
    },
    showMore: (count: number) => void said.push(`${count} more`),
    end: (requestId: string) => void said.push(`end ${requestId}`),
  } as unknown as UndoNotices;
  moves = new UndoWindows(
    clock,
    notices,
    () => executor,
    ({ requestId }) => void undone.push(requestId),
  );
});

async function nowHeld(...ids: string[]): Promise<void> {
  held = ids;
  moves.changed();
  await clock.advance(1_000);
}

test('each trusted move that is held is told once, with Undo, until it is held no more', async () => {
  await nowHeld('a');
  await nowHeld('a');
  expect(said).toEqual(['moved a until 10000']);
  undo();
  expect(undone).toEqual(['a']);
  await nowHeld('b');
  expect(said.slice(1)).toEqual(['end a', 'moved b until 10000']);
});

test('of many at once three are told, and how many more there are', async () => {
  await nowHeld('a', 'b', 'c', 'd', 'e');
  expect(said).toEqual([
    'moved a until 10000',
    'moved b until 10000',
    'moved c until 10000',
    '2 more',
  ]);
});

test('what comes together is looked at once, and nothing where moves are not trusted', async () => {
  for (let n = 0; n < 100; n += 1) moves.changed();
  await clock.advance(1_000);
  expect(looks).toBe(1);
  trustMoves = false;
  await nowHeld('a');
  expect([looks, said]).toEqual([1, []]);
});

test('a notice ends when the trust does', async () => {
  await nowHeld('a');
  trustMoves = false;
  await nowHeld();
  expect(said).toEqual(['moved a until 10000', 'end a']);
});

test('the notice of a drag ends when it is held no more, also where moves are not trusted', async () => {
  trustMoves = false;
  drags = ['d'];
  moves.dragged({ requestId: 'd' } as Review, 10_000);
  await nowHeld();
  expect(said).toEqual(['dragged d until 10000']);
  undo();
  expect(undone).toEqual(['d']);
  drags = [];
  await nowHeld();
  await nowHeld();
  expect(said.slice(1)).toEqual(['end d']);
});

test('the notice of a drag tells whether all actions are paused', () => {
  paused = true;
  moves.dragged({ requestId: 'd' } as Review, 10_000);
  expect(said).toEqual(['dragged d until 10000, paused']);
});

test('nothing is told after it was closed', async () => {
  held = ['a'];
  moves.changed();
  moves.close();
  await clock.advance(1_000);
  moves.changed();
  await clock.advance(1_000);
  expect(said).toEqual([]);
});
