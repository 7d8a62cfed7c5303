import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/core/digest.js';
import { fail, ok } from '../../../../src/core/errors.js';
import type { RequestSummary } from '../../../../src/core/mission/summaries.js';
import { practiceDigest } from '../../../../src/core/request/action/digests.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { ReadRequests } from '../../../../src/engine/views/reviews.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import {
  edit,
  idOf,
  look,
  planned,
  restart,
  standalone,
  startEngine,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../support/engine/people-bench.js';

async function setPaused(bench: Bench, paused: boolean): Promise<void> {
  bench.world.config = { ...bench.world.config, paused };
  await look(bench);
}

test('of two with one effect that were approved at once, the second asks on a card [GATE-3]', async () => {
  const bench = await createPeopleBench();
  await standalone(bench);
  await standalone(bench);
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => (connect = resolve));
  const reviews = await bench.engine.reviews(10);
  bench.world.server.duringInspect = () => connected;
  for (const { requestId, shownDigest } of reviews) {
    const gesture = press(bench);
    const input = { requestId, shownDigest, checked: [], gesture };
    expect((await bench.engine.personActions.approve(input)).ok).toBe(true);
  }
  connect();
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  const card = await onlyReview(bench);
  expect([card.folder, card.asks, card.attempts.length]).toEqual(['approved', true, 1]);
});

test('what was approved before another attempt came can be approved again where it lies [GATE-3]', async () => {
  const bench = await createPeopleBench();
  await standalone(bench);
  await pressApprove(bench, await onlyReview(bench));
  await standalone(bench);
  await standalone(bench);
  await setPaused(bench, true);
  for (const review of await bench.engine.reviews(10)) {
    const checked = review.attempts.map(({ id }) => id);
    expect((await pressApprove(bench, review, checked)).ok).toBe(true);
  }
  await setPaused(bench, false);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(2);
  const card = await onlyReview(bench);
  expect([card.asks, card.blocked, card.attempts.length]).toEqual([true, null, 2]);
  const checked = card.attempts.map(({ id }) => id);
  expect((await pressApprove(bench, card, checked)).ok).toBe(true);
  expect(bench.world.server.calls).toHaveLength(3);
});

test('a card shows what is there, also after a note was written and written back between two looks', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const text = bench.world.note(path);
  bench.world.vault.outside.write(path, text.replaceAll('client_a@', 'client_b@'));
  await bench.engine.reviews(10);
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  const review = await onlyReview(bench);
  expect(review.targetRecipient).toContain('client_a@');
  expect((await pressApprove(bench, review)).ok).toBe(true);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a note that was read before the index knew of it is read again', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const summary = { requestId: idOf(bench.world, path), path } as RequestSummary;
  const text = bench.world.note(path);
  let now = text.replaceAll('client_a@', 'client_b@');
  const requests = new ReadRequests({ read: async () => ok(now) }, () => sha256Hex(text));
  expect((await requests.at(summary))?.targetRecipient).toContain('client_b@');
  now = text;
  expect((await requests.at(summary))?.targetRecipient).toContain('client_a@');
});

const lost = fail('locked', 'Another process took over.', 'Switch it off and on.').error;

test('nobody decides anything at a device whose lock was lost, and nothing is recorded', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const { requestId, shownDigest } = await onlyReview(bench);
  bench.engine.halt(lost);
  const before = bench.world.records().length;
  const input = { requestId, shownDigest, checked: [], gesture: press(bench) };
  const answers = [
    await bench.engine.personActions.approve(input),
    await bench.engine.personActions.reject({ requestId, reason: '' }),
    await bench.engine.personActions.undo({ requestId }),
  ];
  expect(answers.map((answer) => (answer.ok ? '' : answer.error.code))).toEqual([
    'locked',
    'locked',
    'locked',
  ]);
  await quiet(bench.engine);
  expect(bench.world.records()).toHaveLength(before);
  expect(idOf(bench.world, path)).toBe(requestId);
});

test('an outcome that comes after the lock was lost is not recorded: the next process says unknown', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  bench.world.server.answer = () => {
    bench.engine.halt(lost);
    return { kind: 'result', result: { content: [{ type: 'text', text: 'Email sent' }] } };
  };
  await pressApprove(bench, await onlyReview(bench));
  await bench.engine.stop();
  bench.world.server.answer = () => ({ kind: 'lost', detail: '' });
  bench.engine = await startEngine(bench.world, { signer: bench.signer });
  expect(bench.world.server.calls).toHaveLength(1);
  const note = bench.world.note(bench.world.only('Pending_Approval'));
  expect(note).toContain('status: outcome_unknown');
});

test('what is ended in the moment the lock is lost is not said to be done, and the next process files it', async () => {
  const bench = await createPeopleBench({
    ports: ({ ledgerFile }) => {
      const ledger = memoryLedger(ledgerFile);
      const append = oneByOne(async (record, durable) => {
        const appended = await ledger.append([record], durable);
        if ((record as { kind: string }).kind === 'voided') bench.engine.halt(lost);
        return appended;
      });
      return { ledger: { read: () => ledger.read(), append } };
    },
  });
  const path = await planned(bench);
  const input = { requestId: idOf(bench.world, path), reason: 'No.', actor: 'Human' as const };
  const ended = await bench.engine.operations.withdraw(input);
  expect(ended).toMatchObject({ ok: false, error: { code: 'locked' } });
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([path]);
  await restart(bench);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(bench.world.note(bench.world.only('Archive'))).toContain('status: withdrawn');
});

describe('what only practises is marked so', () => {
  const practice: BridgeConfig = { alias: 'email', transport: 'practice', timeLimitSeconds: 20 };
  const marks = async ({ engine }: Bench) => [
    (await engine.reviews(10)).map(({ practises }) => practises === true),
    engine.view().waiting.map(({ isPractice }) => isPractice === true),
  ];

  test('by this device’s settings, and never by what its note claims', async () => {
    const bench = await createPeopleBench();
    await standalone(bench);
    expect(await marks(bench)).toEqual([[false], [false]]);
    const [path = ''] = bench.world.paths('Pending_Approval');
    await edit(bench, path, (text) =>
      text.replace(/"bridge_digest":"[0-9a-f]{64}"/, `"bridge_digest":"${practiceDigest}"`),
    );
    expect(await marks(bench)).toEqual([[false], [false]]);
    bench.world.config = { ...bench.world.config, bridges: [practice] };
    expect(await marks(bench)).toEqual([[true], [true]]);
  });

  test('of an attempt that may have happened the ledger says it', async () => {
    const bench = await createPeopleBench();
    await standalone(bench);
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The connection broke.' });
    await pressApprove(bench, await onlyReview(bench));
    bench.world.config = { ...bench.world.config, bridges: [practice] };
    expect((await onlyReview(bench)).unknownOutcome).not.toBeNull();
    expect(await marks(bench)).toEqual([[false], [false]]);
  });
});
