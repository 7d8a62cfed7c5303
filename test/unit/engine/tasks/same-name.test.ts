import { expect, test } from 'vitest';
import { ann, mail, settle, simple, withItem } from './task-world.js';

const risky = mail('Pay the rent. Log the payment. Clean the desk.');
const waiting = 'Plans/pending/PLAN-2026-001.md';

test('a task waits with its plan, whatever happens to its name or to the note of the plan, until a person approves that [LOOP-6]', async () => {
  const { world, engine } = await withItem(risky);
  const namesake = 'Inbox/EMAIL_ann.md';
  world.vault.outside.write(namesake, simple);
  await settle(world, engine);
  expect(world.note(ann)).toContain('loop_state: APPROVE');
  const renamed = 'Needs_Action/the rent.md';
  world.vault.outside.move(ann, renamed);
  await settle(world, engine);
  expect(world.note(renamed)).toContain('loop_state: APPROVE');
  const plan = world.note(waiting);
  world.vault.outside.remove(waiting);
  await settle(world, engine, 20_000);
  expect(world.note(renamed)).toContain('loop_state: APPROVE');
  world.vault.outside.write(waiting, plan);
  await settle(world, engine);
  expect(engine.view().tasks).toMatchObject([
    { path: renamed, stage: 'APPROVE', planId: 'PLAN-2026-001', isDirect: false },
    { path: namesake, stage: 'ACT', planId: null, isDirect: true },
  ]);
  world.vault.outside.move(waiting, 'Plans/approved/PLAN-2026-001.md');
  await settle(world, engine);
  expect(world.note(renamed)).toContain('loop_state: ACT');
});
