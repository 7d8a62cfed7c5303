import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { Json } from '../../../../../src/core/json.js';
import type { EngineOptions } from '../../../../../src/engine/engine.js';
import { memoryLedger } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  alertsOf,
  edit,
  idOf,
  planned,
  requestIn,
  rewrite,
} from '../../../../support/engine/gate-bench.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
} from '../../../../support/engine/people-bench.js';
import { inDoubt, offersOf } from '../../../../support/engine/questions.js';

const plan = 'Plans/PLAN-2026-001.md';
const planId = 'PLAN-2026-001';
const gated = { planId, step: 's2' };

interface Full {
  /** Nothing more is recorded, or moved into the archive. */
  at: 'ledger' | 'archive' | null;
}
const failed = fail('note_write_failed', 'The disk is full.', 'Make room.');

/** A device whose disk can be full. */
const onDisk =
  (full: Full) =>
  ({ vault, ledgerFile }: World): Partial<EngineOptions> => {
    const store = memoryNoteStore(vault);
    const ledger = memoryLedger(ledgerFile);
    const move = async (from: string, to: string) =>
      full.at === 'archive' && to.startsWith('Archive/') ? failed : store.move(from, to);
    const append = async (record: Json, durable: boolean) =>
      full.at === 'ledger' ? failed : ledger.append([record], durable);
    return { store: { ...store, move }, ledger: { read: () => ledger.read(), append } };
  };

/** A request whose step was ticked in its plan's note. */
async function tickedInNote(ports?: (world: World) => Partial<EngineOptions>) {
  const bench = await createPeopleBench(ports ? { ports } : {});
  const id = idOf(bench.world, await planned(bench));
  await edit(bench, plan, (text) => text.replace('2. [ ] ✋', '2. [x] ✋'));
  return { bench, id };
}

describe('a step that a person did by hand', () => {
  test('is reopened, and its request comes back under a new id, waiting to be approved like any other [GATE-9]', async () => {
    const bench = await createPeopleBench();
    const { world, engine } = bench;
    const before = requestIn(world, await planned(bench));
    const { requestId } = before;
    await engine.personActions.doneByHand(gated);
    await quiet(engine);
    const reopened = await engine.personActions.reopenStep({ ...gated, requestId });
    await quiet(engine);
    const path = world.only('Pending_Approval');
    expect(reopened).toEqual({ ok: true, value: { planId, position: 2, path } });
    const again = requestIn(world, path);
    expect(again).toMatchObject({ supersedes: requestId, call: before.call, stepId: 's2' });
    expect(again.requestId).not.toBe(requestId);
    expect(world.note(plan)).toContain('2. [ ] ✋');
    expect(world.note(plan)).toMatch(/Human: Reopened step 2/);
    expect(requestIn(world, world.only('Archive')).requestId).toBe(requestId);
    await restartPeople(bench);
    expect(world.server.calls).toEqual([]);
    await pressApprove(bench, await onlyReview(bench));
    expect(world.server.calls).toHaveLength(1);
    expect(world.note(plan)).toContain('2. [x] ✋');
  });

  test('after an attempt that may have happened still asks “I checked”', async () => {
    const bench = await createPeopleBench();
    const { attempt, id } = await inDoubt(bench);
    await bench.engine.personActions.doneByHand(gated);
    await quiet(bench.engine);
    await bench.engine.personActions.reopenStep({ ...gated, requestId: id });
    await quiet(bench.engine);
    const review = await onlyReview(bench);
    expect(review.attempts).toMatchObject([{ id: attempt, outcome: 'unknown' }]);
    expect(await pressApprove(bench, review)).toMatchObject({
      error: { code: 'attempts_not_checked' },
    });
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('stays ticked when its request is gone from the archive, or another step is in its place', async () => {
    const bench = await createPeopleBench();
    const requestId = idOf(bench.world, await planned(bench));
    await bench.engine.personActions.doneByHand(gated);
    await quiet(bench.engine);
    bench.world.vault.outside.remove(bench.world.only('Archive'));
    await quiet(bench.engine);
    const { personActions } = bench.engine;
    expect(await personActions.reopenStep({ ...gated, requestId })).toMatchObject({
      error: { code: 'request_missing' },
    });
    expect(await personActions.reopenStep({ ...gated, text: 'Pay Bob' })).toMatchObject({
      error: { code: 'note_changed' },
    });
    expect(bench.world.note(plan)).toContain('2. [x] ✋');
    expect(await personActions.reopenStep(gated)).toMatchObject({
      ok: true,
      value: { path: null },
    });
    expect(bench.world.note(plan)).toContain('2. [ ] ✋');
  });

  test('is not reopened once its plan is over', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await bench.engine.personActions.doneByHand(gated);
    const cancel = { planId, reason: 'Not needed', actor: 'Human' as const };
    await bench.engine.operations.cancelPlan(cancel);
    await quiet(bench.engine);
    expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({
      error: { code: 'plan_finished' },
    });
  });
});

test('a step of a plan that is a draft again is not reopened', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await bench.engine.personActions.doneByHand(gated);
  await edit(bench, plan, (text) => text.replace(/^status: .*$/mu, 'status: Draft'));
  const before = bench.world.note(plan);
  expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({
    error: { code: 'plan_finished', advice: 'Start this plan first.' },
  });
  expect(bench.world.note(plan)).toBe(before);
});

test('a step is not reopened while its request could not be moved to the archive, which ticks it again', async () => {
  const full: Full = { at: 'archive' };
  const { bench, id } = await tickedInNote(onDisk(full));
  expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({
    error: { code: 'request_not_open' },
  });
  full.at = null;
  bench.engine.lookAtEverything();
  await quiet(bench.engine);
  expect(requestIn(bench.world, bench.world.only('Archive')).requestId).toBe(id);
  expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(bench.world.note(plan)).toContain('2. [ ] ✋');
});

test.each(['reopenStep', 'confirmTick'] as const)(
  '%s writes nothing that could not be recorded [GATE-6]',
  async (what) => {
    const full: Full = { at: null };
    const { bench, id } = await tickedInNote(onDisk(full));
    const before = bench.world.note(plan);
    full.at = 'ledger';
    const { personActions } = bench.engine;
    const done = await (what === 'reopenStep'
      ? personActions.reopenStep(gated)
      : personActions.confirmTick({ requestId: id }));
    expect(done.ok).toBe(false);
    expect(bench.world.note(plan)).toBe(before);
  },
);

test('a step whose action has run is not reopened', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({
    error: { code: 'step_done', message: 'The action of step 2 has run.' },
  });
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
});

describe('a ✋ step that was ticked in its note asks what that means', () => {
  test('and a person who did it themselves says so once [GATE-9]', async () => {
    const { bench, id } = await tickedInNote();
    const step = { planId, stepId: 's2', text: expect.any(String) as string };
    expect(offersOf(bench, id)).toEqual([{ do: 'answer_tick', requestId: id, step }]);
    expect(await bench.engine.personActions.confirmTick({ requestId: id })).toMatchObject({
      ok: true,
    });
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
    expect(bench.world.note(plan)).toMatch(/Human: Did step 2/);
    expect(bench.world.note(plan)).toContain('2. [x] ✋');
    await restartPeople(bench);
    expect(alertsOf(bench, id)).toEqual([]);
    expect(await bench.engine.personActions.confirmTick({ requestId: id })).toMatchObject({
      error: { code: 'request_not_open' },
    });
    expect(bench.world.note(plan).match(/Human: Did step/g)).toHaveLength(1);
  });

  test('and does not answer for another step that took its place on the disk meanwhile', async () => {
    const { bench, id } = await tickedInNote();
    rewrite(bench.world, plan, (text) => text.replace('Send email to', 'Pay everything to'));
    const answered = await bench.engine.personActions.confirmTick({ requestId: id });
    expect(answered).toMatchObject({ error: { code: 'request_not_open' } });
    await quiet(bench.engine);
    expect(bench.world.note(plan)).not.toContain('Human: Did step');
  });

  test('and one who wants the request approved gets it back, with the step open', async () => {
    const { bench, id } = await tickedInNote();
    const { personActions } = bench.engine;
    expect(await personActions.reopenStep({ ...gated, requestId: id })).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
    expect((await onlyReview(bench)).request).toMatchObject({ supersedes: id });
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.note(plan)).toContain('status: Blocked');
  });

  test('and one who only wants the step open gets no request', async () => {
    const { bench, id } = await tickedInNote();
    expect(await bench.engine.personActions.reopenStep(gated)).toMatchObject({ ok: true });
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toEqual([]);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(bench.world.note(plan)).toContain('2. [ ] ✋');
  });

  test('until it is opened again in the note', async () => {
    const { bench, id } = await tickedInNote();
    await edit(bench, plan, (text) => text.replace('2. [x] ✋', '2. [ ] ✋'));
    const { personActions } = bench.engine;
    for (const requestId of [id, 'nobody']) {
      expect(await personActions.confirmTick({ requestId })).toMatchObject({
        error: { code: 'request_not_open' },
      });
    }
  });
});
