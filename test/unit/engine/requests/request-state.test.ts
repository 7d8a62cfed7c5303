import { expect, test } from 'vitest';
import {
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { success } from '../../../support/memory/memory-bridges.js';
import { quiet } from '../../../support/engine/world.js';

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
  await rejected.bench.engine.personActions.reject({ requestId: rejected.id, reason: '' });
  expect(rejected.bench.engine.became(rejected.id)).toEqual({ is: 'ended', why: 'rejected' });
  const withdrawn = await asked();
  await withdrawn.bench.engine.personActions.withdraw({ requestId: withdrawn.id });
  expect(withdrawn.bench.engine.became(withdrawn.id)).toEqual({ is: 'ended', why: 'withdrawn' });
});

test('a drag is held, and one that is moved back waits again', async () => {
  const { bench, id } = await asked();
  await drag(bench, await onlyReview(bench));
  expect(bench.engine.became(id)).toEqual({ is: 'held' });
  await bench.engine.personActions.undo({ requestId: id });
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toEqual({ is: 'waiting' });
});

test.each(['removed', 'moved elsewhere', 'broken'])(
  'a drag whose note is %s while it is held was approved by nobody',
  async (how) => {
    const { bench, id } = await asked();
    const { to } = await drag(bench, await onlyReview(bench));
    if (how === 'broken') await edit(bench, to, () => '');
    else if (how === 'removed') bench.world.vault.outside.remove(to);
    else bench.world.vault.outside.move(to, 'Elsewhere.md');
    await quiet(bench.engine);
    expect(bench.engine.became(id)).toEqual({
      is: 'lost',
      how: how === 'broken' ? 'unreadable' : 'missing',
      isApproved: false,
    });
  },
);

test('a drag whose note has a copy, or was edited, asks: it is not said to be approved', async () => {
  for (const change of ['copy', 'edit']) {
    const { bench, id } = await asked();
    const { to } = await drag(bench, await onlyReview(bench));
    const text = bench.world.note(to);
    const path = change === 'copy' ? to.replace('.md', ' b.md') : to;
    bench.world.vault.outside.write(path, `${text}\nMore.\n`);
    await quiet(bench.engine);
    expect(bench.engine.became(id)).toEqual({ is: 'asks' });
  }
});

test.each([
  ['removed', 'missing'],
  ['moved to the archive', 'missing'],
  ['moved out of all folders', 'missing'],
  ['emptied', 'unreadable'],
  ['copied', 'doubled'],
])('one that is approved, and %s while all is paused, is %s and runs not', async (what, how) => {
  const { bench, id } = await asked();
  const { outside } = bench.world.vault;
  await setPaused(bench, true);
  const review = await onlyReview(bench);
  await pressApprove(bench, review);
  const path = inApproved(review.path);
  const text = bench.world.note(path);
  if (what === 'removed') outside.remove(path);
  if (what === 'moved to the archive') await move(bench, path, path.replace('Approved', 'Archive'));
  if (what === 'moved out of all folders') await move(bench, path, 'Elsewhere.md');
  if (what === 'emptied') outside.write(path, '');
  if (what === 'copied') outside.write(path.replace('.md', ' b.md'), text);
  await quiet(bench.engine);
  const lost = { is: 'lost', how, isApproved: true };
  expect(bench.engine.became(id)).toEqual(lost);
  await setPaused(bench, false);
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toEqual(lost);
  expect(bench.world.server.calls).toEqual([]);
  if (what === 'copied') outside.remove(path.replace('.md', ' b.md'));
  else outside.write(path, text);
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toMatchObject({ is: 'returned' });
});

test('a rejection is in the log of its plan only where there is a plan', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await bench.engine.personActions.reject({ requestId: id, reason: 'No.' });
  await quiet(bench.engine);
  expect(bench.engine.became(id)).toEqual({ is: 'ended', why: 'rejected', isLogged: true });
  expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain('— No (request ');

  const without = await createPeopleBench();
  const another = idOf(without.world, await planned(without));
  without.world.vault.outside.remove('Plans/PLAN-2026-001.md');
  await quiet(without.engine);
  await without.engine.personActions.reject({ requestId: another, reason: 'No.' });
  await quiet(without.engine);
  expect(without.engine.became(another)).toEqual({ is: 'ended', why: 'rejected' });
});
