import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../../src/core/audit/entry.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { pressTakeOver, type Pair } from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  idOf,
  inApproved,
  restart,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  approveAll,
  auditFiles,
  bring,
  exchange,
  forgedAudit,
  forgedBeginning,
  ofVault,
  preparedFor,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

const first1 = 'd-aaaaaaaaaa';

/** The audit line of a call that another ledger made. */
function callOf(id: string): string {
  const entry = chainEntry(emptyChain, {
    at: '2026-02-01T08:00:00.000Z',
    actor: 'Countersign',
    event: 'intent',
    request_id: id,
    detail: 'Calling email.send_email.',
  });
  return `${auditLine(entry)}\n`;
}

describe('a call that another computer made', () => {
  /** The first prepares, and runs it; the other is taken over to before or after it hears of that. */
  async function runAtTheFirst(
    when: string,
  ): Promise<Pair & Awaited<ReturnType<typeof unprepared>>> {
    const pair = await withNewcomer();
    await exchange(pair);
    const { first, other } = pair;
    const request = await unprepared(first, 'By hand');
    await bring([first], request.path, request.text);
    await approveAll(first);
    expect(calledIds(first.world)).toEqual([request.id]);
    if (when === 'before') await exchange(pair);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    return { ...pair, ...request };
  }

  test.each(['before', 'after'])(
    'and that sync tells of %s a person takes over is not made again [HOST-6] [GATE-2]',
    async (when) => {
      const { first, other, path, text, id } = await runAtTheFirst(when);
      // Sync brings the filed note, too; an agent puts the bytes back that were there before.
      const [filed = ''] = first.world.paths('Done/Actions');
      await bring([other], filed, first.world.note(filed));
      other.vault.outside.remove(filed);
      await bring([other], path, text);
      await approveAll(other);
      expect(calledIds(first.world)).toEqual([id]);
      expect(other.world.paths('Archive')).toHaveLength(1);
    },
  );

  test('asks where the same is drafted under another id [GATE-2]', async () => {
    const { other, path, text, id } = await runAtTheFirst('after');
    await bring([other], path, text.replaceAll(id, 'again'));
    const review = await onlyReview(other);
    expect(review.attempts).toMatchObject([{ id }]);
  });

  test('stays known over a restart, also when its audit file is gone [GATE-2]', async () => {
    const bench = await createPeopleBench();
    const { path, text, id } = await unprepared(bench, 'By hand');
    await bring([bench], forgedAudit, callOf(id));
    await restart(bench, { signer: bench.signer });
    bench.world.vault.outside.remove(forgedAudit);
    await restart(bench, { signer: bench.signer });
    await bring([bench], path, text);
    expect(bench.world.paths('Archive')).toHaveLength(1);
    expect(bench.world.records().filter(({ kind }) => kind === 'heard')).toHaveLength(1);
  });

  test('ends what was approved at a computer that does not act only when a person takes over there [HOST-6] [GATE-2]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const path = await standalone(bench);
    await pressApprove(bench, await onlyReview(bench));
    const lines = forgedBeginning('e-yyyyyyyyyy', 0) + callOf(idOf(bench.world, inApproved(path)));
    await bring([bench], forgedAudit, lines);
    expect(bench.world.paths('Approved')).toHaveLength(1);
    bench.world.config = { ...bench.world.config, paused: false };
    expect((await pressTakeOver(bench)).taken.ok).toBe(true);
    expect(bench.world.paths('Archive')).toHaveLength(1);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('ends what was approved here and waits [HOST-6] [GATE-2]', async () => {
    const bench = await createBench({ config: { paused: true } });
    const path = await standalone(bench);
    const id = idOf(bench.world, path);
    await approve(bench, path);
    expect(alertsOf(bench, id)).toMatchObject([{ kind: 'waits' }]);
    await bring([bench], forgedAudit, callOf(id));
    expect(bench.world.paths('Archive')).toHaveLength(1);
    bench.world.config = { ...bench.world.config, paused: false };
    bench.engine.lookAtEverything();
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('may stand in a copy of its own file: then it hides nothing of what it knows itself', async () => {
    const bench = await createBench();
    await approve(bench, await standalone(bench));
    const [own = ''] = auditFiles(bench, first1);
    await bring([bench], forgedAudit, bench.world.note(own));
    const id = calledIds(bench.world)[0] ?? '';
    expect(
      bench.world.records().flatMap((one) => (one.kind === 'heard' ? (one.spent ?? []) : [])),
    ).toMatchObject([{ id }]);
    expect(alertsOf(bench, id)).toEqual([]);
    expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('status: executed');
  });
});

test('what it called itself is not heard of as the call of another when a person takes over [HOST-6]', async () => {
  const bench = await createPeopleBench();
  await standalone(bench);
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(bench.world)).toHaveLength(1);
  await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
  expect((await pressTakeOver(bench)).taken.ok).toBe(true);
  expect(bench.world.records().map(({ kind }) => kind)).toContain('taken_over');
  expect(bench.world.records().flatMap((one) => ('spent' in one ? (one.spent ?? []) : []))).toEqual(
    [],
  );
});

test('a file that lists more calls than there can be stops, says which it is, and leaves a way out [HOST-6]', async () => {
  const bench = await createPeopleBench();
  const calls = (from: number): string =>
    Array.from({ length: 5_001 }, (_, n) => callOf(`r-${from + n}`)).join('');
  await bring([bench], forgedAudit, calls(0));
  expect(ofVault(bench)).toMatchObject([
    { text: expect.stringMatching(`^“${forgedAudit}” lists more`) as string },
  ]);
  const path = await standalone(bench);
  expect(preparedFor(bench, path)).toBeNull();
  expect((await pressTakeOver(bench)).taken.ok).toBe(true);
  expect(ofVault(bench)).toEqual([]);
  expect(preparedFor(bench, path)).not.toBeNull();
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(bench.world)).toHaveLength(1);
  const heard = bench.world
    .records()
    .flatMap((one) => (one.kind === 'heard' ? [one.spent?.length] : []));
  expect(heard).toEqual([5_000]);
});
