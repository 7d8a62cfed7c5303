import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteStore } from '../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../support/memory/memory-note-store.js';
import { dropBrief, workMission } from './scripted-mission.js';
import { createWorld, quiet, type World } from '../../support/engine/world.js';

/** What becomes of an event on its way from the disk to the engine. */
type Fate = 'seen' | 'lost' | 'doubled' | 'late';

/** A store whose events meet these fates, one after the other; `deliver` brings the late ones, last first. */
function unreliable(world: World, fates: readonly Fate[]) {
  const inner = memoryNoteStore(world.vault);
  const late: string[] = [];
  let next = 0;
  let tell: (path: string) => void = () => undefined;
  const store: NoteStore = {
    ...inner,
    watch(onChange) {
      tell = onChange;
      return inner.watch((path) => {
        if (path.startsWith('Logs/')) return;
        const fate = fates[next] ?? 'seen';
        next += 1;
        if (fate === 'late') late.push(path);
        if (fate === 'seen' || fate === 'doubled') onChange(path);
        if (fate === 'doubled') onChange(path);
      });
    },
  };
  const deliver = (): void => {
    for (const path of late.splice(0).reverse()) tell(path);
  };
  return { store, deliver };
}

function notesOf(world: World): Record<string, string> {
  return Object.fromEntries(world.paths('').map((path) => [path, world.note(path)]));
}

test('lost, doubled, late and reordered events end in the same vault, and in one call', async () => {
  const straight = await createWorld();
  dropBrief(straight);
  await workMission(straight, await straight.start());

  const fate = fc.constantFrom<Fate>('seen', 'lost', 'doubled', 'late');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 6 }), fc.boolean(), async (fates, restarts) => {
      const world = await createWorld();
      const { store, deliver } = unreliable(world, fates);
      const engine = await world.start({}, { store });
      dropBrief(world);
      await workMission(world, engine);
      deliver();
      await workMission(world, engine);
      if (restarts) {
        await engine.stop();
        await workMission(world, await world.start());
      } else {
        // What a host does that polls, or comes back from sleep.
        for (const path of world.paths('')) engine.look(path);
        await quiet(engine);
        await workMission(world, engine);
      }
      expect(notesOf(world)).toEqual(notesOf(straight));
      expect(world.server.calls).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});
