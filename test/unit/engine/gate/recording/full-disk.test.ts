import { expect, test } from 'vitest';
import { fail, type Result } from '../../../../../src/core/errors.js';
import type { EngineOptions } from '../../../../../src/engine/engine.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { memoryLedger } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import {
  moveToApproved,
  quiet,
  upToRequest,
  createWorld,
  type World,
} from '../../../../support/engine/world.js';

const full = fail('note_write_failed', 'The disk is full.', 'Make room.');

/** A disk that is full from its `at`-th write on, until it is freed. */
class Disk {
  readonly writes: string[] = [];
  at = Infinity;
  async write<T>(what: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    this.writes.push(what);
    return this.writes.length >= this.at ? full : work();
  }
}

/** Every port that writes, on one disk. */
function portsOn(disk: Disk, world: World): Partial<EngineOptions> {
  const store = memoryNoteStore(world.vault);
  const ledger = memoryLedger(world.ledgerFile);
  const audit = memoryAuditLog(world.vault);
  return {
    store: {
      ...store,
      create: (path, text) => disk.write('create', () => store.create(path, text)),
      update: (path, edit) => disk.write('update', () => store.update(path, edit)),
      move: (from, to) => disk.write('move', () => store.move(from, to)),
    },
    ledger: {
      read: () => ledger.read(),
      append: (records, durable) => disk.write('ledger', () => ledger.append(records, durable)),
    },
    auditLog: {
      ...audit,
      append: (path, lines) => disk.write('audit', () => audit.append(path, lines)),
    },
  };
}

async function run(at: number) {
  const world = await createWorld();
  const disk = new Disk();
  const engine = await world.start({}, portsOn(disk, world));
  const path = await upToRequest(world, engine);
  const before = world.note(path);
  const from = disk.writes.length;
  disk.at = from + at;
  await moveToApproved(world, engine, path);
  const during = {
    calls: world.server.calls.length,
    told: engine.entriesAfter(0).length,
    kept: world.records().length,
    alerts: engine
      .view()
      .alerts.map(({ text }) => text)
      .join('\n'),
  };
  const intents = world.records().filter(({ kind }) => kind === 'intent').length;
  disk.at = Infinity;
  await world.clock.advance(61_000);
  await quiet(engine);
  await engine.stop();
  const next = await world.start();
  await quiet(next);
  await next.stop();
  return { world, during, intents, before, writes: disk.writes.slice(from) };
}

test('a disk that is full at any write of an approval makes no call without a durable intent, loses nothing, says so, and goes on with space again [GATE-4] [GATE-6]', async () => {
  const straight = await run(Infinity);
  expect(straight.world.server.calls).toHaveLength(1);
  const count = straight.writes.length;
  expect(count).toBeGreaterThan(10);
  for (let at = 1; at <= count; at += 1) {
    const { world, during, intents, before } = await run(at);
    const where = `write ${at} (${straight.writes[at - 1] ?? ''})`;
    expect(during.calls, where).toBeLessThanOrEqual(intents);
    expect(during.told, where).toBeLessThanOrEqual(during.kept);
    expect(world.server.calls.length, where).toBeLessThanOrEqual(1);
    const notes = world
      .paths('')
      .map((path) => world.note(path))
      // The Dashboard and the day's log tell the call in a line of their own.
      .filter(
        (text) => text.includes('\nrequest_id:') && text.includes('please find the invoice below'),
      );
    expect(notes, where).toHaveLength(1);
    expect(notes[0], where).toContain(before.split('```')[1]);
    const filed = world.paths('Done/Actions').length === 1;
    const unknown = (notes[0] ?? '').includes('status: outcome_unknown');
    // A call that was made is told as what it was, or as unknown; one that was not is made later.
    expect(filed || unknown, where).toBe(true);
    if (filed) expect(world.server.calls, where).toHaveLength(1);
    const isLast = /^(ledger|audit)$/.test(straight.writes[at - 1] ?? '');
    if (isLast && at < count - 2) expect(during.alerts, where).toContain('The disk is full.');
  }
}, 120_000);
