import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/core/digest.js';
import { fail, type Problem, type Result } from '../../../../src/core/errors.js';
import { witnessGesture, type Gesture } from '../../../../src/core/request/approval/gesture.js';
import type { DeviceConfig } from '../../../../src/core/settings/device-config.js';
import type { PersonActions } from '../../../../src/engine/person-actions/person-actions.js';
import {
  createBench,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  rewrite,
} from '../../../support/engine/gate-bench.js';
import { invoiceMission, quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  press,
  pressApprove,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';

const holdMs = 10_000;

const shownDigest = '0'.repeat(64);
const requestId = 'nobody';
const step = { planId: 'PLAN-2026-999', step: 1 };

/** Every decision of people, about something that is not there. */
const decisions: Readonly<
  Record<string, (people: PersonActions, gesture: Gesture) => Promise<unknown>>
> = {
  approve: (people, gesture) => people.approve({ requestId, shownDigest, checked: [], gesture }),
  approveByDrag: (people, gesture) =>
    people.approveByDrag({
      requestId,
      shownDigest,
      gesture,
      from: 'Pending_Approval/x.md',
      to: 'x.md',
    }),
  undo: (people) => people.undo({ requestId }),
  reject: (people) => people.reject({ requestId, reason: '' }),
  rejectExternal: (people) => people.rejectExternal({ path: 'Pending_Approval/x.md', reason: '' }),
  editCall: (people) => people.editCall({ requestId, shownDigest, arguments: {} }),
  takeOver: (people, gesture) => people.takeOver({ epoch: 'e-elsewhere', gesture }),
  takeOverByWord: (people) => people.takeOverByWord({ whose: 'e-elsewhere' }),
  confirmImport: (people, gesture) =>
    people.confirmImport({ path: 'Pending_Approval/x.md', shownDigest, gesture }),
  confirmImportByWord: (people) =>
    people.confirmImportByWord({ path: 'Pending_Approval/x.md', shownDigest }),
  confirmUnknown: (people, gesture) =>
    people.confirmUnknown({
      ...{ requestId, attemptId: 'a' },
      happened: true,
      shownDigest,
      gesture,
    }),
  bringBack: (people) => people.bringBack({ requestId }),
  auditSeen: (people) => people.auditSeen(),
  withdraw: (people) => people.withdraw({ requestId }),
  doneByHand: (people) => people.doneByHand(step),
  keepPlan: (people) => people.keepPlan({ path: 'Plans/x.md', over: ['Plans/y.md'] }),
  skipStep: (people) => people.skipStep({ ...step, reason: 'Not needed' }),
  confirmTick: (people) => people.confirmTick({ requestId }),
  reopenStep: (people) => people.reopenStep(step),
  activatePlan: (people) => people.activatePlan({ planId: step.planId }),
  approvePlan: (people) => people.approvePlan({ planId: step.planId }),
  rejectPlan: (people) => people.rejectPlan({ planId: step.planId }),
};
const withGesture = Object.keys(decisions).filter((name) => (decisions[name]?.length ?? 0) > 1);

test('every decision of people is tried here', async () => {
  const bench = await createPeopleBench();
  // It decides nothing by itself.
  const others = Object.keys(bench.engine.personActions).filter(
    (name) => name !== 'whileRejecting',
  );
  expect(Object.keys(decisions).sort()).toEqual(others.sort());
});

describe.each(Object.entries(decisions))('%s', (_name, decide) => {
  test('is refused before anything else where the settings cannot be read [GATE-21]', async () => {
    const bench = await createPeopleBench();
    const unreadable = fail('settings_invalid', 'The settings cannot be read.', 'Look.').error;
    bench.world.config = unreadable as Problem & DeviceConfig;
    const result = await decide(bench.engine.personActions, press(bench));
    expect(result).toMatchObject({ ok: false, error: { code: 'settings_invalid' } });
  });

  test('is refused before anything else where the lock was lost [HOST-6]', async () => {
    const bench = await createPeopleBench();
    bench.engine.halt(fail('locked', 'Another process took over.', 'Restart.').error);
    const result = await decide(bench.engine.personActions, press(bench));
    expect(result).toMatchObject({ ok: false, error: { code: 'locked' } });
  });
});

test.each(withGesture)('%s takes no gesture of six seconds ago [GATE-5]', async (name) => {
  const bench = await createPeopleBench();
  const old = witnessGesture('press', bench.world.clock.now() - 6_000);
  expect(await decisions[name]?.(bench.engine.personActions, old)).toMatchObject({
    error: { code: 'gesture_used' },
  });
});

describe('a ✋ step is not ended by hand', () => {
  const gated = { planId: 'PLAN-2026-001', step: 2 };

  test.each<[string, number, (bench: PeopleBench) => Promise<unknown> | undefined, string]>([
    ['that is done', 2, ({ engine }) => engine.personActions.doneByHand(gated), 'step_done'],
    ['that is not there', 9, () => undefined, 'step_missing'],
    ['without ✋', 3, () => undefined, 'step_not_gated'],
    [
      'of a cancelled plan',
      2,
      ({ engine }) =>
        engine.operations.cancelPlan({ planId: gated.planId, reason: 'No', actor: 'Human' }),
      'plan_finished',
    ],
    [
      'of a plan that is a draft',
      2,
      (bench) =>
        edit(bench, 'Plans/PLAN-2026-001.md', (text) =>
          text.replace(/^status: .*$/mu, 'status: Draft'),
        ),
      'plan_finished',
    ],
  ])('%s', async (_name, number, arrange, code) => {
    const bench = await createPeopleBench();
    await bench.engine.operations.initializePlan(invoiceMission);
    await quiet(bench.engine);
    await arrange(bench);
    await quiet(bench.engine);
    const before = bench.world.records().length;
    expect(await bench.engine.personActions.doneByHand({ ...gated, step: number })).toMatchObject({
      error: { code },
    });
    expect(bench.world.records()).toHaveLength(before);
  });

  test('while its action is being carried out [GATE-2]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    bench.world.server.answer = async () => {
      await answered;
      return { kind: 'result', result: { content: [{ type: 'text', text: 'ok' }] } };
    };
    const pressed = pressApprove(bench, await onlyReview(bench));
    await expect.poll(() => bench.world.server.calls.length).toBe(1);
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({
      error: { code: 'request_not_open' },
    });
    answer();
    await pressed;
    await quiet(bench.engine);
    expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('Executed step 2');
  });
});

test.each([
  ['rejected', 'Rejected/'],
  ['still in Pending', 'Pending_Approval/'],
])('what is %s is not taken back', async (_name, folder) => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const lies = path.replace('Pending_Approval/', folder);
  if (lies !== path) await move(bench, path, lies);
  expect(await bench.engine.personActions.undo({ requestId: id })).toMatchObject({
    error: { code: 'request_not_open' },
  });
  expect(bench.world.paths(folder.slice(0, -1))).toEqual([lies]);
});

test('what is rejected is not rejected again', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const input = { requestId: idOf(bench.world, path), reason: 'No' };
  expect((await bench.engine.personActions.reject(input)).ok).toBe(true);
  await quiet(bench.engine);
  const before = bench.world.records().length;
  expect(await bench.engine.personActions.reject(input)).toMatchObject({
    error: { code: 'request_not_open' },
  });
  expect(bench.world.records()).toHaveLength(before);
});

test('a drag to anywhere but Approved is not held [GATE-23]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const review = await onlyReview(bench);
  const to = review.path.replace('Pending_Approval/', 'Rejected/');
  bench.world.vault.outside.move(review.path, to);
  const { requestId: id, shownDigest: shown } = review;
  const held = await bench.engine.personActions.approveByDrag({
    requestId: id,
    shownDigest: shown,
    gesture: press(bench, 'drop'),
    from: review.path,
    to,
  });
  expect(held).toMatchObject({ ok: false });
  await bench.world.clock.advance(2 * holdMs);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test('a drag is held only where it put the note [GATE-23]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const review = await onlyReview(bench);
  await move(bench, review.path);
  const held = await bench.engine.personActions.approveByDrag({
    requestId: review.requestId,
    shownDigest: review.shownDigest,
    gesture: press(bench, 'drop'),
    from: review.path,
    to: 'Approved/elsewhere.md',
  });
  expect(held).toMatchObject({ error: { code: 'request_not_open' } });
});

test('where nobody can press a button nothing is stamped [GATE-5]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const result = await pressApprove(bench, await onlyReview(bench));
  expect(result).toMatchObject({ error: { code: 'key_unavailable' } });
  expect(requestIn(bench.world, path).machine.stamp).toBeNull();
});

test('a hold whose settings cannot be read when it ends leaves no stamp [GATE-21]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const { to } = await drag(bench, await onlyReview(bench));
  const { config } = bench.world;
  const unreadable = fail('settings_invalid', 'The settings cannot be read.', 'Look.').error;
  bench.world.config = unreadable as Problem & DeviceConfig;
  await bench.world.clock.advance(2 * holdMs);
  await quiet(bench.engine);
  bench.world.config = config;
  expect(requestIn(bench.world, to).machine.stamp).toBeNull();
  expect(bench.world.server.calls).toEqual([]);
});

describe('approving says why it is refused', () => {
  const refusals: Readonly<
    Record<string, [change: (bench: PeopleBench, path: string) => unknown, says: RegExp]>
  > = {
    'of what was rejected': [
      async (bench, path) => {
        await bench.engine.personActions.reject({
          requestId: idOf(bench.world, path),
          reason: 'No',
        });
        await quiet(bench.engine);
      },
      /has already been used/,
    ],
    'of what expired': [
      async (bench, path) => {
        await edit(bench, path, (text) =>
          text.replace('status: pending', 'expires: 2026-02-21T11:00:00Z\nstatus: pending'),
        );
        await bench.world.clock.advance(3_600_000);
        await quiet(bench.engine);
      },
      /expired at 2026-02-21T11:00:00Z/,
    ],
    'of what another ledger prepared': [
      async (bench, path) => {
        await move(bench, path);
        await edit(bench, inApproved(path), (text) =>
          text.replace(/"epoch":"[^"]*"/, '"epoch":"elsewhere"'),
        );
      },
      /prepared for another device/,
    ],
    'of a copy that sync made': [
      (bench, path) => {
        const copy = path.replace('.md', ' (conflicted copy 2026-02-21).md');
        bench.world.vault.outside.move(path, copy);
      },
      /a copy made by sync/,
    ],
  };

  test.each(Object.entries(refusals))('%s [GATE-1]', async (_name, [change, says]) => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await change(bench, path);
    const notes = ['Pending_Approval', 'Approved', 'Rejected'].flatMap((folder) =>
      bench.world.paths(folder),
    );
    expect(notes).toHaveLength(1);
    const before = bench.world.note(notes[0] ?? '');
    const result = await bench.engine.personActions.approve({
      requestId: id,
      shownDigest: sha256Hex(before),
      checked: [],
      gesture: press(bench),
    });
    await quiet(bench.engine);
    expect(messageOf(result)).toMatch(says);
    expect(bench.world.note(notes[0] ?? '')).toBe(before);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('on the card where the lock was lost [HOST-6]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.engine.halt(fail('locked', 'Another process took over.', 'Restart.').error);
    expect((await onlyReview(bench)).blocked).toMatchObject({ message: /took over/ });
  });
});

function messageOf(result: Result<unknown>): string {
  return result.ok ? '' : result.error.message;
}

test('what is missing and has ended is not withdrawn again [GATE-9]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  bench.world.vault.outside.remove(path);
  await quiet(bench.engine);
  expect(await bench.engine.personActions.withdraw({ requestId: id })).toMatchObject({ ok: true });
  const before = bench.world.records().filter(({ kind }) => kind === 'voided').length;
  expect(await bench.engine.personActions.withdraw({ requestId: id })).toMatchObject({ ok: false });
  const after = bench.world.records().filter(({ kind }) => kind === 'voided').length;
  expect(after).toBe(before);
});

describe('a request that is not prepared as it reads now', () => {
  test('says in Pending that it is being prepared, and asks for no move', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    rewrite(bench.world, path, (text) => text.replace('subject: ', 'subject: Re '));
    const { blocked } = await onlyReview(bench);
    expect(blocked?.message).toBe('Preparing for approval…');
    expect(blocked?.advice).not.toMatch(/move/);
    await quiet(bench.engine);
    expect((await onlyReview(bench)).blocked).toBeNull();
  });

  test('names elsewhere the folder to which it is to be moved', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    await move(bench, path);
    rewrite(bench.world, inApproved(path), (text) => text.replace('subject: ', 'subject: Re '));
    expect((await onlyReview(bench)).blocked?.advice).toContain('move it to Pending_Approval,');
  });
});
