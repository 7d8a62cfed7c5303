import { expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  idOf,
  look,
  requestIn,
  restart,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };

test('“It happened” counts for whatever else was approved of that call and has not run: it asks again [GATE-15]', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  world.server.answer = () => lost;
  const note = world.note(await standalone(bench));
  await pressApprove(bench, await onlyReview(bench));
  world.server.answer = () => success;
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  const other = note.replace(/^request_id: .*$/mu, '$&-x').replace(/^%% countersign .*\n/mu, '');
  world.vault.outside.write('Pending_Approval/other.md', other);
  await quiet(bench.engine);
  world.config = { ...world.config, paused: true };
  const approved = (await bench.engine.reviews(2)).find(({ path }) => path.endsWith('other.md'));
  if (!approved) throw new Error('It is not there.');
  expect(await pressApprove(bench, approved, [attemptId])).toMatchObject({ ok: true });
  const gesture = press(bench);
  const happened = { requestId, attemptId, happened: true, shownDigest, gesture };
  expect(await bench.engine.personActions.confirmUnknown(happened)).toMatchObject({ ok: true });
  world.config = { ...world.config, paused: false };
  await look(bench);
  expect(world.server.calls).toHaveLength(1);
  const again = await onlyReview(bench);
  expect(again.asks).toBe(true);
  expect(await pressApprove(bench, again, [attemptId])).toMatchObject({ ok: true });
  expect(world.server.calls).toHaveLength(2);
});

test('what is heard of an attempt while “I checked” is signed was not known to the person: nothing is approved [GATE-15]', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  world.server.answer = () => lost;
  const path = await standalone(bench);
  const note = world.note(path).replace(/^%% countersign .*\n/mu, '');
  const attempt = idOf(world, path);
  await pressApprove(bench, await onlyReview(bench));
  world.server.answer = () => success;
  const like = note.replace(/^request_id: .*$/mu, 'request_id: like');
  world.vault.outside.write('Pending_Approval/like.md', like);
  await restart(bench, {
    signer: {
      ...bench.signer,
      async sign(message, gesture) {
        await bench.engine.lateAnswer(attempt, success);
        return bench.signer.sign(message, gesture);
      },
    },
  });
  const review = (await bench.engine.reviews(2)).find(({ requestId }) => requestId === 'like');
  if (!review) throw new Error('It is not there.');
  const approved = await pressApprove(bench, review, [attempt]);
  expect(approved).toMatchObject({
    error: { message: expect.stringContaining('new was heard') as string },
  });
  expect(world.server.calls).toHaveLength(1);
});

test('“It happened” ends an approval of the same request that is on its way to its server [GATE-9]', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  world.server.answer = () => lost;
  await standalone(bench);
  await pressApprove(bench, await onlyReview(bench));
  world.server.answer = () => success;
  const { requestId, shownDigest, unknownOutcome } = await onlyReview(bench);
  const attemptId = unknownOutcome?.attemptId ?? '';
  let isStarted: () => void = () => undefined;
  let isStarting = false;
  world.server.duringInspect = () => {
    isStarting = true;
    return new Promise((resolve) => (isStarted = resolve));
  };
  const approved = { requestId, shownDigest, checked: [attemptId], gesture: press(bench) };
  expect(await engine.personActions.approve(approved)).toMatchObject({ ok: true });
  await expect.poll(() => isStarting).toBe(true);
  const happened = { requestId, attemptId, happened: true, shownDigest, gesture: press(bench) };
  expect(await engine.personActions.confirmUnknown(happened)).toMatchObject({ ok: false });
  world.server.duringInspect = () => undefined;
  isStarted();
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
  expect((await onlyReview(bench)).unknownOutcome?.attemptId).toBe(attemptId);
});

test('what is being sent cannot be said to be checked: a like request waits, and then shows what became of it [GATE-15]', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  const path = await standalone(bench);
  const note = world.note(path).replace(/^%% countersign .*\n/mu, '');
  const like = (id: string): void =>
    world.vault.outside.write(
      `Pending_Approval/${id}.md`,
      note.replace(/^(request_id: ).*$/mu, `$1${id}`),
    );
  like('before');
  await quiet(engine);
  const reviewOf = async (id: string) =>
    (await engine.reviews(3)).find(({ requestId }) => requestId === id);
  let answered: (report: CallReport) => void = () => undefined;
  world.server.answer = () => new Promise((resolve) => (answered = resolve));
  const attempt = idOf(world, path);
  const { shownDigest = '' } = (await reviewOf(attempt)) ?? {};
  await engine.personActions.approve({
    ...{ requestId: attempt, shownDigest, checked: [] },
    gesture: press(bench),
  });
  await expect.poll(() => world.server.calls.length).toBe(1);
  like('beside');
  for (const id of ['before', 'beside']) {
    await expect
      .poll(async () => (await reviewOf(id))?.blocked?.message)
      .toMatch(/being sent right now/u);
    const review = await reviewOf(id);
    const input = { requestId: id, shownDigest: review?.shownDigest ?? '', checked: [attempt] };
    expect(await engine.personActions.approve({ ...input, gesture: press(bench) })).toMatchObject({
      ok: false,
    });
  }
  // A phone shows what is prepared.
  expect(requestIn(world, 'Pending_Approval/beside.md').machine.preparation).toBeNull();
  answered(success);
  await quiet(engine);
  await world.clock.advance(5_000);
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
  for (const id of ['before', 'beside']) {
    expect(await reviewOf(id)).toMatchObject({
      blocked: null,
      attempts: [{ id: attempt, outcome: 'executed' }],
    });
  }
});
