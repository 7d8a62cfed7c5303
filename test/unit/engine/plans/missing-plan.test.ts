import { expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import { planText } from '../../../support/builders/plan-text.js';
import { SimulatedCrash } from '../../../support/memory/simulated-crash.js';
import { createWorld, quiet, type World } from '../../../support/engine/world.js';

const id = 'PLAN-2026-001';
const path = `Plans/${id}.md`;
const text = planText({ id, steps: ['[x] Look', '[ ] ✋ Send ^s2', '[ ] Close'] });
const gone = `The note of ${id} is gone; 2 of 3 steps were open.`;

async function start(): Promise<{ world: World; engine: Engine }> {
  const world = await createWorld();
  world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  return { world, engine };
}

async function later({ clock }: World, engine: Engine, ms = 15_000): Promise<void> {
  await quiet(engine);
  await clock.advance(ms);
  await quiet(engine);
}

function told(world: World): readonly string[] {
  return world
    .records()
    .flatMap(({ audit: { event, actor, detail } }) =>
      ['plan_missing', 'plan_returned', 'plan_cancelled'].includes(event)
        ? [`${actor}, ${event}: ${detail}`]
        : [],
    );
}

const alerts = (engine: Engine) => engine.view().alerts.map((alert) => alert.text);

test.each([
  ['under another name', 'Plans/My plan.md', false],
  ['while nothing runs', path, true],
])(
  'a plan whose note is gone is told after 15 seconds, once, until it is back %s',
  async (_how, back, isStopped) => {
    const { world, engine } = await start();
    world.vault.outside.remove(path);
    await later(world, engine, 14_000);
    expect(alerts(engine)).toEqual([]);
    await later(world, engine, 2_000);
    expect(alerts(engine)).toEqual([gone]);
    await engine.flushDashboard();
    expect(world.note('Dashboard.md')).toContain(gone);
    await engine.stop();
    const next = await world.start();
    await later(world, next);
    expect(alerts(next)).toEqual([gone]);
    expect(told(world)).toEqual([`Outside, plan_missing: ${gone}`]);
    if (isStopped) await next.stop();
    world.vault.outside.write(back, text);
    const last = isStopped ? await world.start() : next;
    await later(world, last);
    expect(alerts(last)).toEqual([]);
    expect(told(world).slice(1)).toEqual([
      'Outside, plan_returned: The plan’s note is there again.',
    ]);
  },
);

test('a plan that vanished while nothing ran is told at the start', async () => {
  const { world, engine } = await start();
  await engine.stop();
  world.vault.outside.remove(path);
  const next = await world.start();
  await quiet(next);
  expect(alerts(next)).toEqual([gone]);
});

test.each([
  ['renamed', (world: World) => world.vault.outside.move(path, 'Plans/Other.md')],
  [
    'no longer a note that can be read',
    (world: World) => world.vault.outside.write(path, text.replace('status: Active', 'status: ?')),
  ],
  [
    'back in time',
    (world: World) => (world.vault.outside.remove(path), world.vault.outside.write(path, text)),
  ],
  [
    'no longer a note that names itself',
    (world: World) => world.vault.outside.write(path, text.replace(`task_id: ${id}`, 'task_id')),
  ],
  [
    'done, and so archived',
    (world: World) =>
      world.vault.outside.write(path, text.replace('status: Active', 'status: Done')),
  ],
])('a plan that is %s is not gone', async (_what, change) => {
  const { world, engine } = await start();
  change(world);
  await later(world, engine, 60_000);
  expect(alerts(engine).filter((one) => one.includes('gone'))).toEqual([]);
  await engine.stop();
  const next = await world.start();
  await later(world, next, 60_000);
  expect(alerts(next).filter((one) => one.includes('gone'))).toEqual([]);
  expect(told(world)).toEqual([]);
});

test('a plan whose note a crash kept from being written is not gone', async () => {
  const world = await createWorld();
  const brief = 'Inbox/Letter.md';
  world.vault.outside.write(brief, 'Write the letter. Sort the papers. Clean the desk.\n');
  const hooks = {
    beforeWrite: (write: string): void => {
      if (write.includes(path)) throw new SimulatedCrash(write, false);
    },
  };
  const dying = await world.start(hooks);
  await quiet(dying);
  const input = { path: brief, actor: 'Human' } as const;
  await dying.operations.startPlan(input).catch(() => undefined);
  expect(world.paths('Plans')).toEqual([]);
  world.vault.watchers.clear();
  const engine = await world.start();
  await later(world, engine, 60_000);
  expect(alerts(engine).filter((one) => one.includes('gone'))).toEqual([]);
  expect(told(world)).toEqual([]);
});

test.each([
  ['Archive', 'Active'],
  ['Done/Plans', 'Done'],
])('a plan that a person files in %s while nothing runs has ended', async (folder, status) => {
  const { world, engine } = await start();
  await engine.stop();
  world.vault.outside.remove(path);
  const filed = `${folder}/${id}.md`;
  world.vault.outside.write(filed, text.replace('status: Active', `status: ${status}`));
  const next = await world.start();
  await quiet(next);
  expect(alerts(next)).toEqual([]);
  expect(world.records().map(({ audit }) => audit.detail)).toContain(
    `The plan was filed by hand as “${filed}”, with the status ${status}.`,
  );
  world.vault.outside.write(path, text);
  await later(world, next);
  expect(alerts(next)).toEqual([`${id} had ended, and its note says Active again.`]);
});

test('a note that names no plan any more may be its own, until that is gone too', async () => {
  const { world, engine } = await start();
  await engine.stop();
  world.vault.outside.remove(path);
  world.vault.outside.write('Plans/Mine.md', text.replace(`task_id: ${id}`, 'task_id'));
  const next = await world.start();
  await later(world, next);
  expect(alerts(next)).toEqual([expect.not.stringContaining('gone')]);
  world.vault.outside.remove('Plans/Mine.md');
  await later(world, next);
  await later(world, next);
  expect(alerts(next)).toEqual([gone]);
});

test('a person cancels a plan whose note is gone; nothing of it runs when it comes back', async () => {
  const { world, engine } = await start();
  world.vault.outside.remove(path);
  await later(world, engine);
  const input = { planId: id, reason: 'Not needed.' };
  expect(await engine.operations.cancelPlan({ ...input, actor: 'Agent' })).toMatchObject({
    ok: false,
  });
  expect(await engine.operations.cancelPlan({ ...input, actor: 'Human' })).toMatchObject({
    ok: true,
  });
  await later(world, engine);
  expect(alerts(engine)).toEqual([]);
  expect(told(world).at(-1)).toContain('Not needed.');
  world.vault.outside.write(path, text);
  await later(world, engine);
  expect(alerts(engine)).toEqual([`${id} had ended, and its note says Active again.`]);
});
