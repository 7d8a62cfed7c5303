import { beforeEach, expect, test } from 'vitest';
import { witnessGesture } from '../../../../../src/core/request/approval/gesture.js';
import { ApproveDrop } from '../../../../../src/hosts/obsidian/gestures/approve-drop.js';

let now = 0;
let told: string[];
let drop: ApproveDrop;
beforeEach(() => {
  now = 1_000;
  told = [];
  drop = new ApproveDrop(
    {
      onApproveDrag: ({ from, to }) => told.push(`${from} → ${to}`),
      onNotAlone: ({ to }) => told.push(`not alone: ${to}`),
    },
    () => now,
  );
});

function dropped(from: string, folder: string): void {
  drop.dropped(from, folder, witnessGesture('drop', now));
}

const A = ['Pending_Approval/a.md', 'Approved/a.md'] as const;
const B = ['Pending_Approval/b.md', 'Approved/b.md'] as const;
const TOLD = 'Pending_Approval/a.md → Approved/a.md';

test('a drop and the move that follows are one drag', () => {
  dropped(A[0], 'Approved');
  now += 2_000;
  drop.moved(...A);
  expect(told).toEqual([TOLD]);
});

test.each<[string, () => void]>([
  ['a move without a drop', () => drop.moved(...A)],
  [
    'a move that comes too late',
    () => {
      dropped(A[0], 'Approved');
      now += 2_001;
      drop.moved(...A);
    },
  ],
  [
    'the move of another note',
    () => {
      dropped(A[0], 'Approved');
      drop.moved(...B);
      drop.moved(...A);
    },
  ],
  [
    'a move to another folder or name than it was dropped on',
    () => {
      dropped(A[0], 'Approved/clients');
      drop.moved(...A);
      dropped(A[0], 'Approved');
      drop.moved(A[0], 'Approved/a 1.md');
    },
  ],
])('%s is nothing', (_what, act) => {
  act();
  expect(told).toEqual([]);
});

test('a second move within the time says that it was not one note after all', () => {
  dropped(A[0], 'Approved');
  drop.moved(...A);
  drop.moved(...B);
  drop.moved('Pending_Approval/c.md', 'Approved/c.md');
  expect(told).toEqual([TOLD, 'not alone: Approved/a.md']);
});

test('a later move has nothing to do with it', () => {
  dropped(A[0], 'Approved');
  drop.moved(...A);
  now += 2_001;
  drop.moved(...B);
  expect(told).toEqual([TOLD]);
});

test('a drop counts once', () => {
  dropped(A[0], 'Approved');
  drop.moved(...A);
  now += 2_001;
  drop.moved(...A);
  expect(told).toEqual([TOLD]);
});
