import { describe, expect, test } from 'vitest';
import { subjectKey } from '../../../../../src/core/alert.js';
import { fail } from '../../../../../src/core/errors.js';
import type { EngineOptions } from '../../../../../src/engine/engine.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
} from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const trusting = { config: { trustMoves: true } };

/** A ledger whose disk is full from the first record of a kind, or about an event, on. */
const fullFrom =
  (what: string) =>
  (world: World): Partial<EngineOptions> => {
    const ledger = memoryLedger(world.ledgerFile);
    let isFull = false;
    return {
      ledger: {
        read: () => ledger.read(),
        append: oneByOne(async (record, durable) => {
          const { kind, audit } = record as { kind: string; audit: { event: string } };
          isFull ||= kind === what || audit.event === what;
          return isFull
            ? fail('ledger_write_failed', 'The disk is full.', 'Make room on it.')
            : ledger.append([record], durable);
        }),
      },
    };
  };

describe('what cannot be recorded is not done', () => {
  test('a request is not prepared for approval [GATE-6]', async () => {
    const bench = await createBench({ ports: fullFrom('completed') });
    const path = await planned(bench);
    expect(requestIn(bench.world, path).machine.preparation).toBeNull();
  });

  test('a request is not taken back [GATE-6]', async () => {
    const bench = await createPeopleBench({ ports: fullFrom('taken_back') });
    const path = await planned(bench);
    await move(bench, path);
    const taken = await bench.engine.personActions.undo({
      requestId: idOf(bench.world, inApproved(path)),
    });
    expect(taken).toMatchObject({ error: { code: 'ledger_write_failed' } });
    expect(bench.world.paths('Approved')).toEqual([inApproved(path)]);
  });

  test('a note of another tool is not taken over [GATE-6]', async () => {
    const bench = await createPeopleBench({ ports: fullFrom('foreign_confirmed') });
    const path = 'Pending_Approval/x.md';
    const text = '---\naction: send_email\nto: a@example.com\nsubject: Hello\n---\nHello.\n';
    bench.world.vault.outside.write(path, text);
    await quiet(bench.engine);
    const [foreign] = await bench.engine.externalReviews(1);
    const confirmed = await bench.engine.personActions.confirmImport({
      path,
      shownDigest: foreign?.shownDigest ?? '',
      gesture: press(bench),
    });
    expect(confirmed).toMatchObject({ error: { code: 'ledger_write_failed' } });
    expect(bench.world.note(path)).toBe(text);
  });

  test('a note is not said not to have happened [GATE-6]', async () => {
    const bench = await createPeopleBench({ ports: fullFrom('not_happened') });
    await planned(bench);
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
    await pressApprove(bench, await onlyReview(bench));
    const { requestId, shownDigest, path, unknownOutcome } = await onlyReview(bench);
    const gesture = press(bench);
    const attemptId = unknownOutcome?.attemptId ?? '';
    const input = { requestId, attemptId, happened: false, shownDigest, gesture };
    expect(await bench.engine.personActions.confirmUnknown(input)).toMatchObject({ ok: false });
    await look(bench);
    expect(requestIn(bench.world, path).status).toBe('outcome_unknown');
  });

  test('a withdrawal is not said to be filed, and is told in its note once', async () => {
    const bench = await createBench({ ports: fullFrom('filed') });
    const requestId = idOf(bench.world, await planned(bench));
    const withdrawn = await bench.engine.operations.withdraw({
      requestId,
      reason: 'Not wanted',
      actor: 'Human',
    });
    expect(withdrawn).toMatchObject({ error: { code: 'ledger_write_failed' } });
    const archived = bench.world.note(bench.world.only('Archive'));
    await bench.world.clock.advance(60_000);
    await restart(bench);
    expect(bench.world.records().filter(({ kind }) => kind === 'filed')).toHaveLength(1);
    expect(bench.world.note(bench.world.only('Archive'))).toBe(archived);
  });

  test('an approval is not told in its plan [GATE-6]', async () => {
    const bench = await createBench({ ports: fullFrom('accepted') });
    const path = await planned(bench);
    const before = bench.world.note(plan);
    await approve(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.note(plan)).toBe(before);
  });

  test('a trusted move does not count, and says why [GATE-6]', async () => {
    const bench = await createBench({ ...trusting, ports: fullFrom('arrived') });
    const path = await planned(bench);
    await move(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([
      { kind: 'waits', text: expect.stringContaining('The disk is full.') as string },
    ]);
  });

  test('an outcome is not filed, and the request says why, again and again [GATE-3] [GATE-6]', async () => {
    const bench = await createBench({ ports: fullFrom('outcome') });
    const path = await planned(bench);
    await approve(bench, path);
    expect(bench.world.server.calls).toHaveLength(1);
    const id = idOf(bench.world, inApproved(path));
    const says = [{ kind: 'halted', text: `${id}: The disk is full.` }];
    expect(alertsOf(bench, id)).toMatchObject(says);
    await bench.world.clock.advance(61_000);
    await quiet(bench.engine);
    expect(alertsOf(bench, id)).toMatchObject(says);
    const { alerts } = bench.engine.view();
    expect(alerts.map(({ subject }) => subjectKey(subject)).sort()).toEqual([
      'ledger',
      `request:${id}`,
    ]);
    expect(bench.world.paths('Done/Actions')).toEqual([]);
  });
});

test('nothing is called while its plan cannot be told of the approval, and it is called when that can be [GATE-4]', async () => {
  let isInUse = false;
  const bench = await createBench({
    ports: ({ vault }) => {
      const store = memoryNoteStore(vault);
      const inUse = fail('note_write_failed', 'The plan is in use.', 'Close what uses it.');
      return {
        store: {
          ...store,
          update: async (path, change) =>
            isInUse && path === plan ? inUse : store.update(path, change),
        },
      };
    },
  });
  const path = await planned(bench);
  isInUse = true;
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([
    { kind: 'halted', text: expect.stringContaining('The plan is in use.') as string },
  ]);
  isInUse = false;
  await bench.world.clock.advance(61_000);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.note(plan)).toContain('Approval received for step 2');
  expect(bench.world.records().filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
});
