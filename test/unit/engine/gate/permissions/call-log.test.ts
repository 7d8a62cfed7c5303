import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import { isJsonObject, type JsonObject } from '../../../../../src/core/json.js';
import { permittedCallsPerHour } from '../../../../../src/core/settings/agents/standing-permission.js';
import { utcTime } from '../../../../../src/core/time.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import {
  openFileCallLog,
  type FileCallLog,
} from '../../../../../src/hosts/desktop/logs/file-call-log.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { isHeld, lookUpAs, permittingWorld } from '../../../../support/engine/permission-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { memoryCallLog } from '../../../../support/memory/memory-call-log.js';
import { memoryLedger } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { SimulatedCrash } from '../../../../support/memory/simulated-crash.js';
import { settle } from '../../../../support/memory/virtual-clock.js';

const dayMs = 86_400_000;

test('a log of calls that lost a line, or in which one was changed, is told of at the next start', async () => {
  const world = await permittingWorld();
  const engine = await world.start();
  const features = new AgentFeatures(engine);
  for (const to of ['a', 'b', 'c']) await lookUpAs(features, 'Claude', { to });
  await engine.stop();
  const { lines } = world.callLogFile;
  const damage = async (changed: typeof lines): Promise<number> => {
    world.callLogFile.lines = changed;
    await quiet(await world.start());
    return world.records().filter(({ audit }) => audit.event === 'call_log_damaged').length;
  };
  expect(await damage(lines)).toBe(0);
  expect(await damage(lines.slice(0, -1))).toBe(1);
  expect(await damage(lines.toSpliced(2, 1))).toBe(2);
  expect(await damage(lines.with(1, { ...(lines[1] as JsonObject), outcome: 'x' }))).toBe(3);
});

test('what is large asks, and is not in the log; the hour does not go back with the clock', async () => {
  const world = await permittingWorld();
  const features = new AgentFeatures(await world.start());
  const look = (to: string) => lookUpAs(features, 'Claude', { to });
  expect(isHeld(await look('x'.repeat(17_000)))).toBe(true);
  expect(world.callLogFile.lines).toEqual([]);
  const now = world.clock.now();
  for (let at = 0; at < permittedCallsPerHour; at += 1) await look(String(at));
  // To the agent, until when is told.
  expect((await look('too many')).text).toContain(
    `The next call is possible at ${utcTime(now + 3_600_000, 'minutes')} (in 60 min).`,
  );
  world.clock.jumpTo(now + 3_700_000);
  expect((await look('later')).isError).toBe(false);
  world.clock.jumpTo(now);
  for (let at = 1; at < permittedCallsPerHour; at += 1) await look(`back ${at}`);
  expect((await look('one more')).isError).toBe(true);
  expect(world.server.calls).toHaveLength(2 * permittedCallsPerHour);
});

test('a clock that was ahead for a moment uses up an hour, and no more, also after a restart', async () => {
  const world = await permittingWorld();
  const engine = await world.start();
  let features = new AgentFeatures(engine);
  const look = (to: string) => lookUpAs(features, 'Claude', { to });
  const now = world.clock.now();
  world.clock.jumpTo(now + 40 * dayMs);
  await look('ahead');
  world.clock.jumpTo(now);
  for (let at = 1; at < permittedCallsPerHour; at += 1) await look(`back ${at}`);
  expect((await look('one more')).text).toContain('(in 60 min)');
  world.clock.jumpTo(now + 3_600_000);
  for (let at = 0; at < permittedCallsPerHour; at += 1) await look(`later ${at}`);
  expect((await look('one more')).isError).toBe(true);
  await engine.stop();
  features = new AgentFeatures(await world.start());
  expect((await look('one more')).isError).toBe(true);
  world.clock.jumpTo(now + 2 * 3_600_000);
  expect((await look('at last')).isError).toBe(false);
  expect(world.records().some(({ audit }) => audit.event === 'call_log_damaged')).toBe(false);
  expect(world.server.calls).toHaveLength(2 * permittedCallsPerHour + 1);
});

test('a client that was asked about once, and rejected, may ask again', async () => {
  const world = await permittingWorld();
  world.server.account = 'other';
  const engine = await world.start();
  const features = new AgentFeatures(engine);
  expect(isHeld(await lookUpAs(features, 'Claude', { to: 'a' }))).toBe(true);
  expect((await lookUpAs(features, 'Claude', { to: 'b' })).isError).toBe(true);
  await quiet(engine);
  const path = world.only('Pending_Approval');
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
  await quiet(engine);
  expect(isHeld(await lookUpAs(features, 'Claude', { to: 'c' }))).toBe(true);
});

test('a call whose line is being written while the audit log tells of others is told of after a crash', async () => {
  const world = await permittingWorld();
  const log = memoryCallLog(world.callLogFile);
  const goOn: (() => void)[] = [];
  let isSlow = false;
  const append: typeof log.append = async (line, atMs) => {
    if (isSlow) await new Promise<void>((resolve) => goOn.push(resolve));
    return log.append(line, atMs);
  };
  const engine = await world.start({}, { callLog: { ...log, append } });
  const features = new AgentFeatures(engine);
  await lookUpAs(features, 'Claude', { to: 'a' });
  isSlow = true;
  void lookUpAs(features, 'Claude', { to: 'b' });
  await settle();
  const telling = world.clock.advance(61_000);
  for (let turn = 0; turn < 5; turn += 1) await settle();
  void lookUpAs(features, 'Claude', { to: 'c' });
  await settle();
  goOn.shift()?.();
  await telling;
  await settle();
  goOn.shift()?.();
  await settle();
  await quiet(await world.start());
  const told = world.records().flatMap(({ audit }) => audit.calls?.count ?? []);
  const called = world.callLogFile.lines.filter(
    (line) => isJsonObject(line) && line['is'] === 'call',
  );
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(called.length);
  expect(called.length).toBeGreaterThan(1);
});

test('a call that was never sent is not told of as one', async () => {
  const world = await permittingWorld();
  const engine = await world.start();
  world.server.answer = () => ({ kind: 'not_sent', detail: 'Nothing listens there.' });
  await lookUpAs(new AgentFeatures(engine), 'Claude', { to: 'a' });
  await world.clock.advance(61_000);
  await quiet(engine);
  expect(world.callLogFile.lines).toMatchObject([{}, { outcome: 'not_executed' }]);
  const isTold = (): boolean => world.records().some(({ audit }) => audit.event === 'tools_called');
  expect(isTold()).toBe(false);
  await lookUpAs(new AgentFeatures(engine), 'Claude', { to: 'b' });
  // As after a crash.
  await quiet(await world.start());
  await world.clock.advance(61_000);
  expect(isTold()).toBe(false);
});

test('a call asks while the disk does not say whether it names a file of the vault', async () => {
  const world = await permittingWorld();
  const store = memoryNoteStore(world.vault);
  const version: typeof store.version = () => Promise.reject(new Error('The disk is away.'));
  const features = new AgentFeatures(await world.start({}, { store: { ...store, version } }));
  expect(isHeld(await lookUpAs(features, 'Claude', { to: 'a' }))).toBe(true);
  expect(world.server.calls).toEqual([]);
});

test('days of the log of calls go once the audit log names a later line, whatever a crash takes away before', async () => {
  const { world, start, aMinute, days, damages } = await withCallsOnDisk();
  const features = await start();
  await lookUpAs(features, 'Claude', { to: 'a' });
  await aMinute();
  world.clock.jumpTo(world.clock.now() + 40 * dayMs);
  await lookUpAs(features, 'Claude', { to: 'b' });
  const [old = '', latest = '', ...others] = days();
  expect(others).toEqual([]);
  // The power fails: what was never synced is gone.
  rmSync(latest);
  const restarted = await start();
  expect(damages()).toBe(0);
  await lookUpAs(restarted, 'Claude', { to: 'c' });
  expect(days()).toEqual([old, latest]);
  await aMinute();
  expect(days()).toEqual([latest]);
  await start();
  expect(damages()).toBe(0);
});

test('a person is told, once, that the log of calls can’t be used', async () => {
  const { world, start, aMinute, alerts, folder } = await withCallsOnDisk();
  const features = await start();
  await lookUpAs(features, 'Claude', { to: 'a' });
  await aMinute();
  rmSync(folder, { recursive: true });
  expect((await lookUpAs(features, 'Claude', { to: 'b' })).isError).toBe(true);
  await aMinute();
  expect(alerts()).toEqual([
    expect.stringMatching(
      /^The log of calls in .* can’t be used: its file was deleted\. Fix the cause, then restart Countersign\. Until then/u,
    ),
  ]);
  await lookUpAs(features, 'Claude', { to: 'c' });
  await aMinute();
  expect(world.notices.filter((text) => text.startsWith('The log of calls'))).toHaveLength(1);
});

test('a call of long ago of which the audit log tells only now stays in the log', async () => {
  const { world, start, aMinute, days, damages } = await withCallsOnDisk();
  await lookUpAs(await start(), 'Claude', { to: 'a' });
  world.clock.jumpTo(world.clock.now() + 40 * dayMs);
  await start();
  await aMinute();
  expect(world.records().flatMap(({ audit }) => audit.calls?.count ?? [])).toEqual([1]);
  expect(days()).toHaveLength(1);
  await start();
  expect(damages()).toBe(0);
});

test('days of the log of calls stay while the audit log can tell nothing', async () => {
  const { world, start, aMinute, days, die } = await withCallsOnDisk();
  const features = await start();
  await lookUpAs(features, 'Claude', { to: 'a' });
  await aMinute();
  world.clock.jumpTo(world.clock.now() + 40 * dayMs);
  await lookUpAs(features, 'Claude', { to: 'b' });
  die();
  await aMinute();
  expect(days()).toHaveLength(2);
});

test('the lines that the audit log tells of are on the disk before it does, and what it tells before days are dropped', async () => {
  const world = await permittingWorld();
  const ledger = memoryLedger(world.ledgerFile);
  const log = memoryCallLog(world.callLogFile);
  const order: string[] = [];
  const engine = await world.start(
    {},
    {
      ledger: {
        ...ledger,
        append(records, durable) {
          if (JSON.stringify(records).includes('tools_called')) order.push(`told ${durable}`);
          return ledger.append(records, durable);
        },
      },
      callLog: {
        ...log,
        sync: async () => ok(void order.push('synced')),
        dropBefore: async () => ok(void order.push('dropped')),
      },
    },
  );
  await lookUpAs(new AgentFeatures(engine), 'Claude', { to: 'a' });
  await world.clock.advance(61_000);
  expect(order).toEqual(['synced', 'told true', 'dropped']);
});

/** A world whose log of calls lies on a disk. Each process dies when the next starts. */
async function withCallsOnDisk() {
  const world = await permittingWorld();
  const folder = mkdtempSync(join(tmpdir(), 'calls-'));
  const logs: FileCallLog[] = [];
  onTestFinished(async () => {
    for (const log of logs) await log.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let engine: Engine;
  let alive: object = {};
  const die = (): void => {
    alive = {};
  };
  const start = async (): Promise<AgentFeatures> => {
    die();
    const self = alive;
    const beforeWrite = (what: string): void => {
      if (self !== alive) throw new SimulatedCrash(what, false);
    };
    const callLog = openFileCallLog(folder, 1);
    logs.push(callLog);
    engine = await world.start({ beforeWrite }, { callLog });
    await quiet(engine);
    return new AgentFeatures(engine);
  };
  const aMinute = async (): Promise<void> => {
    await world.clock.advance(61_000);
    await quiet(engine);
  };
  const days = () => readdirSync(folder).map((name) => join(folder, name));
  const damages = () =>
    world.records().filter(({ audit }) => audit.event === 'call_log_damaged').length;
  const alerts = () =>
    engine
      .view()
      .alerts.filter(({ subject }) => subject.kind === 'tools')
      .map(({ text, advice }) => `${text} ${advice}`);
  return { world, folder, start, die, aMinute, days, damages, alerts };
}
