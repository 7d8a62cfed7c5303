import { describe, expect, test } from 'vitest';
import { CountersignError, fail } from '../../../../../src/core/errors.js';
import type { AuditLog } from '../../../../../src/ports/audit-log.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { createWorld, quiet, type World } from '../../../../support/engine/world.js';
import { calledIds, standalone, startEngine } from '../../../../support/engine/gate-bench.js';
import {
  bring,
  forgedAudit,
  forgedBeginning,
  nameOf,
  ofVault,
  preparedFor,
} from '../../../../support/engine/newcomer.js';

/** An audit log whose files a sync client has open for the next `reads` readings. */
function held({ vault }: World) {
  const log = memoryAuditLog(vault);
  const state = { reads: 0, tries: 0 };
  const auditLog: AuditLog = {
    ...log,
    async read(...args) {
      if (state.reads <= 0) return log.read(...args);
      state.reads -= 1;
      state.tries += 1;
      throw new Error('EBUSY: resource busy or locked');
    },
  };
  return { state, auditLog };
}

async function createHeldBench() {
  const holds: ReturnType<typeof held>[] = [];
  const bench = await createPeopleBench({
    ports(world) {
      const hold = held(world);
      holds.push(hold);
      return { auditLog: hold.auditLog };
    },
  });
  const { state, auditLog } = holds[0] ?? {};
  if (!state || !auditLog) throw new Error('No audit log was asked for');
  return { bench, state, auditLog };
}

/** An audit log that gives no file whose path begins so. */
function refusing(log: AuditLog, prefix: string): AuditLog {
  return {
    ...log,
    async read(folder, reading = {}) {
      const path = `${prefix}-2020-01.jsonl`;
      if (reading.isOf?.(path) === false) return log.read(folder, reading);
      const advice = 'Look who wrote that file.';
      throw new CountersignError(
        fail('audit_too_large', `${path} is too large.`, advice, { path }).error,
      );
    },
  };
}

describe('while the audit files of others cannot be read', () => {
  test('what was approved does not run, and the alert says so', async () => {
    const { bench, state } = await createHeldBench();
    await standalone(bench);
    const review = await onlyReview(bench);
    state.reads = Infinity;
    await pressApprove(bench, review);
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([]);
    expect(bench.world.paths('Approved')).toHaveLength(1);
    expect(bench.engine.view().alerts).toMatchObject([
      {
        kind: 'halted',
        text: expect.stringMatching(/^Nothing is prepared or run: .*EBUSY/) as string,
        advice: expect.stringContaining('retries') as string,
      },
    ]);
    expect(bench.world.records().filter(({ audit }) => audit.event === 'error')).toEqual([]);
  });

  test.each([
    ['once', 1, 1_000],
    ['several times', 4, 15_000],
  ])('%s, it runs soon after they can be again', async (_when, reads, withinMs) => {
    const { bench, state } = await createHeldBench();
    await standalone(bench);
    const review = await onlyReview(bench);
    state.reads = reads;
    await pressApprove(bench, review);
    expect(calledIds(bench.world)).toEqual([]);
    await bench.world.clock.advance(withinMs);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([review.requestId]);
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('for long, it is tried once a minute, and runs within one when they can be again', async () => {
    const { bench, state } = await createHeldBench();
    await standalone(bench);
    state.reads = Infinity;
    const review = await onlyReview(bench);
    await pressApprove(bench, review);
    await bench.world.clock.advance(3_600_000);
    const before = state.tries;
    await bench.world.clock.advance(3_600_000);
    expect(state.tries - before).toBe(60);
    state.reads = 0;
    await bench.world.clock.advance(60_000);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([review.requestId]);
  });

  test('nothing is prepared, and it is when they can be', async () => {
    const { bench, state } = await createHeldBench();
    state.reads = 1;
    const path = await standalone(bench);
    expect(preparedFor(bench, path)).toBeNull();
    await bench.world.clock.advance(1_000);
    await quiet(bench.engine);
    expect(preparedFor(bench, path)).not.toBeNull();
  });

  test('what they tell counts as soon as they can be', async () => {
    const { bench, state } = await createHeldBench();
    await standalone(bench);
    const review = await onlyReview(bench);
    state.reads = 2;
    await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0));
    await pressApprove(bench, review);
    await bench.world.clock.advance(1_000);
    await quiet(bench.engine);
    expect(ofVault(bench)).toHaveLength(1);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('a start comes through all the same, says so, and runs what was approved when they can be', async () => {
    const { bench, auditLog } = await createHeldBench();
    await standalone(bench);
    await bench.engine.stop();
    const log = { ...auditLog, ...refusing(auditLog, 'Logs/audit/d-zzzzzzzzzz') };
    bench.engine = await startEngine(bench.world, { signer: bench.signer, auditLog: log });
    const review = await onlyReview(bench);
    await pressApprove(bench, review);
    expect(calledIds(bench.world)).toEqual([]);
    expect(bench.engine.view().alerts).toMatchObject([
      {
        kind: 'halted',
        text: 'Nothing is prepared or run: Can’t read the audit files in this vault (Logs/audit/d-zzzzzzzzzz-2020-01.jsonl is too large).',
        advice: 'Look who wrote that file. Countersign retries at least once a minute.',
      },
    ]);
    log.read = (...args) => auditLog.read(...args);
    await bench.world.clock.advance(60_000);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([review.requestId]);
    expect(bench.engine.view().alerts).toEqual([]);
  });

  test('what they tell after such a start counts before anything runs', async () => {
    const { bench, auditLog } = await createHeldBench();
    await standalone(bench);
    await bench.engine.stop();
    const log = { ...auditLog, ...refusing(auditLog, 'Logs/audit/d-zzzzzzzzzz') };
    bench.engine = await startEngine(bench.world, { signer: bench.signer, auditLog: log });
    await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0));
    await pressApprove(bench, await onlyReview(bench));
    log.read = (...args) => auditLog.read(...args);
    await bench.world.clock.advance(60_000);
    await quiet(bench.engine);
    expect(ofVault(bench)).toHaveLength(1);
    expect(calledIds(bench.world)).toEqual([]);
  });

  test('no ledger begins: it would not know what was run', async () => {
    const world = await createWorld();
    const { auditLog } = held(world);
    const start = world.start({}, { auditLog: refusing(auditLog, 'Logs/audit/d-zzzzzzzzzz') });
    await expect(start).rejects.toHaveProperty('problem.code', 'audit_read_failed');
    expect(world.ledgerFile.text).toBeNull();
  });

  test('nobody takes over, and is told why', async () => {
    const { bench, state } = await createHeldBench();
    await bring([bench], forgedAudit, forgedBeginning(nameOf(1), 0));
    state.reads = 1;
    const taken = await bench.engine.personActions.takeOver({
      epoch: nameOf(1),
      gesture: press(bench),
    });
    expect(taken).toMatchObject({ error: { code: 'audit_read_failed' } });
    expect(ofVault(bench)).toHaveLength(1);
  });
});

test('a file under this device’s own name that is too large stops everything, and the alert names it', async () => {
  const { bench, auditLog } = await createHeldBench();
  await standalone(bench);
  await bench.engine.stop();
  const own = { auditLog: refusing(auditLog, 'Logs/audit/d-aaaaaaaaaa') };
  bench.engine = await startEngine(bench.world, { signer: bench.signer, ...own });
  const review = await onlyReview(bench);
  expect(await pressApprove(bench, review)).toMatchObject({ ok: false });
  expect(calledIds(bench.world)).toEqual([]);
  expect(bench.engine.view().alerts).toMatchObject([
    {
      kind: 'halted',
      text: 'Nothing runs: Logs/audit/d-aaaaaaaaaa-2020-01.jsonl is too large.',
      advice: expect.stringMatching(/^Move that file out .* Then restart Countersign\.$/) as string,
    },
  ]);
  await bench.engine.stop();
  bench.engine = await startEngine(bench.world, { signer: bench.signer, auditLog });
  expect(bench.engine.view().alerts).toEqual([]);
});
