import { expect, test } from 'vitest';
import { idOf, look, planned, standalone, type Bench } from './gate/bench.js';
import { createPeopleBench, drag, onlyReview, pressApprove } from './people/people-bench.js';
import { success } from '../memory/memory-bridges.js';
import { quiet } from './world.js';

async function setPaused(bench: Bench, paused: boolean): Promise<void> {
  bench.world.config = { ...bench.world.config, paused };
  await look(bench);
}

/** A request that waits for a person. */
async function asked(): Promise<{ readonly bench: Bench; readonly id: string }> {
  const bench = await createPeopleBench();
  await standalone(bench);
  return { bench, id: (await onlyReview(bench)).requestId };
}

test('a request waits, is called, and was executed: its note is found where it was filed', async () => {
  const { bench, id } = await asked();
  expect(bench.engine.became(id)).toEqual({ is: 'waiting' });
  let during: unknown;
  bench.world.server.answer = () => {
    during = bench.engine.became(id);
    return success;
  };
  await pressApprove(bench, await onlyReview(bench));
  expect(during).toEqual({ is: 'running', isPractice: false });
  expect(bench.engine.became(id)).toMatchObject({ is: 'executed', isPractice: false });
  expect(await bench.engine.noteOf(id)).toMatch(/^Done\/Actions\//);
});

test('one that is approved while all is paused waits for that, until somebody resumes', async () => {
  const { bench, id } = await asked();
  await setPaused(bench, true);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.engine.became(id)).toMatchObject({ is: 'waits_for', waitsFor: { what: 'resume' } });
  await setPaused(bench, false);
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toMatchObject({ is: 'executed' });
});

test('one whose turn has not come waits for the step before it', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  const plan = 'Plans/PLAN-2026-001.md';
  bench.world.vault.outside.write(plan, bench.world.note(plan).replace('1. [x]', '1. [ ]'));
  await quiet(bench.engine);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.engine.became(id)).toEqual({
    is: 'waits_for',
    waitsFor: { what: 'step', position: 1 },
  });
});

test('one over the hourly limit says until when', async () => {
  const bench = await createPeopleBench();
  const [route] = bench.world.config.routes;
  if (!route) throw new Error('No route.');
  bench.world.config = { ...bench.world.config, routes: [{ ...route, budgetPerHour: 0 }] };
  await standalone(bench);
  const { requestId } = await onlyReview(bench);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.engine.became(requestId)).toEqual({
    is: 'waits_for',
    waitsFor: { what: 'limit', untilMs: null },
  });
});

test('an unknown outcome, a refusal, a rejection and a withdrawal are what the ledger says, whatever alerts say', async () => {
  const ends = [
    [{ kind: 'lost', detail: 'The connection closed.' }, { is: 'unknown' }],
    [{ kind: 'not_sent', detail: 'Refused.' }, { is: 'returned' }],
  ] as const;
  for (const [report, state] of ends) {
    const { bench, id } = await asked();
    bench.world.server.answer = () => report;
    await pressApprove(bench, await onlyReview(bench));
    const became = bench.engine.became(id);
    expect(became).toMatchObject(state);
    const back = (await onlyReview(bench)).requestId;
    expect(became).toMatchObject({ successor: back });
    expect(bench.engine.unknownOutcomes().map(({ requestId }) => requestId)).toEqual(
      state.is === 'unknown' ? [back] : [],
    );
    expect(await bench.engine.noteOf(id)).toMatch(/^Pending_Approval\//);
  }
  const rejected = await asked();
  await rejected.bench.engine.people.reject({ requestId: rejected.id, reason: '' });
  expect(rejected.bench.engine.became(rejected.id)).toEqual({ is: 'ended', why: 'rejected' });
  const withdrawn = await asked();
  await withdrawn.bench.engine.people.withdraw({ requestId: withdrawn.id });
  expect(withdrawn.bench.engine.became(withdrawn.id)).toEqual({ is: 'ended', why: 'withdrawn' });
});

test('a drag is held, and one that is moved back waits again', async () => {
  const { bench, id } = await asked();
  await drag(bench, await onlyReview(bench));
  expect(bench.engine.became(id)).toEqual({ is: 'held' });
  await bench.engine.people.undo({ requestId: id });
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toEqual({ is: 'waiting' });
});
