import { expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  idOf,
  inApproved,
  look,
  phone,
  planned,
  stamped,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import { latch } from '../../../../support/engine/slow-store.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
const likePath = 'Pending_Approval/like.md';

type When = 'before the attempt' | 'after it';

/** An attempt of which nobody knows whether it happened; its request asks, and a like one is prepared. */
async function inDoubt(when: When = 'after it') {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  const review = await standalone(bench).then(() => onlyReview(bench));
  const like = world
    .note(review.path)
    .replace(/^request_id: .*$/mu, 'request_id: like')
    .replace(/^%% countersign .*\n/mu, '');
  const draftLike = (): Promise<void> => {
    world.vault.outside.write(likePath, like);
    return quiet(engine);
  };
  if (when !== 'after it') await draftLike();
  world.server.answer = () => lost;
  await pressApprove(bench, review);
  world.server.answer = () => success;
  const asked = (await engine.reviews(3)).find(({ unknownOutcome }) => unknownOutcome !== null);
  if (!asked?.unknownOutcome) throw new Error('Nothing asks.');
  if (when === 'after it') await draftLike();
  return { bench, asked, attempt: asked.unknownOutcome.attemptId };
}

const reviewOf = async ({ engine }: PeopleBench, id: string) => {
  const review = (await engine.reviews(3)).find(({ requestId }) => requestId === id);
  if (!review) throw new Error(`${id} is not there.`);
  return review;
};

/** A like request whose person checked that the attempt did not happen waits. */
async function likeApproved(when?: When) {
  const doubt = await inDoubt(when);
  const { bench, attempt } = doubt;
  bench.world.config = { ...bench.world.config, paused: true };
  const approved = await pressApprove(bench, await reviewOf(bench, 'like'), [attempt]);
  expect(approved).toMatchObject({ ok: true });
  return doubt;
}

/** Goes on with what is approved and waits. */
async function resume(bench: PeopleBench): Promise<void> {
  bench.world.config = { ...bench.world.config, paused: false };
  await quiet(bench.engine);
  await look(bench);
}

const obstacles: Readonly<Record<string, (bench: PeopleBench, path: string) => () => void>> = {
  'the settings cannot be used': ({ world }) => {
    const good = world.config;
    Object.assign(world, { config: fail('settings_invalid', 'Other folders.', 'Look.').error });
    return () => {
      world.config = good;
    };
  },
  'its note was edited': ({ world }, path) => {
    world.vault.outside.write(path, `${world.note(path)}\nA line.\n`);
    return () => undefined;
  },
  'its note has a copy': ({ world }, path) => {
    world.vault.outside.write('Pending_Approval/copy.md', world.note(path));
    return () => world.vault.outside.remove('Pending_Approval/copy.md');
  },
};

const refusals = Object.entries(obstacles).flatMap(
  ([what, hinder]): [string, (typeof obstacles)[string], When][] => [
    [what, hinder, 'after it'],
    [what, hinder, 'before the attempt'],
  ],
);

test.each(refusals)(
  '“It happened” is refused because %s: no like request that was approved runs later [GATE-15]',
  async (_what, hinder, when) => {
    const { bench, asked, attempt } = await likeApproved(when);
    const putRight = hinder(bench, asked.path);
    await quiet(bench.engine);
    const { requestId, shownDigest } = asked;
    const answer = { requestId, attemptId: attempt, happened: true, shownDigest };
    const said = await bench.engine.personActions.confirmUnknown({
      ...answer,
      gesture: press(bench),
    });
    expect(said).toMatchObject({ ok: false });
    putRight();
    await resume(bench);
    expect(bench.world.server.calls).toHaveLength(1);
  },
);

test('while “It happened” waits for its note to be prepared, no like request is called [GATE-15]', async () => {
  const { bench, asked, attempt } = await likeApproved();
  const { world, engine } = bench;
  const started = latch();
  let isFirst = true;
  world.server.duringInspect = () => {
    const { opened } = started;
    if (!isFirst) return undefined;
    isFirst = false;
    return opened;
  };
  world.vault.outside.write(
    asked.path,
    world.note(asked.path).replace('subject: January', 'subject: February'),
  );
  await expect.poll(() => isFirst).toBe(false);
  const { requestId, shownDigest } = await reviewOf(bench, asked.requestId);
  const answer = { requestId, attemptId: attempt, happened: true, shownDigest };
  const said = engine.personActions.confirmUnknown({ ...answer, gesture: press(bench) });
  world.config = { ...world.config, paused: false };
  engine.lookAtEverything();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(world.server.calls).toHaveLength(1);
  started.open();
  await said;
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
});

test.each<When>(['before the attempt', 'after it'])(
  '“It happened” is refused while a like request, prepared %s, is about to be called: it is not called [GATE-15]',
  async (when) => {
    const { bench, asked, attempt } = await inDoubt(when);
    const { world, engine } = bench;
    const connecting = latch();
    world.server.duringConnect = () => connecting.opened;
    const { requestId: id, shownDigest: shown } = await reviewOf(bench, 'like');
    const approval = {
      requestId: id,
      shownDigest: shown,
      checked: [attempt],
      gesture: press(bench),
    };
    expect(await engine.personActions.approve(approval)).toMatchObject({ ok: true });
    await expect.poll(() => connecting.isReached()).toBe(true);
    obstacles['its note was edited']?.(bench, asked.path);
    const { requestId, shownDigest } = asked;
    const answer = { requestId, attemptId: attempt, happened: true, shownDigest };
    const said = await engine.personActions.confirmUnknown({ ...answer, gesture: press(bench) });
    expect(said).toMatchObject({ ok: false });
    connecting.open();
    await quiet(engine);
    expect(world.server.calls).toHaveLength(1);
  },
);

test('what a phone approved is not called once “It happened” was pressed [GATE-15]', async () => {
  const { bench, asked, attempt } = await inDoubt();
  const { world, engine } = bench;
  const key = { device: phone, publicKey: bench.key.publicKey };
  world.config = { ...world.config, pinnedKeys: [...world.config.pinnedKeys, key] };
  const { requestId, shownDigest, path } = asked;
  const text = await stamped(bench, path, { confirms: [attempt] });
  const started = latch();
  let isStarting = false;
  world.server.duringInspect = () => {
    isStarting = true;
    return started.opened;
  };
  world.vault.outside.move(path, inApproved(path));
  world.vault.outside.write(inApproved(path), text);
  await expect.poll(() => isStarting).toBe(true);
  const answer = { requestId, attemptId: attempt, happened: true, shownDigest };
  const said = engine.personActions.confirmUnknown({ ...answer, gesture: press(bench) });
  started.open();
  await said;
  await quiet(engine);
  expect(world.server.calls).toHaveLength(1);
});

test('a plan that a person did not keep runs nothing later, also where the press is refused [GATE-9]', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const { world, engine } = bench;
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  const over = world.only('Plans');
  const path = 'Plans/PLAN-2026-002.md';
  const twin = world
    .note(over)
    .replaceAll('PLAN-2026-001', 'PLAN-2026-002')
    .replace(' ^s2', '')
    .replace('✋ Send', '✋ Mail');
  world.vault.outside.write(path, twin);
  await quiet(engine);
  const putRight = obstacles['the settings cannot be used']?.(bench, path);
  await quiet(engine);
  expect(await engine.personActions.keepPlan({ path, over: [over] })).toMatchObject({ ok: false });
  await quiet(engine);
  putRight?.();
  await resume(bench);
  expect(world.server.calls).toEqual([]);
});

test('a plan whose action is being carried out is not given up for another: its outcome would be missing there', async () => {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  await planned(bench);
  const over = world.only('Plans');
  const path = 'Plans/PLAN-2026-002.md';
  world.vault.outside.write(
    path,
    world.note(over).replaceAll('PLAN-2026-001', 'PLAN-2026-002').replace('✋ Send', '✋ Mail'),
  );
  await quiet(engine);
  const answering = latch();
  world.server.answer = async () => {
    await answering.opened;
    return success;
  };
  const { requestId, shownDigest } = await onlyReview(bench);
  const approval = { requestId, shownDigest, checked: [], gesture: press(bench) };
  expect(await engine.personActions.approve(approval)).toMatchObject({ ok: true });
  await expect.poll(() => answering.isReached()).toBe(true);
  expect(await engine.personActions.keepPlan({ path, over: [over] })).toMatchObject({
    ok: false,
    error: { message: 'An action of PLAN-2026-001 is being carried out at this moment.' },
  });
  answering.open();
  await quiet(engine);
  expect(await engine.personActions.keepPlan({ path, over: [over] })).toMatchObject({ ok: true });
});

test('of the requests that are rejected together none is called while its turn has not come [GATE-9]', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const { world, engine } = bench;
  const first = idOf(world, await standalone(bench, { title: 'first' }));
  await world.clock.advance(60_000);
  const args = { to: 'b@example.com', subject: 'S', text: 'T' };
  const second = idOf(world, await standalone(bench, { title: 'second', arguments: args }));
  for (const id of [first, second]) await pressApprove(bench, await reviewOf(bench, id));
  const isLeft = latch();
  const ended = engine.personActions.whileRejecting([first, second], async () => {
    await engine.personActions.reject({ requestId: first, reason: '' });
    world.config = { ...world.config, paused: false };
    engine.lookAtEverything();
    await new Promise((resolve) => setTimeout(resolve, 300));
    isLeft.open();
  });
  await isLeft.opened;
  await ended;
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  expect(await onlyReview(bench)).toMatchObject({ request: { supersedes: second } });
});

test('“It did not happen” is refused where the settings cannot be used [GATE-21]', async () => {
  const { bench, asked, attempt } = await inDoubt();
  obstacles['the settings cannot be used']?.(bench, asked.path);
  const { requestId, shownDigest } = asked;
  const answer = { requestId, attemptId: attempt, happened: false, shownDigest };
  const said = await bench.engine.personActions.confirmUnknown({
    ...answer,
    gesture: press(bench),
  });
  expect(said).toMatchObject({ ok: false, error: { code: 'settings_invalid' } });
});

test('what an older version prepared does not run on an account that was changed since', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const { world } = bench;
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  await bench.engine.stop();
  const records = world.records().map((record) => JSON.stringify({ ...record, launch: undefined }));
  world.ledgerFile.text = `${records.join('\n')}\n`;
  await restartPeople(bench);
  world.server.account = 'another';
  await resume(bench);
  expect(world.server.calls).toEqual([]);
  expect((await onlyReview(bench)).returnReason).toContain('settings');
});
