import { expect, test } from 'vitest';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approve,
  createBench,
  inApproved,
  stamped,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { lost } from '../../../../support/engine/questions.js';

/**
 * An editor saves an approved note in place when it is read for the `at`th time: empty first, then its new text. Or it
 * saves it `isTwice`: whole at that read, and in place at the next.
 */
async function savedAt(at: number, isTwice: boolean) {
  let reads = -Infinity;
  let onRead: (read: number) => void = () => undefined;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          async read(path) {
            if (path.startsWith('Approved/')) onRead((reads += 1));
            return store.read(path);
          },
        },
      };
    },
  });
  const { world } = bench;
  const path = await standalone(bench);
  const text = await stamped(bench, path);
  const approved = inApproved(path);
  let isEmptied = false;
  const saved = text.replace(/(subject: ?"?)[^"\n]*/u, '$1a better one');
  expect(saved).not.toBe(text);
  onRead = (read) => {
    if (isTwice && read === at) world.vault.outside.write(approved, saved);
    if (read !== (isTwice ? at + 1 : at)) return;
    isEmptied = true;
    world.vault.outside.write(approved, '');
  };
  reads = 0;
  world.vault.outside.move(path, approved);
  world.vault.outside.write(approved, text);
  await quiet(bench.engine);
  await world.clock.advance(2_000);
  if (isEmptied && world.paths('Approved').includes(approved)) {
    world.vault.outside.write(approved, saved);
  }
  await quiet(bench.engine);
  await world.clock.advance(60_000);
  return { world, isEmptied };
}

test.each([false, true])(
  'a note that is saved in place at any moment of its dispatch runs once or comes back with its new text (edited before: %s) [GATE-2] [GATE-8]',
  async (isTwice) => {
    let times = 0;
    for (let at = 1; at < 30; at += 1) {
      const { world, isEmptied } = await savedAt(at, isTwice);
      if (!isEmptied) break;
      times += 1;
      const called = world.server.calls.length;
      if (called > 0) {
        expect(called, `at read ${at}`).toBe(1);
        expect(world.paths('Done/Actions'), `at read ${at}`).not.toEqual([]);
        continue;
      }
      const [back] = world.paths('Pending_Approval');
      expect(world.note(back ?? ''), `at read ${at}`).toContain('a better one');
      expect(world.paths('Archive'), `at read ${at}`).toEqual([]);
    }
    expect(times).toBeGreaterThan(3);
  },
);

test('a note that is emptied during its call keeps no unknown outcome from being told [GATE-3]', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await standalone(bench);
  world.server.answer = () => {
    world.vault.outside.write(inApproved(path), '');
    return lost;
  };
  await approve(bench, path);
  expect(world.note(world.only('Pending_Approval'))).toContain('status: outcome_unknown');
});
