import { describe, expect, test } from 'vitest';
import {
  alertsOf,
  edit,
  idOf,
  inApproved,
  planned,
  requestIn,
} from '../../../../support/engine/gate-bench.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const gated = { planId: 'PLAN-2026-001', step: 's2' };
const by = {
  'done by hand': {
    end: 'doneByHand',
    says: /Human: Did step 2 — You did this step yourself, outside Countersign/,
  },
  skipped: { end: 'skipStep', says: /Human: Skipped step 2 — The client paid in cash/ },
} as const;

describe.each(Object.entries(by))('a ✋ step that is %s', (_how, { end, says }) => {
  test('is ticked, says so as a person’s, and withdraws its request for good [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await pressApprove(bench, await onlyReview(bench));
    const stamped = bench.world.note(inApproved(path));
    const input = { ...gated, reason: 'The client paid in cash' };
    const ended = await bench.engine.personActions[end](input);
    expect(ended).toMatchObject({ ok: true, value: { position: 2, withdrawn: [id] } });
    await quiet(bench.engine);
    expect(bench.world.note(plan)).toContain('2. [x] ✋');
    expect(bench.world.note(plan)).toContain('status: Active');
    expect(bench.world.note(plan)).toMatch(says);
    expect(bench.world.note(plan)).not.toContain('Outside:');
    const archived = requestIn(bench.world, bench.world.only('Archive'));
    expect(archived).toMatchObject({ requestId: id, status: 'withdrawn' });
    bench.world.config = { ...bench.world.config, paused: false };
    bench.world.vault.outside.write(inApproved(path), stamped);
    await quiet(bench.engine);
    await restartPeople(bench);
    expect(bench.world.server.calls).toEqual([]);
    expect(await bench.engine.personActions[end](input)).toMatchObject({
      error: { code: 'step_done' },
    });
  });

  test('is ticked without a request, too, and after it was rejected, whose alert ends', async () => {
    const bench = await createPeopleBench();
    const id = idOf(bench.world, await planned(bench));
    await bench.engine.personActions.reject({ requestId: id, reason: '' });
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toMatchObject([
      { kind: 'rejected', step: { planId: 'PLAN-2026-001', stepId: 's2' } },
    ]);
    await bench.engine.personActions[end]({ ...gated, reason: 'The client paid in cash' });
    await quiet(bench.engine);
    expect(bench.world.note(plan)).toMatch(says);
    expect(alertsOf(bench, id)).toEqual([]);
  });
});

test('a step that is skipped without a reason is not skipped', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  expect(await bench.engine.personActions.skipStep({ ...gated, reason: ' ' })).toMatchObject({
    error: { code: 'input_invalid' },
  });
  expect(bench.world.note(plan)).toContain('2. [ ] ✋');
});

test('a step without ✋ is not ended this way, nor one of a plan that is over', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const { personActions, operations } = bench.engine;
  expect(await personActions.doneByHand({ ...gated, step: 3 })).toMatchObject({
    error: { code: 'step_not_gated' },
  });
  expect(await personActions.doneByHand({ ...gated, step: 9 })).toMatchObject({
    error: { code: 'step_missing' },
  });
  await operations.cancelPlan({ planId: gated.planId, reason: 'Not needed', actor: 'Human' });
  expect(await personActions.doneByHand(gated)).toMatchObject({ error: { code: 'plan_finished' } });
});

test('a ✋ step that is ticked in the file is said to be, withdraws its request, and an alert tells how to undo it [GATE-9]', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await edit(bench, plan, (text) => text.replace('2. [ ] ✋', '2. [x] ✋'));
  expect(bench.world.note(plan)).toContain('Outside: Marked done: step 2');
  expect(requestIn(bench.world, bench.world.only('Archive')).status).toBe('withdrawn');
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'ticked_outside', text: expect.stringContaining('nothing ran') as string },
  ]);
  await edit(bench, plan, (text) => text.replace('2. [x] ✋', '2. [ ] ✋'));
  bench.engine.lookAtEverything();
  await bench.world.clock.advance(24 * 3_600_000);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toEqual([]);
});

test('a step whose request ended, while it was prepared, with a plan that was cancelled and opened again is ended by hand', async () => {
  let cancelled = null as Promise<unknown> | null;
  const { planId } = gated;
  const bench: PeopleBench = await createPeopleBench({
    ports({ vault, server }) {
      const store = memoryNoteStore(vault);
      let isInspected = false;
      server.duringInspect = () => void (isInspected = true);
      return {
        store: {
          ...store,
          async read(path) {
            const text = await store.read(path);
            // The last look at the note before it is said to be ready.
            if (path.startsWith('Pending_Approval/') && isInspected && cancelled === null) {
              const input = { planId, reason: 'Not needed', actor: 'Human' } as const;
              cancelled = bench.engine.operations.cancelPlan(input);
              await expect.poll(() => kindsIn(bench)).toContain('voided');
            }
            return text;
          },
        },
      };
    },
  });
  await planned(bench);
  await cancelled;
  await quiet(bench.engine);
  expect(kindsIn(bench)).not.toContain('completed');
  const { personActions } = bench.engine;
  expect(await personActions.activatePlan({ planId })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(await personActions.doneByHand(gated)).toMatchObject({ ok: true });
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
});

const kindsIn = ({ world }: PeopleBench): readonly string[] =>
  world.records().map(({ kind }) => kind);

test('cancelling a plan says why in its log, withdraws its requests and archives it', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const cancel = { planId: gated.planId, reason: 'The client left', actor: 'Human' as const };
  expect(await bench.engine.operations.cancelPlan(cancel)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  const text = bench.world.note('Archive/PLAN-2026-001.md');
  expect(text).toContain('status: Cancelled');
  expect(text).toContain('Human: Cancelled plan — The client left');
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(await bench.engine.operations.cancelPlan(cancel)).toMatchObject({
    error: { code: 'transition_not_allowed' },
  });
});

const eventsIn = ({ world }: PeopleBench): readonly string[] =>
  world.records().map(({ audit }) => audit.event);

test('a step that is skipped right after its action was rejected is not taken for opened again', async () => {
  let isSkipped = false;
  const bench: PeopleBench = await createPeopleBench({
    ports({ vault }) {
      const store = memoryNoteStore(vault);
      return {
        store: {
          ...store,
          async read(path) {
            if (path === plan && isSkipped && eventsIn(bench).includes('step_ended')) {
              isSkipped = false;
              // Its end is on record, and its box is not ticked: a look now finds it open.
              bench.engine.lookAtEverything();
              for (let n = 0; n < 20; n += 1) await settle();
            }
            return store.read(path);
          },
        },
      };
    },
  });
  const requestId = idOf(bench.world, await planned(bench));
  await bench.engine.personActions.reject({ requestId, reason: '' });
  await quiet(bench.engine);
  isSkipped = true;
  const skip = { ...gated, reason: 'Not needed.' };
  expect(await bench.engine.personActions.skipStep(skip)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(isSkipped).toBe(false);
  expect(eventsIn(bench)).not.toContain('step_opened');
});
