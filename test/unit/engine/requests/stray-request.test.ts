import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/engine/engine.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { createWorld, quiet, upToRequest, type World } from '../../../support/engine/world.js';

const plan = 'Plans/PLAN-2026-001.md';
const step = '2. [ ] ✋ Send email to client_a@example.com ^s2\n';
/** Long enough to cut a step and put it elsewhere. */
const grace = 15_000;

let world: World;
let engine: Engine;
let path: string;

beforeEach(async () => {
  world = await createWorld();
  engine = await world.start();
  path = await upToRequest(world, engine);
});

async function rewrite(note: string, from: string | RegExp, to: string): Promise<void> {
  const text = world.note(note);
  expect(text).toMatch(from);
  world.vault.outside.write(note, text.replace(from, to));
  await quiet(engine);
}

function said(): readonly string[] {
  const mine = engine.view().alerts.filter(({ subject }) => subject.kind === 'request');
  return mine.map(({ text }) => text.replace('The request “Email to client_a@example.com” ', ''));
}

async function later(): Promise<void> {
  await world.clock.advance(grace);
  await quiet(engine);
}

describe('a request that waits for a step that there is not is told, with what to do:', () => {
  test.each<[string, string, string, string, string, string?]>([
    [
      'its step was taken out',
      plan,
      step,
      '',
      'the step `^s2` of PLAN-2026-001, which does not exist',
    ],
    [
      'its step lost its ✋',
      plan,
      '✋ Send email',
      'Send email',
      'step 2 of PLAN-2026-001, which has no ✋',
      'Put ✋ at the start of that step',
    ],
    [
      'its step was cancelled',
      plan,
      '[ ] ✋ Send email',
      '[-] ✋ Send email',
      'step 2 of PLAN-2026-001, which is marked [-]',
      'Empty its box, or withdraw it',
    ],
    [
      'somebody wrote another step into it',
      '',
      'step_id: s2',
      'step_id: s9',
      'the step `^s9` of PLAN-2026-001, which does not exist',
    ],
    [
      'somebody wrote another plan into it',
      '',
      'plan_id: PLAN-2026-001',
      'plan_id: PLAN-2026-099',
      'the plan PLAN-2026-099, which does not exist',
    ],
  ])(
    '%s',
    async (_what, note, from, to, what, advice = "Correct 'plan_id' and 'step_id' in its note") => {
      const changed = note || path;
      const before = world.note(changed);
      await rewrite(changed, from, to);
      expect(said()).toEqual([]);
      await later();
      expect(said()).toEqual([`can’t run: it belongs to ${what}.`]);
      await engine.flushDashboard();
      expect(world.note('Dashboard.md')).toContain(advice);
      const [review] = await engine.reviews(10);
      expect(review?.blocked?.message).toContain(what);
      world.vault.outside.write(changed, before);
      await quiet(engine);
      expect(said()).toEqual([]);
      expect((await engine.reviews(10))[0]?.blocked).toBeNull();
    },
  );

  test('its plan was taken away', async () => {
    world.vault.outside.remove(plan);
    await quiet(engine);
    await later();
    expect(said()).toEqual([
      'can’t run: it belongs to the plan PLAN-2026-001, which does not exist.',
    ]);
  });
});

test('nothing is said of a step that was cut and put elsewhere, however often', async () => {
  for (let time = 0; time < 3; time += 1) {
    await rewrite(plan, step, '');
    await world.clock.advance(grace - 1000);
    await quiet(engine);
    expect(said()).toEqual([]);
    await rewrite(plan, /## Roadmap\n1.*\n/, `$&${step}`);
  }
  await later();
  expect(said()).toEqual([]);
});

test('nor of a plan that cannot be read, or is there twice: that is told by itself', async () => {
  await rewrite(plan, /^status: .*$/m, 'status: Working on it');
  await later();
  expect(said()).toEqual([]);
  await rewrite(plan, /^status: .*$/m, 'status: Active');
  world.vault.outside.write('Plans/again.md', world.note(plan).replace('Write the', 'Sing the'));
  await quiet(engine);
  await later();
  expect(said()).toEqual([]);
});

test('a plan that cannot be read and names no id is not said to be gone, also after a restart', async () => {
  const mayBe =
    'can’t run: it belongs to the plan PLAN-2026-001, whose note may be “Plans/PLAN-2026-001.md”, which can’t be read.';
  const whole = world.note(plan);
  await engine.stop();
  world.vault.outside.write(plan, whole.replace(/^task_id:.*\n/m, ''));
  engine = await world.start();
  await quiet(engine);
  await later();
  expect(said()).toEqual([mayBe]);
  expect(engine.view().alerts.find(({ text }) => text.endsWith(mayBe))?.advice).toMatch(
    /^Repair that note\. /,
  );
  expect((await engine.reviews(10))[0]?.blocked?.message).toContain(mayBe);
  world.vault.outside.remove(plan);
  await quiet(engine);
  await later();
  expect(said()).toEqual([
    'can’t run: it belongs to the plan PLAN-2026-001, which does not exist.',
  ]);
  world.vault.outside.write(plan, whole);
  await quiet(engine);
  expect(said()).toEqual([]);
});

test('moved to Approved, it comes back because its plan cannot be read', async () => {
  await engine.stop();
  world.vault.outside.write(plan, world.note(plan).replace(/^task_id:.*\n/m, ''));
  engine = await world.start();
  await quiet(engine);
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  expect(world.note(world.only('Pending_Approval'))).toContain(
    'The plan PLAN-2026-001 can’t be found. Its note may be “Plans/PLAN-2026-001.md”, which can’t be read.',
  );
});

test('what came back for another reason says it, too, and not that it can be approved', async () => {
  world.server.reachable = false;
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Approved'));
  await quiet(engine);
  await world.clock.advance(120_000);
  await quiet(engine);
  await rewrite(plan, step, '');
  await later();
  const { alerts } = engine.view();
  expect(alerts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invalid', 'returned']));
  const back = alerts.find(({ kind }) => kind === 'returned');
  expect(back?.advice).toContain('Correct `plan_id` and `step_id` in its note');
});

test('it is said when the plan that could not be read is gone, and not when it came back unreadable', async () => {
  const whole = world.note(plan);
  const broken = whole.replace(/^status: .*$/m, 'status: Working on it');
  const gone = 'can’t run: it belongs to the plan PLAN-2026-001, which does not exist.';
  world.vault.outside.write(plan, broken);
  await quiet(engine);
  world.vault.outside.remove(plan);
  await quiet(engine);
  await later();
  expect(said()).toEqual([gone]);
  world.vault.outside.write(plan, broken);
  await quiet(engine);
  expect(said()).toEqual([]);
});

test('a clock that is set back delays it by no more than the wait', async () => {
  await rewrite(plan, step, '');
  world.clock.jumpTo(world.clock.now() - 3 * 3_600_000);
  engine.lookAtEverything();
  await quiet(engine);
  await later();
  expect(said()).toHaveLength(1);
});

test('its plan is not looked at again because of what is said', async () => {
  const reads: string[] = [];
  const store = memoryNoteStore(world.vault);
  await engine.stop();
  engine = await world.start(
    {},
    { store: { ...store, read: (note) => (reads.push(note), store.read(note)) } },
  );
  await quiet(engine);
  await rewrite(plan, step, '');
  reads.length = 0;
  await later();
  expect(said()).toHaveLength(1);
  expect(reads).not.toContain(plan);
});
