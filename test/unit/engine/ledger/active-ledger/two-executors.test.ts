import { describe, expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import { canonicalJson } from '../../../../../src/core/digest.js';
import type { NoteStore } from '../../../../../src/ports/note-store.js';
import type { MemoryLedgerFile } from '../../../../support/memory/memory-ledger.js';
import { memoryLedger } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  createBench,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  rewrite,
  standalone,
  startEngine,
  type Bench,
  type BenchOptions,
} from '../../../../support/engine/gate-bench.js';
import { setAside } from '../../../../support/engine/earlier-ledger.js';

const device = 'd-cccccccccc';

/** Two devices on one vault; the second has a ledger, and so an epoch, of its own. */
async function createPair(options: BenchOptions = {}): Promise<{
  first: Bench;
  second: Bench;
  file: MemoryLedgerFile;
}> {
  const first = await createBench(options);
  const file: MemoryLedgerFile = { text: null };
  const ports = { ledger: memoryLedger(file), device };
  const engine = await startEngine(first.world, ports);
  return { first, second: { ...first, engine }, file };
}

async function both({ first, second }: { first: Bench; second: Bench }): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await quiet(first.engine);
    await quiet(second.engine);
  }
}

test.each([
  ['a stamp', {}],
  ['trust in moves', { trustMoves: true }],
])(
  'of two executors only the one that prepared a request runs it, by %s [HOST-6] [GATE-2]',
  async (_name, config) => {
    const pair = await createPair({ config });
    const { first, second } = pair;
    await second.engine.stop();
    const path = await standalone(first);
    if ('trustMoves' in config) await move(first, path);
    const engine = await startEngine(first.world, { ledger: memoryLedger(pair.file), device });
    if (!('trustMoves' in config)) await approve(first, path);
    await both({ first, second: { ...second, engine } });
    expect(first.world.server.calls).toHaveLength(1);
    expect(first.world.paths('Done/Actions')).toHaveLength(1);
  },
);

test.each(['Pending_Approval/', 'Approved/', 'Rejected/'])(
  'a request of another executor that lies in %s is left exactly as it is, and said to be another’s',
  async (folder) => {
    const first = await createBench({ config: { trustMoves: true } });
    const path = await standalone(first, { expires: '2026-02-21T11:00:00Z' });
    await first.engine.stop();
    const place = path.replace('Pending_Approval/', folder);
    if (place !== path) first.world.vault.outside.move(path, place);
    const text = first.world.note(place);
    await first.world.clock.advance(2 * 3_600_000);

    const file: MemoryLedgerFile = { text: null };
    const engine = await startEngine(first.world, { ledger: memoryLedger(file), device });
    await first.world.clock.advance(25 * 3_600_000);
    await quiet(engine);
    expect(first.world.note(place)).toBe(text);
    expect(first.world.server.calls).toEqual([]);
    const [alert] = alertsOf({ ...first, engine }, idOf(first.world, place));
    expect(alert).toMatchObject({ kind: 'other_device' });
    expect(file.text).not.toContain('"kind":"voided"');
  },
);

test('a request of another executor whose step was ticked meanwhile is left to that one', async () => {
  const first = await createBench();
  const path = await planned(first);
  await first.engine.stop();
  const text = first.world.note(path);
  rewrite(first.world, 'Plans/PLAN-2026-001.md', (plan) => plan.replace('2. [ ] ✋', '2. [x] ✋'));
  const file: MemoryLedgerFile = { text: null };
  await startEngine(first.world, { ledger: memoryLedger(file), device });
  expect(first.world.note(path)).toBe(text);
  expect(file.text).not.toContain('"kind":"voided"');
});

test('a note with a stamp for another executor is not taken back by this one', async () => {
  const first = await createBench();
  const path = await standalone(first);
  await first.engine.stop();
  await approve(first, path);
  const text = first.world.note(inApproved(path));
  first.world.vault.outside.move(inApproved(path), path);
  const file: MemoryLedgerFile = { text: null };
  await startEngine(first.world, { ledger: memoryLedger(file), device });
  expect(first.world.note(path)).toBe(text);
});

test('an epoch that is only written into the note makes no request this executor’s [GATE-11]', async () => {
  const first = await createBench();
  const path = await standalone(first);
  const mine = requestIn(first.world, path).machine.preparation?.epoch ?? '';
  const ledger = first.world.ledgerFile.text ?? '';
  await first.engine.stop();
  // It prepares what is new from now on.
  const file: MemoryLedgerFile = { text: null, earlier: [ledger] };
  const started = await startEngine(first.world, { ledger: memoryLedger(file), device });
  await started.stop();
  const theirs = /"epoch":"([^"]*)"/.exec(file.text ?? '')?.[1] ?? '';
  rewrite(first.world, path, (text) => text.replace(mine, theirs));
  await approve(first, path);
  await startEngine(first.world, { ledger: memoryLedger(file), device });
  expect(first.world.server.calls).toEqual([]);
  expect(first.world.note(first.world.only('Pending_Approval'))).toContain(
    'moved before Countersign had prepared it',
  );
});

test('after a lost ledger no request of the old one runs, by stamp or by move [GATE-11]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const moved = await planned(bench);
  const stampedPath = await standalone(bench, { title: 'B', arguments: { to: 'b', subject: '' } });
  await bench.engine.stop();
  await approve(bench, stampedPath);
  await move(bench, moved);
  bench.world.ledgerFile.text = null;
  bench.engine = await startEngine(bench.world);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toHaveLength(2);
});

test('an id that an earlier ledger spent stays spent, as far as the audit log tells [GATE-11] [GATE-2]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const path = await standalone(bench);
  const proposed = bench.world.note(path).replace(/%% countersign .*%%\n/, '');
  await move(bench, path);
  await bench.engine.stop();
  setAside(bench.world.ledgerFile);
  bench.engine = await startEngine(bench.world);
  bench.world.vault.outside.write(path, proposed);
  await quiet(bench.engine);
  expect(bench.world.paths('Pending_Approval')).toEqual([]);
  expect(bench.world.server.calls).toHaveLength(1);
});

test.each([
  ['the audit log tells of it', () => undefined],
  [
    'only the filed note tells of it',
    (world: World) => {
      delete world.ledgerFile.earlier;
      for (const name of world.vault.entries.keys()) {
        if (name.endsWith('.jsonl')) world.vault.outside.remove(name);
      }
    },
  ],
])('after a lost ledger the same effect under a new id asks, when %s', async (_name, forget) => {
  const bench = await createBench({ config: { trustMoves: true } });
  await move(bench, await standalone(bench));
  expect(bench.world.server.calls).toHaveLength(1);
  await bench.engine.stop();
  setAside(bench.world.ledgerFile);
  forget(bench.world);
  bench.world.config = { ...bench.world.config, device };
  bench.engine = await startEngine(bench.world);
  await bench.world.clock.advance(60_000);
  const again = await standalone(bench);
  await move(bench, again);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, idOf(bench.world, inApproved(again)))).toMatchObject([{ kind: 'asks' }]);
});

test('after a lost ledger nothing runs while the filed note cannot be read, and then the same effect asks [GATE-2]', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const { world } = bench;
  await move(bench, await standalone(bench));
  await bench.engine.stop();
  const filed = world.only('Done/Actions');
  world.ledgerFile.text = null;
  for (const name of world.vault.entries.keys()) {
    if (name.endsWith('.jsonl')) world.vault.outside.remove(name);
  }
  world.config = { ...world.config, device };
  const inner = memoryNoteStore(world.vault);
  let isOdd = true;
  const read: NoteStore['read'] = (path) =>
    isOdd && path === filed
      ? Promise.resolve(fail('note_not_text', 'It is not UTF-8.', 'Save it as UTF-8.'))
      : inner.read(path);
  bench.engine = await startEngine(world, { store: { ...inner, read } });
  await world.clock.advance(60_000);
  const again = await standalone(bench);
  await move(bench, again);
  expect(world.server.calls).toHaveLength(1);
  expect(
    bench.engine
      .view()
      .alerts.map(({ text }) => text)
      .join(),
  ).toContain(`${filed}” can’t be read`);
  isOdd = false;
  await world.clock.advance(60_000);
  await quiet(bench.engine);
  expect(world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, idOf(world, inApproved(again)))).toMatchObject([{ kind: 'asks' }]);
});

test('after a lost ledger no written audit line talks an earlier effect away', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const { world } = bench;
  const path = await standalone(bench);
  const id = idOf(world, path);
  await move(bench, path);
  await bench.engine.stop();
  setAside(world.ledgerFile);
  world.vault.outside.remove(world.only('Done/Actions'));
  const denial = { at: '2026-02-22T00:00:00.000Z', event: 'outcome', outcome: 'not_executed' };
  const line = { ...denial, actor: 'Countersign', detail: '', request_id: id, seq: 1 };
  world.vault.outside.write(
    'Logs/audit/d-dddddddddd-2026-02.jsonl',
    `${canonicalJson({ ...line, prev: '0'.repeat(64), hash: 'f'.repeat(64) })}\n`,
  );
  world.config = { ...world.config, device };
  bench.engine = await startEngine(world);
  await world.clock.advance(60_000);
  const again = await standalone(bench);
  await move(bench, again);
  expect(world.server.calls).toHaveLength(1);
  expect(alertsOf(bench, idOf(world, inApproved(again)))).toMatchObject([{ kind: 'asks' }]);
});

describe('of two executors the one that does not act', () => {
  test('writes no plan, whatever becomes of a request of the other [HOST-6]', async () => {
    const { first, second } = await createPair();
    const path = await planned(first);
    await both({ first, second });
    const before = logOf(first.world);
    first.world.vault.outside.move(path, path.replace('Pending_Approval/', 'Rejected/'));
    for (let minute = 0; minute < 5; minute += 1) {
      await first.world.clock.advance(60_000);
      await both({ first, second });
    }
    const added = logOf(first.world).slice(before.length);
    expect(added.map((line) => /: (?<what>\w+)/u.exec(line)?.groups?.['what'])).toEqual([
      'Rejected',
      'Block',
    ]);
    expect(first.world.note('Plans/PLAN-2026-001.md')).toContain('status: Active');
  });

  test('archives no plan, and leaves the Dashboard as the other wrote it', async () => {
    const first = await createBench();
    await planned(first);
    await first.engine.flushDashboard();
    await first.engine.stop();
    const dashboard = first.world.note('Dashboard.md');
    rewrite(first.world, 'Plans/PLAN-2026-001.md', (plan) =>
      plan.replace(/status: \w+/u, 'status: Cancelled'),
    );
    const file: MemoryLedgerFile = { text: null };
    const engine = await startEngine(first.world, { ledger: memoryLedger(file), device });
    await first.world.clock.advance(120_000);
    await engine.flushDashboard();
    await engine.stop();
    expect(first.world.paths('Plans')).toEqual(['Plans/PLAN-2026-001.md']);
    expect(file.text).not.toContain('"plan_archived"');
    expect(first.world.note('Dashboard.md')).toBe(dashboard);
  });
});

function logOf(world: World): readonly string[] {
  const [, log = ''] = world.note('Plans/PLAN-2026-001.md').split('## Reasoning Logs\n');
  return log.split('\n').filter((line) => line.startsWith('- ['));
}
