import { expect, test } from 'vitest';
import { Observer } from '../../../src/engine/observer.js';
import { memoryNoteStore } from '../../support/memory/memory-note-store.js';
import { settle } from '../../support/memory/virtual-clock.js';
import { createWorld, everythingIn, folders, upToRequest } from '../../support/engine/world.js';

async function quiet(observer: Observer): Promise<void> {
  await settle();
  await observer.idle();
  await settle();
}

test('a device that runs no actions shows the mission and what waits, and changes nothing', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await upToRequest(world, engine);
  await engine.flushDashboard();
  await engine.stop();
  const before = everythingIn(world);

  const observer = await Observer.start({ store: memoryNoteStore(world.vault), folders });
  expect(observer.resumeText()).toMatch(/^Resuming plan PLAN-2026-001: /);
  const [review, ...others] = await observer.reviews(10);
  expect(others).toEqual([]);
  expect(review).toMatchObject({ bridge: 'email', tool: 'send_email', recipientIsInCall: true });
  expect(review?.blocked?.message).toContain('does not run actions');
  await observer.stop();
  expect(everythingIn(world)).toEqual(before);
});

test('it follows what changes, reads only that note again, and stops', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  await engine.stop();
  const reads: string[] = [];
  const store = memoryNoteStore(world.vault);
  const observer = await Observer.start({
    store: { ...store, read: (read) => (reads.push(read), store.read(read)) },
    folders,
  });
  await observer.reviews(10);
  let announced = 0;
  observer.subscribe(() => (announced += 1));
  reads.length = 0;
  world.vault.outside.write('Plans/PLAN-2026-001.md', '---\ntask_id: [\n---\n');
  await quiet(observer);
  expect(observer.view().missions).toEqual([]);
  expect(observer.view().alerts.map(({ kind }) => kind)).toEqual(['invalid']);
  await observer.reviews(10);
  expect(reads).toEqual(['Plans/PLAN-2026-001.md']);
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
  await quiet(observer);
  expect(observer.view().waiting).toEqual([]);
  expect(announced).toBeGreaterThan(0);

  await observer.stop();
  const last = announced;
  world.vault.outside.remove('Plans/PLAN-2026-001.md');
  await settle();
  expect(announced).toBe(last);
});
