import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  alertsOf,
  calledIds,
  edit,
  look,
  planned as withRequest,
  restart,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { invoiceMission, quiet, valueOf } from '../../../../support/engine/world.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const planId = 'PLAN-2026-001';

async function planned() {
  const bench = await createPeopleBench();
  valueOf(await bench.engine.operations.initializePlan({ ...invoiceMission }));
  await quiet(bench.engine);
  return bench;
}

test('a draft is started by a person; until then nothing is drafted for it, and that is said [R7.1]', async () => {
  const bench = await planned();
  await edit(bench, plan, (text) => text.replace('status: Active', 'status: Draft'));
  const { engine, world } = bench;
  const draft = { planId, step: 2, actionType: 'email', targetRecipient: 'a@example.com' };
  const given = { rationale: 'now', actor: 'Agent' as const, call: { arguments: { to: 'a' } } };
  const refused = await engine.operations.draftExternalAction({ ...draft, ...given } as never);
  expect(refused).toMatchObject({ ok: false, error: { code: 'plan_not_started' } });
  expect((await engine.personActions.activatePlan({ planId })).ok).toBe(true);
  expect(world.note(plan)).toContain('status: Active');
  expect(world.note(plan)).toContain('Human: Started plan');
  expect((await engine.personActions.activatePlan({ planId })).ok).toBe(false);
});

describe.each(['Done', 'Cancelled'])('a plan that is %s', (status) => {
  async function ended() {
    const bench = await planned();
    const before = bench.world.note(plan);
    await edit(bench, plan, (text) => text.replace('status: Active', `status: ${status}`));
    await quiet(bench.engine);
    expect(bench.world.paths('Plans')).toEqual([]);
    return { bench, before };
  }

  test('stays so when its note is put back as if it went on: nothing of it runs, over a restart too [R7.1]', async () => {
    const { bench, before } = await ended();
    const { world } = bench;
    world.vault.outside.write(
      plan,
      before.replace('1. [ ]', '1. [x]').replace(/(2\. \[ \] ✋ .*)/u, '$1 ^s2'),
    );
    await look(bench);
    expect(alertsOf(bench, planId)).toEqual([]);
    const alerts = bench.engine.view().alerts.filter(({ kind }) => kind === 'plan_put_back');
    expect(alerts).toMatchObject([{ offers: { do: 'start_plan', planId } }]);
    const { operations, personActions } = bench.engine;
    const why = { rationale: 'Found it', actor: 'Agent' as const };
    const refused = [
      await operations.updatePlanStep({ planId, step: 3, ...why }),
      await operations.addPlanStep({ planId, text: 'More', ...why }),
      await personActions.doneByHand({ planId, step: 's2', text: 'x' }),
    ];
    expect(refused).toMatchObject(refused.map(() => ({ error: { code: 'plan_finished' } })));
    const path = await standalone(bench);
    await edit(bench, path, (text) =>
      text.replace('status: pending', `status: pending\nplan_id: ${planId}\nstep_id: s2`),
    );
    await pressApprove(bench, await onlyReview(bench));
    expect(calledIds(world)).toEqual([]);
    expect(world.note(world.only('Pending_Approval'))).toContain(
      'had ended, and is not known here to have been reopened',
    );
  });

  test('goes on when a person reopens it, and its requests can be approved [R7.1]', async () => {
    const { bench } = await ended();
    const { engine, world } = bench;
    expect((await engine.personActions.activatePlan({ planId })).ok).toBe(true);
    await quiet(engine);
    expect(world.note(plan)).toContain('status: Active');
    expect(world.note(plan)).toContain('Human: Reopened plan');
    expect(engine.view().alerts.filter(({ kind }) => kind === 'plan_put_back')).toEqual([]);
    await edit(bench, plan, (text) => text.replace('1. [ ]', '1. [x]'));
    await standalone(bench, { planId, step: 2 });
    await pressApprove(bench, await onlyReview(bench));
    expect(calledIds(world)).toHaveLength(1);
  });

  test('is not opened by a note of another plan that lies in its place, and stays over [R7.1]', async () => {
    const { bench, before } = await ended();
    const { engine, world } = bench;
    const [path = ''] = [...world.paths('Done/Plans'), ...world.paths('Archive')];
    world.vault.outside.write(path, before.replace(`task_id: ${planId}`, 'task_id: PLAN-2026-777'));
    expect(await engine.personActions.activatePlan({ planId })).toMatchObject({
      error: { code: 'plan_missing' },
    });
    expect(world.paths('Plans')).toEqual([]);
    world.vault.outside.write(plan, before);
    await look(bench);
    expect(engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
  });

  test('stays so when opening it came to nothing [R7.1]', async () => {
    const { bench, before } = await ended();
    const { world, signer } = bench;
    const store = memoryNoteStore(world.vault);
    const full = fail('note_not_a_file', 'A file is in the place of Plans.', 'Move it away.');
    await restart(bench, { signer, store: { ...store, move: () => Promise.resolve(full) } });
    expect((await bench.engine.personActions.activatePlan({ planId })).ok).toBe(false);
    await restart(bench, { signer });
    world.vault.outside.write(plan, before);
    await look(bench);
    expect(bench.engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
  });

  test('that was put back goes on when a person reopens it [R7.1]', async () => {
    const { bench, before } = await ended();
    bench.world.vault.outside.write(plan, before);
    await look(bench);
    expect((await bench.engine.personActions.activatePlan({ planId })).ok).toBe(true);
    await quiet(bench.engine);
    expect(bench.world.note(plan)).toContain('Human: Reopened plan');
    expect(bench.engine.view().alerts).toEqual([]);
  });
});

test('a plan that a person cancelled is over before its note says so, unless nothing could be written [R7.1]', async () => {
  const bench = await planned();
  const { world, signer } = bench;
  const cancel = () => bench.engine.operations.cancelPlan({ planId, reason: 'No', actor: 'Human' });
  const before = world.note(plan);
  const full = fail('note_not_a_file', 'The disk is full.', 'Make room.');
  const store = { ...memoryNoteStore(world.vault), update: () => Promise.resolve(full) };
  // As at a terminal: nothing looks at the plan afterwards.
  await restart(bench, { signer, store, isIdle: true });
  expect((await cancel()).ok).toBe(false);
  await restart(bench, { signer, isIdle: true });
  expect(valueOf(await cancel())).toEqual({ planId });
  await bench.engine.stop();
  world.vault.outside.write(plan, before);
  await restart(bench, { signer });
  expect(bench.engine.view().missions).toEqual([]);
  expect(bench.engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
});

test('a plan that is cancelled in its note during one of its calls is over, also when that note is put back [R7.1]', async () => {
  const bench = await createPeopleBench();
  const { engine, world } = bench;
  await withRequest(bench);
  world.server.answer = async () => {
    const before = world.note(plan);
    world.vault.outside.write(plan, before.replace(/status: \w+/u, 'status: Cancelled'));
    await settle();
    world.vault.outside.write(plan, before);
    await settle();
    return success;
  };
  await pressApprove(bench, await onlyReview(bench));
  await quiet(engine);
  expect(calledIds(world)).toHaveLength(1);
  expect(engine.view().missions).toEqual([]);
  expect(engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
});

test('a plan that ended and is put back is no mission, and takes nothing from a newer plan of its item [R7.1]', async () => {
  const bench = await planned();
  const { world, engine } = bench;
  const before = world.note(plan);
  await edit(bench, plan, (text) => text.replace('status: Active', 'status: Cancelled'));
  await quiet(engine);
  const newer = before.replaceAll(planId, 'PLAN-2026-002').replace('1. [ ]', '1. [x]');
  world.vault.outside.write('Plans/PLAN-2026-002.md', newer);
  await quiet(engine);
  world.vault.outside.write(plan, before);
  await quiet(engine);
  await world.clock.advance(5 * 60_000);
  await quiet(engine);
  expect(world.note('Plans/PLAN-2026-002.md')).toContain('status: Active');
  expect(engine.view().missions.map((one) => one.planId)).toEqual(['PLAN-2026-002']);
  expect(engine.resumeText()).toMatch(/^Resuming plan PLAN-2026-002/);
  expect(engine.view().alerts.map(({ kind }) => kind)).toContain('plan_put_back');
});

test('a plan is back from the archive only as one that goes on [R7.1]', async () => {
  const bench = await planned();
  const { world, signer } = bench;
  await edit(bench, plan, (text) => text.replace('status: Active', 'status: Cancelled'));
  await quiet(bench.engine);
  const store = memoryNoteStore(world.vault);
  const moved: string[] = [];
  const move: typeof store.move = (from, to) => {
    moved.push(world.note(from));
    return store.move(from, to);
  };
  await restart(bench, { signer, store: { ...store, move } });
  expect((await bench.engine.personActions.activatePlan({ planId })).ok).toBe(true);
  expect(moved).toHaveLength(1);
  expect(moved[0]).toContain('status: Active');
});

test('a plan whose steps are all done is not reopened, and that is said [R7.1]', async () => {
  const bench = await planned();
  await edit(bench, plan, (text) =>
    text.replaceAll('[ ]', '[x]').replace('status: Active', 'status: Done'),
  );
  await quiet(bench.engine);
  const before = bench.world.note('Done/Plans/PLAN-2026-001.md');
  expect(await bench.engine.personActions.activatePlan({ planId })).toMatchObject({
    error: { message: `All steps of ${planId} are done.` },
  });
  expect(bench.world.note('Done/Plans/PLAN-2026-001.md')).toBe(before);
});

test('of a call that may have happened, nobody is told to tick a step of a plan that is over [R7.1]', async () => {
  const bench = await createPeopleBench();
  const { engine, world } = bench;
  await withRequest(bench);
  world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await pressApprove(bench, await onlyReview(bench));
  valueOf(await engine.operations.cancelPlan({ planId, reason: 'No', actor: 'Human' }));
  await quiet(engine);
  expect(world.paths('Plans')).toEqual([]);
  const [said] = engine.view().alerts.filter(({ text }) => text.includes('has ended'));
  expect(said?.advice).toContain('Without Obsidian, run `countersign withdraw');
});
