import { expect, test } from 'vitest';
import type { Engine } from '../../../../../src/engine/engine.js';
import { Observer } from '../../../../../src/engine/observer.js';
import { namedStepIds } from '../../../../../src/hosts/obsidian/lifecycle/session-queries.js';
import type { SessionState } from '../../../../../src/hosts/obsidian/lifecycle/session-state.js';
import {
  createWorld,
  folders,
  moveToApproved,
  upToRequest,
} from '../../../../support/engine/world.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';

const planId = 'PLAN-2026-001';

function ready(work: { engine: Engine } | { observer: Observer }): SessionState {
  const executor = 'engine' in work ? work : null;
  const observer = 'observer' in work ? work.observer : null;
  return { at: 'ready', work: { executor, observer } } as unknown as SessionState;
}

test('a new step gets no block id that something was asked for, on a device that only looks neither', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  const observer = await Observer.start({ store: memoryNoteStore(world.vault), folders });
  for (const work of [{ engine }, { observer }]) {
    expect(new Set(namedStepIds(ready(work), planId))).toEqual(new Set(['s2']));
    expect(namedStepIds(ready(work), 'PLAN-2026-002')).toEqual([]);
  }
  await moveToApproved(world, engine, path);
  expect(namedStepIds(ready({ engine }), planId)).toEqual(['s2']);
  expect(namedStepIds({ at: 'starting' }, planId)).toEqual([]);
  await observer.stop();
});
