import { expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  planned,
  requestIn,
  restart,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

/** Notes of somebody else under a name and so many numbered ones. */
function take({ world }: Bench, folder: string, name: string, count: number): void {
  world.vault.outside.write(`${folder}/${name}.md`, 'Taken.\n');
  for (let number = 2; number <= count; number += 1) {
    world.vault.outside.write(`${folder}/${name}-${number}.md`, 'Taken.\n');
  }
}

const nameOf = (path: string): string => /([^/]+)\.md$/.exec(path)?.[1] ?? '';
const ours = ({ world }: Bench, folder: string): string[] =>
  world.paths(folder).filter((path) => world.note(path) !== 'Taken.\n');

test.each([
  ['3', 3],
  ['150', 150],
])('an executed request is filed once where %s notes have its names', async (_, count) => {
  const bench = await createBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  take(bench, 'Done/Actions', nameOf(path), count);
  await approve(bench, path);
  await restart(bench);
  const filed = ours(bench, 'Done/Actions');
  expect(filed).toHaveLength(1);
  expect(requestIn(bench.world, filed[0] ?? '')).toMatchObject({
    requestId: id,
    status: 'executed',
  });
  expect(bench.world.paths('Done/Actions')).toHaveLength(count + 1);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(alertsOf(bench, id)).toEqual([]);
});

test.each([3, 150])(
  'one that a crash left in Done, moved and not told, is found among %d of its names, and no copy under another',
  async (count) => {
    const bench = await createBench();
    const path = await planned(bench);
    take(bench, 'Done/Actions', nameOf(path), count);
    const store = memoryNoteStore(bench.world.vault);
    const full = fail('note_write_failed', 'The disk is full.', 'Make room.');
    await restart(bench, {
      store: {
        ...store,
        update: (at, edit) =>
          at.startsWith('Done/') ? Promise.resolve(full) : store.update(at, edit),
      },
    });
    await approve(bench, path);
    expect(ours(bench, 'Done/Actions')).toHaveLength(1);
    const [left = ''] = ours(bench, 'Done/Actions');
    const copy = 'Done/Actions/0-copy.md';
    bench.world.vault.outside.write(copy, bench.world.note(left));
    await restart(bench);
    expect(ours(bench, 'Done/Actions').sort()).toEqual([copy, left]);
    expect(requestIn(bench.world, left).status).toBe('executed');
    expect(requestIn(bench.world, copy).status).toBe('pending');
  },
);

test('a request goes back to Pending where 150 notes have its names', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  bench.world.server.answer = () => {
    take(bench, 'Pending_Approval', nameOf(path), 150);
    return { kind: 'timeout', afterMs: 30_000 };
  };
  await approve(bench, path);
  const [back = ''] = ours(bench, 'Pending_Approval');
  expect(requestIn(bench.world, back).status).toBe('outcome_unknown');
});

test('while a note can’t be filed, an alert says that nobody knows the outcome of its call [GATE-3]', async () => {
  let isFull = false;
  const full = fail('note_write_failed', 'The disk is full.', 'Make room.');
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const update: typeof store.update = (at, edit) =>
        isFull ? Promise.resolve(full) : store.update(at, edit);
      return { store: { ...store, update } };
    },
  });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => {
    isFull = true;
    return { kind: 'lost', detail: 'The pipe broke.' };
  };
  await approve(bench, path);
  expect(alertsOf(bench, id).map(({ text }) => text)).toEqual([
    `${id}: We don’t know whether its call happened, and that can’t be written into its note. The disk is full.`,
  ]);
});
