import { expect, test } from 'vitest';
import { createWorld, valueOf } from '../../../support/engine/world.js';
import {
  all,
  ann,
  complex,
  edit,
  filed,
  loop,
  mail,
  sayDone,
  settle,
  simple,
  stages,
  upToAct,
  withItem,
} from './task-world.js';

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

test('two items whose names differ only in case or spaces have no plan in common: one has to be renamed', async () => {
  const other = mail('Paint the fence. Sweep the yard. Mow the lawn.');
  const twin = 'Needs_Action/email_ANN.md';
  const world = await createWorld();
  const engine = await world.start({}, loop());
  world.vault.outside.write(ann, complex);
  world.vault.outside.write(twin, other);
  await settle(world, engine);
  expect(world.paths('Plans')).toEqual([]);
  const refused = engine.view().alerts.filter(({ advice }) => /rename one of them/u.test(advice));
  expect(refused.map(({ path }) => path)).toEqual([ann, twin]);
  const renamed = 'Needs_Action/fence.md';
  world.vault.outside.move(twin, renamed);
  await settle(world, engine, 61_000);
  expect(
    engine
      .view()
      .missions.map(({ objective }) => objective)
      .sort(),
  ).toEqual(['Paint the fence.', 'Write the letter.']);
  expect(new Set(engine.view().tasks?.map(({ planId }) => planId)).size).toBe(2);
});

test.each<[what: string, edited: boolean, at: string]>([
  ['as it was', false, ann],
  ['as it was, as a conflict copy', false, 'Needs_Action/EMAIL_ann.sync-conflict-20260221.md'],
  ['as it was edited', true, ann],
  ['as it was edited, in another folder', true, 'Inbox/EMAIL_ann.md'],
])(
  'a note that sync brings back %s, after its task is over, is no task',
  async (_what, edited, at) => {
    const { world, engine } = await withItem(simple);
    if (edited) {
      edit(world, ann, (text) => text.replace('the roof', 'the roof and the cellar'));
      await settle(world, engine);
    }
    const text = world.note(ann);
    edit(world, ann, sayDone);
    await settle(world, engine);
    expect(world.paths('Done')).toEqual([filed]);
    const done = world.note(filed);
    const before = stages(world);
    world.vault.outside.write(at, text);
    await settle(world, engine, 61_000);
    await engine.stop();
    const again = await world.start({}, loop());
    await settle(world, again, 61_000);
    expect(stages(world)).toEqual(before);
    expect(world.note(at)).toBe(text);
    expect(world.note(filed)).toBe(done);
  },
);

test.each([
  ['plan', complex],
  ['simple task', simple],
])(
  'a copy that sync brings back with more in it, after its task is over, is named and is no work until a person makes a %s of it [LOOP-2]',
  async (what, words) => {
    const { world, engine } = await withItem(words);
    const copy = `${world.note(ann)}\nThanks, looks good.\n`;
    if (what === 'simple task') edit(world, ann, sayDone);
    else edit(world, 'Plans/PLAN-2026-001.md', (text) => text.replaceAll('[ ]', '[x]'));
    await settle(world, engine);
    const plans = () => world.paths('Plans').length;
    expect([world.paths('Done').includes(filed), plans()]).toEqual([true, 0]);
    world.vault.outside.write(ann, copy);
    await settle(world, engine, 61_000);
    expect([Object.values(stages(world)), plans()]).toEqual([[all], 0]);
    expect(engine.view().alerts).toMatchObject([{ path: ann }]);
    valueOf(await engine.operations.keepAsTask({ path: ann }));
    await settle(world, engine);
    expect(Object.values(stages(world))).toEqual([all, upToAct]);
    expect(engine.view().alerts).toEqual([]);
  },
);

test.each([false, true])(
  'a note that says the same as one that was deleted is new work once the plan of that one has ended (restart: %s) [LOOP-2]',
  async (restarts) => {
    const first = await withItem(complex);
    const { world } = first;
    let { engine } = first;
    world.vault.outside.remove(ann);
    await settle(world, engine);
    edit(world, 'Plans/PLAN-2026-001.md', (text) => text.replaceAll('[ ]', '[x]'));
    await settle(world, engine);
    expect(Object.values(stages(world))).toEqual([all]);
    if (restarts) {
      await engine.stop();
      engine = await world.start({}, loop());
      await settle(world, engine);
    }
    world.vault.outside.write(ann, complex);
    await settle(world, engine, 61_000);
    expect(Object.values(stages(world))).toEqual([all, upToAct]);
    expect(world.paths('Plans')).toEqual(['Plans/PLAN-2026-002.md']);
    expect(world.note(ann)).toContain('loop_state: ACT');
  },
);

test.each([
  ['simple', 'Needs_Action/old/EMAIL_ann.md', false],
  ['simple', 'Needs_Action/old/EMAIL_ann.md', true],
  ['simple', 'In_Progress/claude/EMAIL_ann.md', true],
  ['simple', 'Done/Tasks/ann.md', true],
  ['complex', 'Needs_Action/old/EMAIL_ann.md', false],
  ['complex', 'Needs_Action/old/EMAIL_ann.md', true],
])(
  'a %s item that says the same as one that was moved to %s is another task (restart: %s) [LOOP-2]',
  async (kind, to, restarts) => {
    const words = kind === 'simple' ? simple : complex;
    const { world, engine } = await withItem(words);
    const [first] = Object.keys(stages(world));
    if (restarts) await engine.stop();
    world.vault.outside.move(ann, to);
    if (!restarts) await settle(world, engine);
    world.vault.outside.write(ann, words);
    if (restarts) await world.clock.advance(61_000);
    const again = restarts ? await world.start({}, loop()) : engine;
    await settle(world, again, 61_000);
    const tasks = Object.keys(stages(world));
    expect(tasks).toEqual([first, expect.any(String)]);
    expect(world.note(ann)).toContain(`task_id: ${tasks[1]}`);
    expect(world.paths('Plans')).toHaveLength(kind === 'simple' ? 0 : 2);
  },
);
