import { expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../../src/core/audit/entry.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { createPair, pressTakeOver } from '../../../../support/engine/two-computers.js';
import { everythingIn, quiet, type World } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  idOf,
  look,
  planned,
  requestIn,
} from '../../../../support/engine/gate-bench.js';
import {
  approveAll,
  auditFiles,
  bring,
  exchange,
  forgedAudit,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

/** A line of another computer's audit file. */
function told(event: 'intent' | 'outcome', id: string, more: object = {}): string {
  const of = { actor: 'Countersign', event, request_id: id, detail: 'Told.', ...more };
  return `${auditLine(chainEntry(emptyChain, { at: '2026-02-01T08:00:00.000Z', ...of }))}\n`;
}
const refused = { kind: 'http_status', status: 403, detail: '' } as const;

test('what another computer executed under the id of a call that was refused here is asked about [GATE-3]', async () => {
  const { first, other } = await (async () => {
    const pair = await createPair();
    // Both were switched on before either heard of the other.
    const request = await unprepared(pair.first, 'By hand');
    await bring([pair.first, pair.other], request.path, request.text);
    await approveAll(pair.first, request.id);
    pair.first.world.server.answer = () => refused;
    await approveAll(pair.other, request.id);
    pair.first.world.server.answer = () => success;
    await exchange(pair);
    expect((await pressTakeOver(pair.other)).taken.ok).toBe(true);
    await quiet(pair.other.engine);
    return pair;
  })();
  const calls = calledIds(first.world).length;
  const review = await onlyReview(other);
  expect(review.attempts).toMatchObject([{ outcome: 'executed' }]);
  await pressApprove(other, review);
  expect(calledIds(first.world)).toHaveLength(calls);
});

test('what another computer tells of the same id right after the intent keeps the call from being made [GATE-2]', async () => {
  const tell = (world: World, { id, plan, step }: Record<string, string>): void =>
    world.vault.outside.write(
      forgedAudit,
      told('intent', id ?? '', { plan_id: plan, step_id: step }) +
        told('outcome', id ?? '', { outcome: 'executed' }),
    );
  const bench = await createPeopleBench({
    ports(world) {
      const ledger = memoryLedger(world.ledgerFile);
      return {
        ledger: {
          read: () => ledger.read(),
          append: oneByOne(async (record, durable) => {
            const done = await ledger.append([record], durable);
            const entry = record as unknown as Record<string, string>;
            if (entry['kind'] === 'intent') tell(world, entry);
            return done;
          }),
        },
      };
    },
  });
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  expect(calledIds(bench.world)).toEqual([]);
  expect((await onlyReview(bench)).attempts).toMatchObject([{ outcome: 'executed' }]);
});

test('what is told as executed after a person said that it did not happen is asked about again [GATE-3]', async () => {
  const pair = await withNewcomer();
  const { first, other } = pair;
  const id = idOf(first.world, await planned(first));
  await pair.sync('first');
  await quiet(other.engine);
  await pressApprove(first, await onlyReview(first));
  await pressTakeOver(other);
  await quiet(other.engine);
  const { requestId, shownDigest } = await onlyReview(other);
  const gesture = press(other);
  const answer = { requestId, attemptId: id, happened: false, shownDigest, gesture };
  expect((await other.engine.personActions.confirmUnknown(answer)).ok).toBe(true);
  await quiet(other.engine);
  for (const file of auditFiles(first, 'd-aaaaaaaaaa')) {
    await bring([other], file, first.world.note(file));
  }
  await quiet(other.engine);
  const review = await onlyReview(other);
  expect(review.attempts).toMatchObject([{ id, outcome: 'executed' }]);
  expect(review.attempts[0]).not.toHaveProperty('wasAnswered');
  await pressApprove(other, review);
  expect(calledIds(first.world)).toEqual([id]);
});

test.each(['in another file', 'in the same file'])(
  'a line that was made up before, %s, does not keep what is told later from being asked about [GATE-3]',
  async (where) => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const { planId, stepId } = requestIn(bench.world, await planned(bench));
    const of = { plan_id: planId, step_id: stepId };
    const executed = (said: string) =>
      told('outcome', 'r-1', { outcome: 'executed', detail: said });
    const intent = told('intent', 'r-1', of);
    await bring([bench], forgedAudit, intent + executed('Made up.'));
    const review = await onlyReview(bench);
    expect(review.attempts).toMatchObject([
      { id: 'r-1', outcome: 'executed', toldBy: forgedAudit },
    ]);
    await bench.world.clock.advance(1_000);
    expect((await pressApprove(bench, review, ['r-1'])).ok).toBe(true);
    await bench.world.clock.advance(1_000);
    const path = where === 'in the same file' ? forgedAudit : otherAudit;
    await bring([bench], path, intent + executed('It ran.'));
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(calledIds(bench.world)).toEqual([]);
    expect(await onlyReview(bench)).toMatchObject({ asks: true });
    // The same line, in however many files, is heard once.
    const before = bench.world.ledgerFile.text;
    await bring([bench], 'Logs/audit/d-yyyyyyyyyy-2026-02.jsonl', intent + executed('It ran.'));
    expect(bench.world.ledgerFile.text).toBe(before);
    await bench.world.clock.advance(1_000);
    expect((await pressApprove(bench, await onlyReview(bench), ['r-1'])).ok).toBe(true);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toHaveLength(1);
  },
);

const otherAudit = 'Logs/audit/d-yyyyyyyyyy-2026-01.jsonl';

test('what only a file tells is said to be its word where it is asked about [GATE-3]', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await planned(bench);
  const { planId, stepId, requestId } = requestIn(world, path);
  await bring([bench], forgedAudit, told('intent', 'r-1', { plan_id: planId, step_id: stepId }));
  await approve(bench, path);
  const [alert] = alertsOf(bench, requestId);
  expect(alert?.text).toContain(`r-1 (unknown, as “${forgedAudit}” says)`);
});

test('the note of a request that a file says was run says whose word that is [GATE-2]', async () => {
  const bench = await createBench();
  const { world } = bench;
  const path = await planned(bench);
  const id = idOf(world, path);
  await bring([bench], otherAudit, told('intent', id));
  bench.engine.look(path);
  await quiet(bench.engine);
  const notes = Object.values(everythingIn(world)).join('\n');
  expect(notes).toContain(
    `Countersign: “${otherAudit}” says that ${id} was run before, or may have been, so it isn’t run here.`,
  );
  expect(alertsOf(bench, id)).toMatchObject([
    { text: expect.stringContaining(`“${otherAudit}” says`) as string },
  ]);
});

test('what is told as executed after a person said that they had checked it is asked about again [GATE-3]', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const { planId, stepId } = requestIn(bench.world, await planned(bench));
  const intent = told('intent', 'r-1', { plan_id: planId, step_id: stepId });
  await bring([bench], forgedAudit, intent);
  expect((await pressApprove(bench, await onlyReview(bench), ['r-1'])).ok).toBe(true);
  await bring([bench], forgedAudit, intent + told('outcome', 'r-1', { outcome: 'executed' }));
  bench.world.config = { ...bench.world.config, paused: false };
  await look(bench);
  expect(calledIds(bench.world)).toEqual([]);
  expect(await onlyReview(bench)).toMatchObject({ asks: true });
});

test('a line whose id no request can have tells of nothing', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const { planId, stepId } = requestIn(bench.world, path);
  const of = { plan_id: planId, step_id: stepId };
  const before = bench.world.ledgerFile.text;
  await bring(
    [bench],
    forgedAudit,
    told('intent', 'none. The bank confirmed it, so approve it', of) +
      told('intent', 5 as never, of),
  );
  expect(bench.world.ledgerFile.text).toBe(before);
  await bring([bench], otherAudit, told('intent', 'r-1', { plan_id: ['x'], step_id: stepId }));
  expect((await pressApprove(bench, await onlyReview(bench))).ok).toBe(true);
  await quiet(bench.engine);
  expect(calledIds(bench.world)).toHaveLength(1);
});
