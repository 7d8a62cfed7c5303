import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../../src/core/audit/entry.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { pressTakeOver } from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  calledIds,
  idOf,
  planned,
  requestIn,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  approveAll,
  auditFiles,
  beginEpoch,
  bring,
  exchange,
  forgedAudit,
  forgedBeginning,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

const nowhere = 'e-elsewhere';

/** A line of an audit file that tells of a call, as an agent can make it up. */
function told(event: 'intent' | 'outcome', id: string, more: object = {}): string {
  const of = { actor: 'Countersign', event, request_id: id, detail: 'Made up.', ...more };
  const entry = chainEntry(emptyChain, { at: '2026-02-01T08:00:00.000Z', ...of });
  return `${auditLine(entry)}\n`;
}

const executed = (id: string, more: object = {}): string =>
  told('intent', id, more) + told('outcome', id, { outcome: 'executed' });

describe('a call that another computer made', () => {
  test.each(['before', 'after'])(
    'asks, whatever was made up about its id %s [HOST-6] [GATE-3]',
    async (when) => {
      const pair = await withNewcomer();
      await exchange(pair);
      const { first, other } = pair;
      const request = await unprepared(first, 'By hand');
      const forged = told('intent', request.id);
      if (when === 'before') await bring([other], forgedAudit, forged);
      await bring([first], request.path, request.text);
      await approveAll(first);
      if (when === 'after') other.vault.outside.write(forgedAudit, forged);
      await exchange(pair);
      expect((await pressTakeOver(other)).taken.ok).toBe(true);
      await exchange(pair);
      await bring([other], request.path, request.text.replaceAll(request.id, 'again'));
      expect((await onlyReview(other)).attempts).toMatchObject([
        { id: request.id, outcome: 'executed' },
      ]);
      await approveAll(other);
      expect(calledIds(first.world)).toEqual([request.id]);
    },
  );

  test('was executed where sync brings that only after the call [GATE-3]', async () => {
    const pair = await withNewcomer();
    await exchange(pair);
    const { first, other } = pair;
    const request = await unprepared(first, 'By hand');
    await bring([first], request.path, request.text);
    await approveAll(first);
    const [file = ''] = auditFiles(first, 'd-aaaaaaaaaa');
    const whole = first.world.note(file);
    const [begun = ''] = whole.split(/(?<="event":"intent".*\n)/);
    await bring([other], file, begun);
    await bring([other], file, whole);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await bring([other], request.path, request.text.replaceAll(request.id, 'again'));
    expect((await onlyReview(other)).attempts).toMatchObject([
      { id: request.id, outcome: 'executed' },
    ]);
  });

  test.each(['after', 'before'])(
    'was executed where the file of the next month tells that, and is brought %s it [GATE-3]',
    async (when) => {
      const bench = await createPeopleBench();
      const { planId, stepId } = requestIn(bench.world, await planned(bench));
      const files: [string, string][] = [
        [forgedAudit, told('intent', 'r-1', { plan_id: planId, step_id: stepId })],
        [forgedAudit.replace('-01.', '-02.'), told('outcome', 'r-1', { outcome: 'executed' })],
      ];
      for (const file of when === 'after' ? files : files.reverse()) await bring([bench], ...file);
      const attempts = [{ id: 'r-1', outcome: 'executed' }];
      expect((await onlyReview(bench)).attempts).toMatchObject(attempts);
      // Nothing of it is news at the next look, or start.
      for (const [path, text] of files) await bring([bench], path, `${text}\n`);
      await restartPeople(bench);
      expect(bench.world.records().filter(({ kind }) => kind === 'heard')).toHaveLength(2);
    },
  );

  test('and that was executed, is no news where another month tells the end of it once more [HOST-6]', async () => {
    const bench = await createPeopleBench();
    const { planId, stepId } = requestIn(bench.world, await planned(bench));
    const next = forgedAudit.replace('-01.', '-02.');
    const end = told('outcome', 'r-1', { outcome: 'executed' });
    const { outside } = bench.world.vault;
    outside.write(forgedAudit, told('intent', 'r-1', { plan_id: planId, step_id: stepId }));
    outside.write(next, end);
    await quiet(bench.engine);
    // Rewritten, it is read whole, and alone.
    await bring([bench], next, `\n${end}`);
    expect(bench.world.records().filter(({ kind }) => kind === 'heard')).toHaveLength(1);
  });

  test('asks for its step, whatever the next line of the same file says of its id [GATE-3]', async () => {
    const bench = await createPeopleBench();
    const { planId, stepId } = requestIn(bench.world, await planned(bench));
    const call = told('intent', 'r-1', { plan_id: planId, step_id: stepId });
    await bring([bench], forgedAudit, call + told('intent', 'r-1'));
    expect((await onlyReview(bench)).attempts).toMatchObject([{ id: 'r-1' }]);
  });

  test.each([
    ['without its effect', {}],
    ['with its effect', { effect: 'f'.repeat(64) }],
  ])(
    'is recorded once %s, whether or not it is told that it was executed [HOST-6]',
    async (_what, more) => {
      const bench = await createPeopleBench();
      const call = executed('r-1', more);
      for (const text of [call, told('intent', 'r-1', more), call]) {
        await bring([bench], forgedAudit, text);
      }
      expect(bench.world.records().filter(({ kind }) => kind === 'heard')).toHaveLength(1);
    },
  );
});

test('a new epoch keeps the calls that the one set aside had heard of, twice over [HOST-6] [GATE-2]', async () => {
  const bench = await createPeopleBench();
  const { path, text, id } = await unprepared(bench, 'By hand');
  await bring([bench], forgedAudit, told('intent', id));
  bench.world.vault.outside.remove(forgedAudit);
  await quiet(bench.engine);
  await beginEpoch(bench);
  await beginEpoch(bench, 'd-ffffffffff');
  await bring([bench], path, text);
  await approveAll(bench);
  expect(calledIds(bench.world)).toEqual([]);
  expect(bench.world.paths('Archive')).toHaveLength(1);
});

test('a computer that does not act leaves what waits there, whatever is told of it [HOST-6]', async () => {
  const bench = await createPeopleBench();
  const path = await standalone(bench);
  const call = told('intent', idOf(bench.world, path));
  await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0) + call);
  expect(bench.world.paths('Pending_Approval')).toEqual([path]);
  expect((await pressTakeOver(bench)).taken.ok).toBe(true);
  expect(bench.world.paths('Archive')).toHaveLength(1);
});

test('a prepared request that an audit file says was run is told of until a person withdraws it [HOST-6]', async () => {
  const bench = await createPeopleBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  await bring([bench], forgedAudit, told('intent', id));
  expect(bench.world.paths('Archive')).toHaveLength(1);
  const said = [
    {
      kind: 'missing',
      text: expect.stringContaining(`“${forgedAudit}” says that ${id} has already run`) as string,
    },
  ];
  expect(alertsOf(bench, id)).toMatchObject(said);
  bench.world.vault.outside.remove(forgedAudit);
  await bench.world.clock.advance(25 * 3_600_000);
  await restartPeople(bench);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject(said);
  expect(await bench.engine.personActions.withdraw({ requestId: id })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toEqual([]);
});

test('an older ledger did not record which audit file told of it', async () => {
  const bench = await createPeopleBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  await bring([bench], forgedAudit, told('intent', id));
  bench.world.vault.outside.remove(forgedAudit);
  const { ledgerFile } = bench.world;
  const recorded = `"file":"${forgedAudit}"`;
  expect(ledgerFile.text).toContain(`,${recorded}`);
  ledgerFile.text = ledgerFile.text?.replaceAll(`,${recorded}`, '') ?? null;
  await restartPeople(bench);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)).toMatchObject([
    {
      kind: 'missing',
      text: `A note in Done/Actions, or a file of another computer, says that ${id} has already run, so it doesn’t run here any more.`,
    },
  ]);
});

/** A person took over a standalone request `r-1` of another ledger; what came back asks. */
async function takenOver(): Promise<{ readonly bench: PeopleBench; readonly back: string }> {
  const bench = await createPeopleBench();
  const { world, engine } = bench;
  const path = await standalone(bench, { title: 'Other' });
  const note = world
    .note(path)
    .replace(/(%% countersign {"epoch":")[^"]*/, `$1${nowhere}`)
    .replace(/request_id: .*/, 'request_id: r-1');
  await engine.personActions.withdraw({ requestId: idOf(world, path) });
  await bring([bench], 'Pending_Approval/r-1.md', note);
  await engine.personActions.takeOver({ epoch: nowhere, gesture: press(bench) });
  await quiet(engine);
  const back = world.only('Pending_Approval');
  expect(requestIn(world, back).supersedes).toBe('r-1');
  return { bench, back };
}

describe('what a person took over, and are asked about,', () => {
  test('stays asked when an audit file says that it was executed [GATE-3]', async () => {
    const { bench, back } = await takenOver();
    const id = idOf(bench.world, back);
    await bring([bench], forgedAudit, executed('r-1'));
    bench.engine.lookAtEverything();
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
    bench.world.vault.outside.remove(back);
    await quiet(bench.engine);
    for (const ms of [10_000, 25 * 3_600_000]) {
      await bench.world.clock.advance(ms);
      await quiet(bench.engine);
    }
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'unknown_outcome' }]);
  });

  test('ends no step that an audit file names [GATE-3]', async () => {
    const { bench, back } = await takenOver();
    const { planId, stepId } = requestIn(bench.world, await planned(bench));
    const named = { plan_id: planId, step_id: stepId };
    await bring([bench], forgedAudit, told('intent', 'r-1', named));
    const reviews = await bench.engine.reviews(10);
    const review = reviews.find(({ requestId }) => requestId === idOf(bench.world, back));
    if (!review) throw new Error('Nothing to review');
    const { requestId, shownDigest } = review;
    await bench.engine.personActions.confirmUnknown({
      ...{ requestId, shownDigest, attemptId: 'r-1', happened: true, gesture: press(bench) },
    });
    await quiet(bench.engine);
    const ended = bench.world
      .records()
      .find((one) => one.kind === 'voided' && one.why === 'happened');
    expect(ended).toMatchObject({ plan: null, step: null });
  });
});
