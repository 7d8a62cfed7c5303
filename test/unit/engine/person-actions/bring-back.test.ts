import { describe, expect, test } from 'vitest';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import { isBroughtBack } from '../../../../src/engine/requests/outcomes/unknown-outcome.js';
import { planCrash, type CrashMoment } from '../../../support/memory/simulated-crash.js';
import {
  alertsOf,
  idOf,
  inApproved,
  planned,
  requestIn,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';
import {
  answer,
  bringBack,
  bury,
  dayMs,
  inDoubt,
  lose,
  offersOf,
  wait,
  type Question,
} from '../../../support/engine/questions.js';

const plan = 'Plans/PLAN-2026-001.md';

const deleted = async (bench: PeopleBench, { path }: Question): Promise<void> => {
  await lose(bench, path);
  bench.world.server.reachable = true;
};
const ways: readonly [string, typeof bury, { reachable: boolean }][] = [
  ['was deleted', deleted, { reachable: true }],
  ['was deleted before it was prepared again', deleted, { reachable: false }],
  ['was rejected by something else, then deleted', bury, { reachable: true }],
];

describe.each(ways)('a note in doubt that %s', (_how, losing, bridge) => {
  test('is brought back from an alert however late, asks, and is answered [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench, bridge);
    await losing(bench, question);
    await wait(bench, 400 * dayMs);
    expect(offersOf(bench, question.id)).toEqual([{ do: 'bring_back', requestId: question.id }]);
    const back = await bringBack(bench, question.id);
    expect(back).toMatchObject({ ok: true });
    expect(alertsOf(bench, question.id)).toEqual([]);
    const review = await onlyReview(bench);
    expect(review.path).toBe(question.path);
    expect(review.unknownOutcome).toMatchObject({ attemptId: question.attempt, changes: [] });
    const { requestId, status, machine, text } = requestIn(bench.world, review.path);
    expect(back).toEqual({ ok: true, value: { requestId } });
    expect([status, machine.stamp]).toEqual(['outcome_unknown', null]);
    expect(requestId).not.toBe(question.id);
    expect(text).toContain(`attempt \`${question.attempt}\` · **unknown**`);
    expect(await answer(bench, false)).toMatchObject({ ok: true });
    const again = await onlyReview(bench);
    expect(await pressApprove(bench, again)).toMatchObject({ ok: false });
    expect(await pressApprove(bench, again, [question.attempt])).toMatchObject({ ok: true });
    expect(bench.world.server.calls).toHaveLength(2);
  });

  test('is withdrawn for good when a person does not want to be asked [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench, bridge);
    await losing(bench, question);
    const { personActions } = bench.engine;
    expect(await personActions.withdraw({ requestId: question.id })).toMatchObject({ ok: true });
    await quiet(bench.engine);
    await restartPeople(bench);
    expect(alertsOf(bench, question.id)).toEqual([]);
    expect(await bringBack(bench, question.id)).toMatchObject({ ok: false });
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
  });
});

test('from the record on nothing but an answer ends it, also before its note is there [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const question = await inDoubt(bench);
  await lose(bench, question.path);
  const back = await bringBack(bench, question.id);
  const facts = new LedgerFacts();
  for (const record of bench.world.records()) {
    if (record.kind === 'filed' && record.id === question.id) break;
    facts.apply(record);
  }
  const broughtBack = back.ok ? back.value.requestId : '';
  expect(isBroughtBack({ book: { facts } }, broughtBack)).toBe(true);
});

test('what happened is filed from a note that was brought back, and its step ticked [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const question = await inDoubt(bench);
  await bury(bench, question);
  await bringBack(bench, question.id);
  expect(await answer(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('Executed, on your word');
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
  expect(bench.engine.view().alerts).toEqual([]);
});

test('a question that ended with its plan can be asked and answered all the same [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const question = await inDoubt(bench);
  const { operations } = bench.engine;
  await operations.cancelPlan({ planId: 'PLAN-2026-001', reason: 'Enough', actor: 'Human' });
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(offersOf(bench, question.id)).toEqual([{ do: 'bring_back', requestId: question.id }]);
  await bringBack(bench, question.id);
  await restartPeople(bench);
  expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: question.attempt });
  expect(await answer(bench, true)).toMatchObject({ ok: true });
  expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('Executed, on your word');
});

test('a question about a step that is done by now stays until it is answered [GATE-3]', async () => {
  const bench = await createPeopleBench();
  const question = await inDoubt(bench);
  await bury(bench, question);
  const done = { planId: 'PLAN-2026-001', step: 's2' };
  expect(await bench.engine.personActions.doneByHand(done)).toMatchObject({ ok: true });
  await quiet(bench.engine);
  await bringBack(bench, question.id);
  expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: question.attempt });
  expect(await answer(bench, false)).toMatchObject({ ok: true });
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
});

describe('at most one note is made', () => {
  test('however often it is pressed', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    await lose(bench, question.path);
    const { personActions } = bench.engine;
    const pressed = await Promise.all(
      [1, 2, 3].map(() => personActions.bringBack({ requestId: question.id })),
    );
    await quiet(bench.engine);
    const { requestId } = await onlyReview(bench);
    expect(pressed).toEqual(pressed.map(() => ({ ok: true, value: { requestId } })));
  });

  test('although sync brings the old one while it is made: that is the one, and says why', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    const old = await lose(bench, question.path);
    await bench.engine.stop();
    const { hooks, begin } = laterCrash(1, 'after');
    bench.engine = await startEngine(bench.world, { signer: bench.signer }, hooks);
    begin();
    await bench.engine.personActions.bringBack({ requestId: question.id }).catch(() => undefined);
    await quiet(bench.engine);
    bench.world.vault.watchers.clear();
    bench.world.vault.outside.write(question.path, old);
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await quiet(bench.engine);
    const { path, unknownOutcome } = await onlyReview(bench);
    expect(unknownOutcome?.attemptId).toBe(question.attempt);
    const { text } = requestIn(bench.world, path);
    expect(text).toContain('It may have happened: say whether it did.');
    expect(text).not.toContain('Not run.');
  });

  test('although sync brings the old one back: that is a copy by then', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    const old = await lose(bench, question.path);
    await bringBack(bench, question.id);
    bench.world.vault.outside.write('Pending_Approval/old.md', old);
    await quiet(bench.engine);
    expect((await onlyReview(bench)).requestId).not.toBe(question.id);
    expect(bench.world.only('Archive')).toContain('old');
  });

  test.each<[number, CrashMoment]>([
    [1, 'after'],
    [2, 'after'],
    [3, 'before'],
    [3, 'after'],
    [4, 'before'],
    [5, 'before'],
  ])('over a crash at write %s (%s)', async (at, moment) => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    await lose(bench, question.path);
    await bench.engine.stop();
    const { hooks, begin } = laterCrash(at, moment);
    bench.engine = await startEngine(bench.world, { signer: bench.signer }, hooks);
    const crash = begin();
    await bench.engine.personActions.bringBack({ requestId: question.id }).catch(() => undefined);
    await quiet(bench.engine);
    expect(crash.crashed).toBe(true);
    bench.world.vault.watchers.clear();
    bench.engine = await startEngine(bench.world, { signer: bench.signer });
    await quiet(bench.engine);
    expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: question.attempt });
    await restartPeople(bench);
    expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
  });

  /** A plan for a crash whose counting begins later. */
  function laterCrash(at: number, moment: CrashMoment) {
    let plan = planCrash(Infinity);
    const hooks = {
      beforeWrite: (what: string) => plan.beforeWrite(what),
      afterWrite: (what: string) => plan.afterWrite(what),
    };
    return { hooks, begin: () => (plan = planCrash(at, moment)) };
  }

  test('and it can be lost and brought back again', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    await lose(bench, question.path);
    await bringBack(bench, question.id);
    const second = await onlyReview(bench);
    await lose(bench, second.path);
    expect(await bringBack(bench, second.requestId)).toMatchObject({ ok: true });
    expect((await onlyReview(bench)).unknownOutcome).toMatchObject({ attemptId: question.attempt });
  });

  test('whatever another note says to supersede', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    const text = bench.world.note(question.path);
    await lose(bench, question.path);
    const claim = text
      .replace(/request_id: .*/, 'request_id: claims')
      .replace(/supersedes: .*/, `supersedes: ${question.id}`);
    bench.world.vault.outside.write(inApproved('Pending_Approval/claims.md'), claim);
    await quiet(bench.engine);
    const back = await bringBack(bench, question.id);
    const waiting = (await bench.engine.reviews(10)).map(({ requestId }) => requestId);
    expect(waiting).toContain(back.ok && back.value.requestId);
  });
});

describe('it is refused', () => {
  test.each<[string, (bench: PeopleBench, question: Question) => Promise<unknown>]>([
    ['while its note is there', () => Promise.resolve()],
    [
      'while its note is there, in Rejected',
      async (bench, { path }) => {
        bench.world.vault.outside.move(path, path.replace(/^[^/]+/, 'Rejected'));
        await quiet(bench.engine);
      },
    ],
    ['when it was answered', (bench) => answer(bench, true)],
    [
      'when a person rejected it',
      async (bench, { id, path }) => {
        await bench.engine.personActions.reject({ requestId: id, reason: '' });
        await quiet(bench.engine);
        await lose(bench, path.replace(/^[^/]+/, 'Rejected'));
      },
    ],
  ])('%s', async (_when, arrange) => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    await arrange(bench, question);
    const notes = bench.world.paths('');
    expect(await bringBack(bench, question.id)).toMatchObject({
      error: { code: 'request_not_open' },
    });
    expect(bench.world.paths('')).toEqual(notes);
  });

  test('for a request that nobody has any question about', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await lose(bench, path);
    expect(offersOf(bench, id)).toEqual([]);
    expect(await bringBack(bench, id)).toMatchObject({ error: { code: 'request_not_open' } });
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
  });

  test('not while everything is paused', async () => {
    const bench = await createPeopleBench();
    const question = await inDoubt(bench);
    await lose(bench, question.path);
    bench.world.config = { ...bench.world.config, paused: true };
    expect(await bringBack(bench, question.id)).toMatchObject({ ok: true });
    expect((await onlyReview(bench)).unknownOutcome).not.toBeNull();
  });
});
