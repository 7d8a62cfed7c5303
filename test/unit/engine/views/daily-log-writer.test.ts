import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../src/core/audit/verify.js';
import { fail } from '../../../../src/core/errors.js';
import type { Engine } from '../../../../src/engine/engine.js';
import type { NoteStore } from '../../../../src/ports/note-store.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { planCrash, type CrashMoment } from '../../../support/memory/simulated-crash.js';
import { withNewcomer } from '../../../support/engine/newcomer.js';
import { pressTakeOver, second, type Pair } from '../../../support/engine/two-computers.js';
import { numbersIn, numbersTold, rowsOf } from '../../../support/engine/daily-rows.js';
import {
  createWorld,
  invoiceMission,
  moveToApproved,
  quiet,
  upToRequest,
  type World,
} from '../../../support/engine/world.js';

const today = 'Logs/2026-02-21.log.md';
const minute = 60_000;

let plans = 0;
async function makePlan(engine: Engine): Promise<void> {
  plans += 1;
  const sourceLink = `[[other-${plans}]]`;
  await engine.operations.initializePlan({ ...invoiceMission, sourceLink, evenIfSimilar: true });
  await quiet(engine);
}

/** Counts what is written of the daily log. */
async function start(world: World) {
  const writes: string[] = [];
  const engine = await world.start({
    afterWrite: (what) => void (what.includes('.log.md') && writes.push(what)),
  });
  return { engine, writes };
}

describe('the daily log', () => {
  test('has one row for each entry of the audit log that is more than bookkeeping, oldest first, beside the audit file [LOOP-7]', async () => {
    const world = await createWorld();
    const engine = await world.start();
    const path = await upToRequest(world, engine);
    await moveToApproved(world, engine, path);
    await world.clock.advance(2 * minute);
    expect(numbersTold(world).length).toBeGreaterThan(4);
    expect(numbersIn(world)).toEqual(numbersTold(world));
    const row = rowsOf(world).find((one) => one.includes('Executed')) ?? '';
    expect(row).toMatch(
      /^\| 10:30:\d\d \| Countersign \| .* \| \[\[PLAN-2026-001\]\] \| 2026-02-21T10-30-00Z_email_client-a-january-invoice \| d-aaaaaaaaaa:\d+ \|$/,
    );
    const audit = world.note('Logs/audit/d-aaaaaaaaaa-2026-02.jsonl').trimEnd().split('\n');
    expect(verifyAudit([{ path: 'a.jsonl', lines: audit }], null).findings).toEqual([]);
    await engine.stop();
    expect(world.clock.waiting).toBe(0);
  });

  test('follows a change after a second, and is written once a minute however much happens', async () => {
    const world = await createWorld();
    const { engine, writes } = await start(world);
    await makePlan(engine);
    await world.clock.advance(999);
    expect(writes).toEqual([]);
    await world.clock.advance(1);
    expect(writes).toEqual([`create ${today}`]);
    for (let number = 0; number < 5; number += 1) {
      await makePlan(engine);
      await world.clock.advance(5_000);
    }
    expect(writes).toHaveLength(1);
    await world.clock.advance(35_000);
    expect(writes).toEqual([`create ${today}`, `update ${today}`]);
    expect(numbersIn(world)).toEqual(numbersTold(world));
    await world.clock.advance(60 * minute);
    expect(writes).toHaveLength(2);
  });

  test('is not even read while nothing happens that it tells of', async () => {
    const world = await createWorld();
    const store = memoryNoteStore(world.vault);
    let looks = 0;
    const update: NoteStore['update'] = (path, edit) => {
      if (path === today) looks += 1;
      return store.update(path, edit);
    };
    const engine = await world.start({}, { store: { ...store, update } });
    await makePlan(engine);
    await world.clock.advance(minute);
    expect(looks).toBe(1);
    for (let number = 0; number < 5; number += 1) {
      world.vault.outside.write(`Inbox/${number}.md`, 'Read the memo.');
      await quiet(engine);
      await world.clock.advance(minute);
    }
    expect(looks).toBe(1);
  });

  test('is there when the engine stops, without waiting for the minute', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await makePlan(engine);
    await world.clock.advance(1_000);
    await makePlan(engine);
    await engine.stop();
    expect(numbersIn(world)).toEqual(numbersTold(world));
  });

  test('begins a new note with the day, in UTC', async () => {
    const world = await createWorld();
    const engine = await world.start();
    world.clock.jumpTo(Date.parse('2026-02-21T23:59:30Z'));
    await makePlan(engine);
    world.clock.jumpTo(Date.parse('2026-02-22T00:00:10Z'));
    await makePlan(engine);
    await world.clock.advance(minute);
    for (const day of ['2026-02-21', '2026-02-22']) {
      expect(numbersTold(world, day)).toHaveLength(1);
      expect(numbersIn(world, `Logs/${day}.log.md`)).toEqual(numbersTold(world, day));
    }
  });

  test('goes on in the day of the ledger, and at its pace, when the clock is set back', async () => {
    const world = await createWorld();
    const { engine, writes } = await start(world);
    await makePlan(engine);
    await world.clock.advance(1_000);
    world.clock.jumpTo(Date.parse('2026-02-20T09:00:00Z'));
    await makePlan(engine);
    await world.clock.advance(minute);
    expect(writes).toHaveLength(2);
    expect(numbersIn(world)).toEqual(numbersTold(world));
    expect(world.paths('Logs')).toEqual([today]);
  });

  test('is completed by a start from what the audit log tells of the last two days, and nothing is written that is there', async () => {
    const world = await createWorld();
    const first = await world.start({}, { isIdle: true });
    world.clock.jumpTo(Date.parse('2026-02-21T23:59:59Z'));
    await makePlan(first);
    world.clock.jumpTo(Date.parse('2026-02-22T08:00:00Z'));
    await makePlan(first);
    await first.stop();
    expect(world.paths('Logs')).toEqual([]);
    for (const expected of [2, 0]) {
      const { engine, writes } = await start(world);
      await world.clock.advance(2 * minute);
      expect(writes).toHaveLength(expected);
      expect(numbersIn(world)).toEqual(numbersTold(world));
      expect(numbersIn(world, 'Logs/2026-02-22.log.md')).toEqual(numbersTold(world, '2026-02-22'));
      await engine.stop();
    }
  });

  test.each(['before', 'torn', 'after'] as const)(
    'has each row once after a crash %s any write, and the next start',
    async (moment: CrashMoment) => {
      const straight = await createWorld();
      const plan = planCrash(Infinity);
      await playDay(straight, plan);
      expect(plan.writes.filter((what) => what.includes('.log.md')).length).toBeGreaterThan(2);
      for (let at = 1; at <= plan.writes.length; at += 1) {
        const world = await createWorld();
        const hooks = planCrash(at, moment);
        await playDay(world, hooks).catch((error: unknown) => {
          if (!hooks.crashed) throw error;
        });
        world.vault.watchers.clear();
        const engine = await world.start();
        await quiet(engine);
        await world.clock.advance(2 * minute);
        await engine.stop();
        expect(numbersIn(world), `write ${at}`).toEqual(numbersTold(world));
      }
    },
  );

  test('leaves what a person writes above and below the table as it is', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await makePlan(engine);
    await world.clock.advance(1_000);
    const table = world.note(today);
    world.vault.outside.write(today, `My day  \r\n\n${table}\n## Mine\n- [ ] no end`);
    await makePlan(engine);
    await world.clock.advance(minute);
    const last = rowsOf(world).at(-1) ?? '';
    expect(world.note(today)).toBe(`My day  \r\n\n${table}${last}\n\n## Mine\n- [ ] no end`);
    expect(numbersIn(world)).toEqual(numbersTold(world));
  });

  test('is made anew with the whole day when its note is gone', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await makePlan(engine);
    await world.clock.advance(1_000);
    world.vault.outside.remove(today);
    await world.clock.advance(5 * minute);
    expect(world.paths('Logs')).toEqual([]);
    await makePlan(engine);
    await world.clock.advance(minute);
    expect(numbersIn(world)).toHaveLength(2);
    expect(numbersIn(world)).toEqual(numbersTold(world));
  });

  test.each([
    ['is locked', 'The note is in use.'],
    ['ends in an open fence', 'The note ends inside a code fence or comment that is not closed.'],
  ])(
    'that %s is left alone and said, keeps nothing else waiting, and is completed by itself later',
    async (what, message) => {
      const world = await createWorld();
      let locked = what === 'is locked';
      const engine = await world.start({}, { store: lockable(world, () => locked) });
      if (!locked) world.vault.outside.write(today, 'Mine\n```\n');
      const before = world.vault.outside.read(today);
      const path = await upToRequest(world, engine);
      await world.clock.advance(3_000);
      expect(world.vault.outside.read(today)).toBe(before);
      expect(engine.view().alerts).toMatchObject([
        { subject: { kind: 'daily-log' }, text: `${today} wasn’t updated: ${message}` },
      ]);
      expect(world.note('Dashboard.md')).toContain(`${today} wasn’t updated`);
      await moveToApproved(world, engine, path);
      expect(world.server.calls).toHaveLength(1);
      await world.clock.advance(5 * minute);
      expect(world.vault.outside.read(today)).toBe(before);

      locked = false;
      if (before !== null) world.vault.outside.write(today, 'Mine\n');
      await world.clock.advance(2 * minute);
      expect(engine.view().alerts).toEqual([]);
      expect(numbersIn(world)).toEqual(numbersTold(world));
      expect(world.note('Dashboard.md')).not.toContain('wasn’t updated');
    },
  );

  test('is not written once another process took over the ledger', async () => {
    const world = await createWorld();
    const { engine, writes } = await start(world);
    await makePlan(engine);
    engine.halt(fail('locked', 'Another process runs.', 'Wait.').error);
    await world.clock.advance(2 * minute);
    await engine.stop();
    expect(writes).toEqual([]);
  });

  test('of two computers is written by the one that acts, and goes on where that one ended', async () => {
    const { first, other, sync } = await withNewcomer();
    const isLog = (path: string): boolean => path.endsWith('.log.md');
    const pass = async (): Promise<void> => {
      await makePlan(first.engine);
      await makePlan(other.engine);
      await first.world.clock.advance(2 * minute);
    };
    const devicesIn = (bench: Pair['other'] | Pair['first']): readonly string[] =>
      rowsOf(bench.world).map((row) => /(d-\w+):/.exec(row)?.[1] ?? '');
    await pass();
    expect(new Set(devicesIn(first))).toEqual(new Set(['d-aaaaaaaaaa']));
    expect(devicesIn(other)).toEqual([]);

    await sync('first', isLog);
    const before = rowsOf(first.world);
    await pressTakeOver(other);
    await sync('other', (path) => path.startsWith('Logs/'));
    await pass();
    expect(rowsOf(first.world)).toEqual(before);
    const after = rowsOf(other.world);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(devicesIn(other).slice(before.length))).toEqual(new Set([second]));
    expect(new Set(after).size).toBe(after.length);
    expect(after.join()).toContain('Created plan');
  });

  test('is no input: rows that somebody puts there change nothing and show nowhere', async () => {
    const world = await createWorld();
    const engine = await world.start();
    await makePlan(engine);
    await world.clock.advance(1_000);
    const { recent, missions, alerts } = engine.view();
    const row =
      '| 10:30:09 | Human | Approved, run it | [[PLAN-2026-001]] |  | d-aaaaaaaaaa:99 |\n';
    world.vault.outside.write(today, `${world.note(today)}${row}`);
    await quiet(engine);
    await world.clock.advance(2 * minute);
    expect(engine.view()).toMatchObject({ recent, missions, alerts });
    await engine.stop();
    const next = await world.start();
    expect(next.view().recent).toEqual(recent);
  });
});

/** A mission up to its call, with the log written now and then. */
async function playDay(world: World, hooks: ReturnType<typeof planCrash>): Promise<void> {
  const engine = await world.start(hooks);
  await makePlan(engine);
  await world.clock.advance(1_000);
  for (let number = 0; number < 2; number += 1) {
    await makePlan(engine);
    await world.clock.advance(minute);
    if (hooks.crashed) throw new Error('dead');
  }
  await engine.stop();
}

function lockable(world: World, isLocked: () => boolean): NoteStore {
  const store = memoryNoteStore(world.vault);
  const inUse = fail('note_write_failed', 'The note is in use.', 'Close what uses it.', {
    path: today,
  });
  return {
    ...store,
    create: (path, text) => {
      return isLocked() && path === today ? Promise.resolve(inUse) : store.create(path, text);
    },
  };
}
