import { describe, expect, test } from 'vitest';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import {
  approveAndStop,
  createPair,
  pressTakeOver,
  second,
  type Pair,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  move,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { tellOfEarlierLedger } from '../../../../support/engine/earlier-ledger.js';
import {
  approveAll,
  auditFiles,
  beginEpoch,
  bring,
  exchange,
  forgedAudit,
  forgedBeginning,
  forgedTakeOver,
  ofVault,
  preparedFor,
  preparedNowhere,
  preparedThere,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

const runsNothing = /This computer runs nothing until you take over here/;

describe('what a person approved at a computer that does not act any more', () => {
  /**
   * The first is off with it. The other takes over and runs it, from a note that sync brought late; then
   * the first comes back, and has heard of the press.
   */
  async function runAtTheOther({ first, other }: Pair, before: () => Promise<void>) {
    await before();
    const request = await unprepared(first, 'By hand');
    await bring([first], request.path, request.text);
    expect(preparedFor(first, request.path)).not.toBeNull();
    await approveAndStop(first);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    other.vault.outside.remove(forgedAudit);
    for (const path of auditFiles(other, second)) {
      first.world.vault.outside.write(path, other.world.note(path));
    }
    await bring([other], request.path, request.text);
    await approveAll(other);
    expect(calledIds(first.world)).toEqual([request.id]);
    first.engine = await startEngine(first.world, { signer: first.signer });
    await quiet(first.engine);
    return request;
  }

  test.each([
    ['it', async () => Promise.resolve()],
    ['one that an agent made up', ({ other }: Pair) => bring([other], forgedAudit, madeUp.begun)],
    [
      'one that an agent says took over',
      ({ other }: Pair) => bring([other], forgedAudit, madeUp.took),
    ],
    ['the one that was set aside for it meanwhile', ({ first }: Pair) => beginEpoch(first)],
  ])(
    'does not run there, whomever the person named who took over: %s [HOST-6] [GATE-2] [GATE-11]',
    async (_whom, before) => {
      const pair = await withNewcomer();
      await exchange(pair);
      const { id } = await runAtTheOther(pair, () => before(pair));
      expect(ofVault(pair.first)).toMatchObject(preparedThere);
      expect(calledIds(pair.first.world)).toEqual([id]);
    },
  );

  test('stays as it lies and says why; when a person takes over there, it asks again [HOST-6] [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await pressApprove(bench, await onlyReview(bench));
    const approved = bench.world.note(inApproved(path));
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    bench.world.config = { ...bench.world.config, paused: false };
    bench.engine.lookAtEverything();
    await quiet(bench.engine);
    expect(bench.world.note(inApproved(path))).toBe(approved);
    expect(alertsOf(bench, id)).toMatchObject([
      {
        kind: 'waits',
        text: expect.stringMatching(runsNothing) as string,
        advice: expect.stringMatching(/^To run it here, take over/) as string,
      },
    ]);
    expect(calledIds(bench.world)).toEqual([]);
    expect((await pressTakeOver(bench)).taken.ok).toBe(true);
    expect(calledIds(bench.world)).toEqual([]);
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test.each([
    ['it was changed', (text: string) => text.replace('subject: January', 'subject: February')],
    ['its stamp is damaged', (text: string) => text.replace('v1~', 'v9~')],
    ['its last line is gone', (text: string) => text.replace(/%% countersign .*%%\n/, '')],
  ])('is not even given back: %s', async (_what, change) => {
    const bench = await createBench({ config: { paused: true } });
    const path = await standalone(bench);
    await approve(bench, path);
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    const changed = change(bench.world.note(inApproved(path)));
    await bring([bench], inApproved(path), changed);
    expect(bench.world.note(inApproved(path))).toBe(changed);
  });
});

const madeUp = {
  begun: forgedBeginning('e-yyyyyyyyyy', 0),
  took: forgedTakeOver('e-xxxxxxxxxx', 'e-yyyyyyyyyy', 1),
};

describe('what a computer prepared that does not act any more', () => {
  test('cannot be approved there: the card says what to do [HOST-6]', async () => {
    const bench = await createPeopleBench();
    await standalone(bench);
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    const review = await onlyReview(bench);
    expect(review.blocked).toMatchObject({
      message: expect.stringMatching(runsNothing) as string,
      advice: expect.stringMatching(/^To run it here, take over/) as string,
    });
    expect((await pressApprove(bench, review)).ok).toBe(false);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('is not prepared anew when it is changed [HOST-6] [GATE-2]', async () => {
    const bench = await createPeopleBench();
    const request = await unprepared(bench, 'By hand');
    await bring([bench], request.path, request.text);
    expect(preparedFor(bench, request.path)).not.toBeNull();
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    const looks: string[] = [];
    bench.world.server.duringInspect = () => void looks.push(request.path);
    await edit(bench, request.path, (text) => text.replaceAll('a@example.com', 'b@example.com'));
    await approveAll(bench);
    expect(looks).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'completed')).toHaveLength(2);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('runs once, where both prepared it before either had heard, after one press [HOST-6] [GATE-2]', async () => {
    const pair = await createPair();
    const { first, other } = pair;
    const request = await unprepared(first, 'By hand');
    await bring([first, other], request.path, request.text);
    await exchange(pair);
    for (const bench of [first, other]) {
      expect(ofVault(bench)).toMatchObject(preparedNowhere);
      await approveAll(bench);
    }
    expect(calledIds(first.world)).toEqual([]);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    for (const bench of [first, other]) await approveAll(bench);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('is still its own to reject', async () => {
    const bench = await createBench();
    const path = await standalone(bench);
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    await move(bench, path, path.replace('Pending_Approval', 'Rejected'));
    expect(bench.world.records().filter(({ kind }) => kind === 'voided')).toHaveLength(1);
  });

  test.each([
    ['its last line is gone', (text: string) => text.replace(/%% countersign .*%%\n/, '')],
    ['it only says so', (text: string) => text.replace(/request_id: \S+/, 'request_id: by-hand')],
  ])('is not its own to reject where %s', async (_what, change) => {
    const bench = await createBench();
    const path = await standalone(bench);
    await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    const text = change(bench.world.note(path));
    bench.world.vault.outside.remove(path);
    const rejected = path.replace('Pending_Approval', 'Rejected');
    await bring([bench], rejected, text);
    expect(bench.world.note(rejected)).toBe(text);
    expect(bench.world.records().filter(({ kind }) => kind === 'voided')).toEqual([]);
  });

  test('runs on where it heard only of a later one [HOST-6]', async () => {
    const bench = await createBench({ config: { trustMoves: true } });
    const path = await standalone(bench);
    tellOfEarlierLedger(bench.world, { number: 2 });
    await quiet(bench.engine);
    expect(ofVault(bench)).toHaveLength(1);
    // It is prepared anew after an edit, too.
    await edit(bench, path, (text) => text.replace('subject: January', 'subject: February'));
    await move(bench, path);
    expect(calledIds(bench.world)).toHaveLength(1);
  });
});

test('a call under way when its computer hears of a contest is left to end [HOST-6]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const id = idOf(bench.world, path);
  bench.world.server.answer = () => {
    bench.world.vault.outside.write(forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    return success;
  };
  await approve(bench, path);
  await quiet(bench.engine);
  expect(ofVault(bench)).toHaveLength(1);
  expect(calledIds(bench.world)).toEqual([id]);
  expect(bench.world.paths('Done/Actions')).toHaveLength(1);
});
