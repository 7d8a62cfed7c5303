import { expect, test } from 'vitest';
import { Observer } from '../../../src/engine/observer.js';
import { createWorld, folders, moveToApproved, upToRequest } from '../../support/engine/world.js';
import { memoryNoteStore } from '../../support/memory/memory-note-store.js';

const planId = 'PLAN-2026-001';

test('a new step gets no block id that something was asked for, on a device that only looks neither', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  const observer = await Observer.start({ store: memoryNoteStore(world.vault), folders });
  for (const source of [engine, observer]) {
    expect(new Set(source.namedStepIds(planId))).toEqual(new Set(['s2']));
    expect(source.namedStepIds('PLAN-2026-002')).toEqual([]);
  }
  await moveToApproved(world, engine, path);
  expect(engine.namedStepIds(planId)).toEqual(['s2']);
  await observer.stop();
});
