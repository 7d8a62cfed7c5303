import { expect, test } from 'vitest';
import { createWorld, quiet } from '../../../support/engine/world.js';
import {
  ann,
  complex,
  loop,
  mail,
  settle,
  simple,
  stages,
  upToAct,
  withItem,
} from './task-world.js';

const hour = 3_600_000;
const broken = '---\ntype: email\nfrom: [\n---\n\nPlease look at the roof.\n';
const plan = 'Plans/PLAN-2026-001.md';

test('a clock that is set back an hour delays nothing that waits for a moment', async () => {
  const { world, engine } = await withItem(complex);
  const setBack = async (): Promise<void> => {
    await quiet(engine);
    world.clock.jumpTo(world.clock.now() - hour);
  };
  const item = 'Inbox/EMAIL_bob.md';
  world.vault.outside.write(item, simple);
  await setBack();
  await settle(world, engine, 2_100);
  expect(Object.values(stages(world))[1]).toEqual(upToAct);
  const text = world.note(plan);
  world.vault.outside.write(plan, '---\n');
  await setBack();
  await settle(world, engine, 121_000);
  expect(world.paths('Needs_Action').some((path) => path.includes('ERROR_'))).toBe(true);
  world.vault.outside.write(plan, text);
  await settle(world, engine);
  world.vault.outside.remove(plan);
  await setBack();
  await settle(world, engine, 31_000);
  expect(engine.view().alerts).toContainEqual(expect.objectContaining({ kind: 'plan_missing' }));
});

test('an item that can’t be read is reported by runs of a few seconds, unless its file is within a minute of now [LOOP-10]', async () => {
  const world = await createWorld();
  const runOnce = async (): Promise<number> => {
    const engine = await world.start({}, loop());
    await settle(world, engine, 2_000);
    await engine.stop();
    return world.paths('Needs_Action').filter((path) => path.includes('ERROR_')).length;
  };
  await runOnce();
  world.vault.outside.write(ann, broken);
  expect(await runOnce()).toBe(0);
  await world.clock.advance(60_000);
  expect(await runOnce()).toBe(1);
  expect(world.paths('Done')).toEqual(['Done/invalid/EMAIL_ann.md']);
  // The clock of the computer that wrote it is ahead.
  world.vault.outside.write('Needs_Action/EMAIL_bob.md', broken);
  world.clock.jumpTo(world.clock.now() - 10_000);
  expect(await runOnce()).toBe(1);
  world.clock.jumpTo(world.clock.now() - hour);
  expect(await runOnce()).toBe(2);
  world.vault.outside.write(ann, mail('Please look at the door.'));
  await runOnce();
  expect(Object.values(stages(world))[2]).toEqual(upToAct);
});
