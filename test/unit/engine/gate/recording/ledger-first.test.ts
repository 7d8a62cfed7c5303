import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, type AuditEntry } from '../../../../../src/core/audit/entry.js';
import { verifyAudit } from '../../../../../src/core/audit/verify.js';
import { fail } from '../../../../../src/core/errors.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { memoryBridges, success } from '../../../../support/memory/memory-bridges.js';
import { memoryLedger, oneByOne } from '../../../../support/memory/memory-ledger.js';
import { planCrash } from '../../../../support/memory/simulated-crash.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
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
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const trusting = { config: { trustMoves: true } };

test('everything is in the ledger, then in the audit log, before a call or a note follows from it', async () => {
  const begun = planCrash(Infinity);
  const bench = await createBench({ ...trusting, hooks: begun });
  const path = await planned(bench);
  const from = begun.writes.length;
  await move(bench, path);
  const order = begun.writes
    .slice(from)
    .filter((write) => !write.includes('Dashboard'))
    .map((write) =>
      write.replace(/2026-02-21T\S+_email_\S+?\.md/g, 'X').replace(/-2026-02\./, '.'),
    );
  const audit = 'audit Logs/audit/d-aaaaaaaaaa.jsonl';
  expect(order).toEqual([
    ...['ledger arrived', audit],
    ...['ledger accepted', audit, 'ledger event', audit, `update ${plan}`],
    ...['ledger intent', audit, 'call'],
    ...['ledger outcome', audit],
    ...['move Approved/X to Done/Actions/X', 'update Done/Actions/X'],
    ...['ledger event', audit, `update ${plan}`],
    ...['ledger filed', audit],
  ]);
});

test('the intent is on the disk before the call, and the outcome before anything follows', async () => {
  const durable = new Map<string, boolean>();
  const bench = await createBench({
    ports: (world) => {
      const ledger = memoryLedger(world.ledgerFile);
      return {
        ledger: {
          read: () => ledger.read(),
          append: oneByOne(async (record, isDurable) => {
            durable.set((record as { kind: string }).kind, isDurable);
            return ledger.append([record], isDurable);
          }),
        },
      };
    },
  });
  await approve(bench, await planned(bench));
  expect(bench.world.server.calls).toHaveLength(1);
  for (const kind of ['completed', 'accepted', 'intent', 'outcome']) {
    expect(durable.get(kind), kind).toBe(true);
  }
});

test('no note follows from a decision that is still on its way to the disk [GATE-6]', async () => {
  const order: string[] = [];
  const beforeWrite = (write: string): void => void order.push(write);
  const bench = await createBench({
    hooks: { beforeWrite },
    ports: (world) => {
      const ledger = memoryLedger(world.ledgerFile, { beforeWrite });
      return {
        ledger: {
          read: () => ledger.read(),
          append: oneByOne(async (record, durable) => {
            for (let turn = 0; turn < 20; turn += 1) await settle();
            return ledger.append([record], durable);
          }),
        },
      };
    },
  });
  const path = await planned(bench);
  const from = order.length;
  const withdrawn = bench.engine.operations.withdraw({
    requestId: idOf(bench.world, path),
    reason: 'Not wanted.',
    actor: 'Human',
  });
  bench.engine.lookAtEverything();
  await withdrawn;
  expect(order.slice(from, from + 2)).toEqual([
    'ledger voided',
    'audit Logs/audit/d-aaaaaaaaaa-2026-02.jsonl',
  ]);
});

/** A ledger whose disk is full from the first record of a kind on. */
const fullFrom = (kind: string) => (world: World) => {
  const ledger = memoryLedger(world.ledgerFile);
  let full = false;
  return {
    ledger: {
      read: () => ledger.read(),
      append: oneByOne(async (record, durable) => {
        full ||= (record as { kind: string }).kind === kind;
        return full
          ? fail('ledger_write_failed', 'The disk is full.', 'Make room on it.')
          : ledger.append([record], durable);
      }),
    },
  };
};

/** An audit log that cannot be written from the first line about an event on. */
const auditFullFrom = (event: string) => (world: World) => {
  const auditLog = memoryAuditLog(world.vault);
  let full = false;
  return {
    auditLog: {
      ...auditLog,
      async append(path: string, lines: readonly string[]) {
        full ||= lines.some((line) => line.includes(`"event":"${event}"`));
        return full
          ? fail('audit_write_failed', 'The disk is full.', 'Make room on it.')
          : auditLog.append(path, lines);
      },
    },
  };
};

describe.each([
  ['arrived', fullFrom('arrived'), auditFullFrom('arrived')],
  ['accepted', fullFrom('accepted'), auditFullFrom('accepted')],
  ['intent', fullFrom('intent'), auditFullFrom('intent')],
])('when %s cannot be written', (kind, ledgerFull, auditFull) => {
  test('to the ledger, there is no call; after a restart it goes on', async () => {
    const bench = await createBench({ ...trusting, ports: ledgerFull });
    const path = await planned(bench);
    await move(bench, path);
    await look(bench);
    expect(bench.world.server.calls).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))[0]?.text).toContain('full');
    await restart(bench);
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('to the audit log, there is no call either', async () => {
    const bench = await createBench({ ...trusting, ports: auditFull });
    await move(bench, await planned(bench));
    await look(bench);
    expect(bench.world.server.calls).toEqual([]);
    await restart(bench);
    // An intent in the ledger proves nothing about the call: it may not be made a second time.
    expect(bench.world.server.calls).toHaveLength(kind === 'intent' ? 0 : 1);
  });
});

describe('when the outcome cannot be written', () => {
  test('to the ledger, no note follows from it, and the next start says unknown', async () => {
    const bench = await createBench({ ...trusting, ports: fullFrom('outcome') });
    const path = await planned(bench);
    await move(bench, path);
    await look(bench);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(bench.world.only('Approved')).toBe(inApproved(path));
    expect(bench.world.note(plan)).toContain('2. [ ] ✋');
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))[0]?.text).toContain('full');

    await restart(bench);
    expect(requestIn(bench.world, bench.world.only('Pending_Approval')).status).toBe(
      'outcome_unknown',
    );
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('to the audit log, no note follows from it until the next start', async () => {
    const bench = await createBench({ ...trusting, ports: auditFullFrom('outcome') });
    const path = await planned(bench);
    await move(bench, path);
    await look(bench);
    expect(bench.world.only('Approved')).toBe(inApproved(path));
    await restart(bench);
    expect(bench.world.paths('Done/Actions')).toHaveLength(1);
    expect(bench.world.server.calls).toHaveLength(1);
  });
});

test.each(['executed', 'unknown'])(
  'an answer is kept, although somebody made up an audit line during the call: %s',
  async (outcome) => {
    const bench = await createBench(trusting);
    const path = await planned(bench);
    const { world } = bench;
    const audit = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
    world.server.answer = async () => {
      const whole = world.vault.outside.read(audit) ?? '';
      const last = JSON.parse(whole.trimEnd().split('\n').at(-1) ?? '') as AuditEntry;
      const made = chainEntry(last, { ...last, detail: 'All is well.' });
      world.vault.outside.write(audit, `${whole}${auditLine(made)}\n`);
      for (let turn = 0; turn < 50; turn += 1) await settle();
      return outcome === 'executed' ? success : { kind: 'timeout', afterMs: 30_000 };
    };
    await move(bench, path);
    await look(bench);
    expect(
      bench.engine
        .view()
        .alerts.map(({ text }) => text)
        .join(),
    ).toContain('which this device’s ledger does not have');
    const told = (world.ledgerFile.text ?? '').split('\n').filter((line) => line !== '');
    const last = told.map(
      (line) => JSON.parse(line) as { kind: string; outcome?: string; audit: AuditEntry },
    );
    expect(last.at(-1)).toMatchObject({ kind: 'outcome', outcome });
    // It follows what is written, without a gap.
    expect(
      verifyAudit([{ path: audit, lines: last.map((one) => auditLine(one.audit)) }], null).findings,
    ).toEqual([]);
    expect(world.server.calls).toHaveLength(1);
  },
);

test('a request that cannot be voided stays where it is', async () => {
  const bench = await createBench({ ports: fullFrom('voided') });
  const path = await standalone(bench);
  bench.world.server.tools = [];
  await approve(bench, path);
  await look(bench);
  expect(bench.world.only('Approved')).toBe(inApproved(path));
  expect(requestIn(bench.world, inApproved(path)).machine.stamp).not.toBeNull();
});

test('settings that cannot be read dispatch nothing, and lose nothing', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const damaged = fail('device_state_invalid', 'The settings are damaged.', 'Repair them.').error;
  await restart(bench, { config: () => damaged });
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.only('Approved')).toBe(inApproved(path));
  expect(alertsOf(bench, idOf(bench.world, inApproved(path)))[0]?.text).toContain('damaged');
  await restart(bench);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('settings that break while the bridge is asked dispatch nothing, and lose nothing', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const damaged = fail('device_state_invalid', 'The settings are damaged.', 'Repair them.').error;
  let isDamaged = false;
  await restart(bench, { config: () => (isDamaged ? damaged : bench.world.config) });
  bench.world.server.duringInspect = () => {
    isDamaged = true;
  };
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.only('Approved')).toBe(inApproved(path));
  expect(requestIn(bench.world, inApproved(path)).machine.stamp).not.toBeNull();
});

test('an exception in a bridge is an unknown outcome, not the end of the engine', async () => {
  const bench = await createBench({
    ports: (world) => ({
      bridges: {
        ...memoryBridges(world.server),
        call: () => Promise.reject(new Error('A bug in the bridge')),
      },
    }),
  });
  const path = await planned(bench);
  await approve(bench, path);
  const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
  expect(back.status).toBe('outcome_unknown');
});

interface CrashCase {
  readonly at: string;
  readonly calls: number;
  readonly outcome: 'executed' | 'unknown' | 'run';
}

const crashes: readonly CrashCase[] = [
  { at: 'ledger accepted', calls: 0, outcome: 'run' },
  { at: 'ledger intent', calls: 0, outcome: 'unknown' },
  { at: 'audit intent', calls: 0, outcome: 'unknown' },
  { at: 'call', calls: 1, outcome: 'unknown' },
  { at: 'ledger outcome', calls: 1, outcome: 'executed' },
  { at: 'audit outcome', calls: 1, outcome: 'executed' },
  { at: 'move', calls: 1, outcome: 'executed' },
  { at: 'note', calls: 1, outcome: 'executed' },
  { at: 'plan', calls: 1, outcome: 'executed' },
  { at: 'ledger filed', calls: 1, outcome: 'executed' },
];

test.each(crashes)(
  'after a crash behind “$at” the verdict is: $outcome [GATE-20]',
  async ({ at, calls, outcome }) => {
    const bench = await createBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await bench.engine.stop();
    let last = '';
    let isFiled = false;
    let dead = false;
    const die = (): never => {
      dead = true;
      throw new Error('The process is dead');
    };
    const named = (write: string): string => {
      if (write.startsWith('audit ')) return last.replace('ledger ', 'audit ');
      if (write.startsWith('move Approved/')) return 'move';
      if (write.startsWith('update Done/Actions/')) return 'note';
      return write === `update ${plan}` && isFiled ? 'plan' : write;
    };
    bench.engine = await startEngine(
      bench.world,
      {},
      {
        beforeWrite: () => (dead ? die() : undefined),
        afterWrite(write) {
          last = named(write);
          isFiled ||= last === 'note';
          if (dead || last === at) die();
        },
      },
    );
    await approve(bench, path);
    expect(dead).toBe(true);
    expect(bench.world.server.calls).toHaveLength(calls);
    bench.world.vault.watchers.clear();

    bench.engine = await startEngine(bench.world);
    const { world } = bench;
    if (outcome === 'unknown') {
      expect(requestIn(world, world.only('Pending_Approval'))).toMatchObject({
        supersedes: id,
        status: 'outcome_unknown',
      });
      expect(world.note(plan)).toContain('2. [ ] ✋');
    } else {
      expect(requestIn(world, world.only('Done/Actions'))).toMatchObject({
        requestId: id,
        status: 'executed',
      });
      expect(world.note(plan)).toContain('2. [x] ✋');
      expect(world.note(plan).match(/Executed step 2/g)).toHaveLength(1);
    }
    expect(world.paths('Approved')).toEqual([]);
    await restart(bench);
    await quiet(bench.engine);
    expect(world.server.calls).toHaveLength(outcome === 'run' ? 1 : calls);
  },
);

test('a copy that is restored after a crash, before its outcome was filed, never runs', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const text = bench.world.note(path);
  await bench.engine.stop();
  const dieBefore = (write: string): void => {
    if (write === 'ledger filed') throw new Error('The process is dead');
  };
  bench.engine = await startEngine(bench.world, {}, { beforeWrite: dieBefore });
  await approve(bench, path);
  bench.world.vault.watchers.clear();
  bench.world.vault.outside.write(inApproved(path), text);
  bench.engine = await startEngine(bench.world);
  await restart(bench);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(bench.world.note(plan).match(/Executed step 2/g)).toHaveLength(1);
});
