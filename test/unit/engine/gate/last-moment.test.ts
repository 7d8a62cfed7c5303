import { describe, expect, test } from 'vitest';
import { fail, ok, type Problem } from '../../../../src/core/errors.js';
import type { DeviceConfig, PinnedKey } from '../../../../src/core/settings/device-config.js';
import { webKeys } from '../../../../src/hosts/desktop/system/web-keys.js';
import type { Ledger } from '../../../../src/ports/ledger.js';
import { memoryAuditLog } from '../../../support/memory/memory-audit-log.js';
import { memoryLedger, oneByOne } from '../../../support/memory/memory-ledger.js';
import { createPeopleBench, onlyReview, press } from '../../../support/engine/people-bench.js';
import { latch, slowStore } from '../../../support/engine/slow-store.js';
import { quiet, type World } from '../../../support/engine/world.js';
import {
  alertsOf,
  createBench,
  deafTo,
  idOf,
  inApproved,
  move,
  phone,
  planned,
  requestIn,
  stamped,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { earlierAudit, tellOfEarlierLedger } from '../../../support/engine/earlier-ledger.js';

/** The epoch of the ledger that runs. */
function epochOf(world: World): string {
  const [begun] = world.records();
  return begun?.kind === 'epoch' ? begun.epoch : '';
}

const plan = 'Plans/PLAN-2026-001.md';

/** The ledger of a world, which tells right before it holds an intent. */
function toldOfIntent(world: World, at: { readonly intent: () => void }): Ledger {
  const ledger = memoryLedger(world.ledgerFile);
  return {
    read: () => ledger.read(),
    append: oneByOne(async (record, durable) => {
      if ((record as { kind: string }).kind === 'intent') at.intent();
      return ledger.append([record], durable);
    }),
  };
}

describe('what comes into force while the stamp is verified for the last time keeps the call from being made', () => {
  type Pinned = DeviceConfig['pinnedKeys'];
  test.each<[string, (own: PinnedKey, others: Pinned) => Partial<DeviceConfig> | Problem]>([
    ['a pause', () => ({ paused: true })],
    ['the key being revoked', (_own, others) => ({ pinnedKeys: others })],
    ['every key being revoked', () => ({ pinnedKeys: [] })],
    [
      'another key in its place',
      ({ device }, others) => ({ pinnedKeys: others.map((other) => ({ ...other, device })) }),
    ],
    [
      'its key under the name of another device',
      ({ publicKey }) => ({ pinnedKeys: [{ device: phone, publicKey }] }),
    ],
    [
      'settings that cannot be read',
      () => fail('device_state_invalid', 'Torn.', 'Repair it.').error,
    ],
  ])('%s [GATE-16] [GATE-23]', async (_what, change) => {
    const keys = webKeys();
    const verifying = latch();
    let verified = 0;
    const bench = await createPeopleBench({
      ports: () => ({
        keys: {
          ...keys,
          async verify(publicKey: string, message: string, signature: string) {
            const isValid = await keys.verify(publicKey, message, signature);
            verified += 1;
            if (verified === 2) await verifying.opened;
            return isValid;
          },
        },
      }),
    });
    const [own] = bench.world.config.pinnedKeys;
    if (!own) throw new Error('No key is pinned');
    const others = [{ device: phone, publicKey: bench.key.publicKey }];
    bench.world.config = { ...bench.world.config, pinnedKeys: [own, ...others] };
    await planned(bench);
    const { requestId, shownDigest } = await onlyReview(bench);
    const gesture = press(bench);
    await bench.engine.personActions.approve({ requestId, shownDigest, checked: [], gesture });
    await expect.poll(() => verified).toBe(2);
    const changed = change(own, others);
    bench.world.config = (
      'code' in changed ? changed : { ...bench.world.config, ...changed }
    ) as DeviceConfig;
    bench.engine.lookAtEverything();
    verifying.open();
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().filter(({ audit }) => audit.event === 'error')).toEqual([]);
  });
});

test('trust in moves that ends while the plan is read for the last time keeps the call from being made [GATE-7]', async () => {
  const store = slowStore();
  const bench = await createBench({ ports: store.ports, config: { trustMoves: true } });
  const connecting = latch();
  let isConnecting = false;
  const path = await planned(bench);
  bench.world.server.duringInspect = async () => {
    isConnecting = true;
    await connecting.opened;
  };
  bench.world.vault.outside.move(path, inApproved(path));
  await expect.poll(() => isConnecting).toBe(true);
  const reading = store.holdNextRead(plan);
  connecting.open();
  await expect.poll(() => reading.isReached()).toBe(true);
  bench.world.config = { ...bench.world.config, trustMoves: false };
  reading.open();
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, inApproved(path))).map(({ kind }) => kind)).toEqual([
    'asks',
  ]);
});

describe('what comes into force while the intent is written keeps the call from being made', () => {
  test.each<[string, (bench: Bench, audit: { isLocked: boolean }) => void, RegExp]>([
    [
      'a pause',
      ({ world }) => void (world.config = { ...world.config, paused: true }),
      /All actions are paused/,
    ],
    [
      'trust in moves that ends',
      ({ world }) => void (world.config = { ...world.config, trustMoves: false }),
      /Moves are no longer trusted/,
    ],
    [
      'settings that cannot be read',
      ({ world }) => {
        const torn = fail('device_state_invalid', 'Torn.', 'Repair it.').error;
        world.config = torn as unknown as DeviceConfig;
      },
      /Torn/,
    ],
    [
      'a take-over of which no watcher tells',
      ({ world }) => tellOfEarlierLedger(world, { over: [epochOf(world)], number: 2 }),
      /d-zzzzzzzzzz runs actions for this vault/,
    ],
    [
      'an audit file of another computer that cannot be read',
      (_bench, audit) => void (audit.isLocked = true),
      /EBUSY/,
    ],
  ])('%s [GATE-11] [GATE-23]', async (_what, change, why) => {
    const at: { intent: () => void } = { intent: () => undefined };
    const audit = { isLocked: false };
    const bench = await createBench({
      config: { trustMoves: true },
      ports(world) {
        const log = memoryAuditLog(world.vault);
        const { store } = deafTo(earlierAudit)(world);
        return {
          ...(store ? { store } : {}),
          auditLog: {
            ...log,
            async read(...args) {
              if (audit.isLocked) throw new Error('EBUSY: resource busy or locked');
              return log.read(...args);
            },
          },
          ledger: toldOfIntent(world, at),
        };
      },
    });
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    at.intent = () => change(bench, audit);
    await move(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'outcome')).toMatchObject([
      { id, outcome: 'not_executed', reason: expect.stringMatching(why) as string },
    ]);
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back).toMatchObject({ supersedes: id, status: 'not_executed' });
    expect(back.text).toContain('The call was not made.');
    expect(bench.world.note(plan)).toContain('2. [ ] ✋');
  });
});

describe('what is changed while the intent is written keeps the call from being made', () => {
  test.each<[string, (world: World, path: string) => void, RegExp]>([
    [
      'the plan, cancelled',
      (world) =>
        world.vault.outside.write(
          plan,
          world.note(plan).replace(/^status: .+$/m, 'status: Cancelled'),
        ),
      /The plan PLAN-2026-001 is cancelled/,
    ],
    [
      'the step, ticked',
      (world) => world.vault.outside.write(plan, world.note(plan).replace('2. [ ]', '2. [x]')),
      /Step 2 is marked done/,
    ],
    [
      'every step, ticked',
      (world) => world.vault.outside.write(plan, world.note(plan).replaceAll('[ ]', '[x]')),
      /Step 2 is marked done/,
    ],
    [
      'the note, moved back',
      ({ vault }, path) => vault.outside.move(inApproved(path), path),
      /Just before it ran, the request was changed or taken back/,
    ],
    [
      'the note, edited',
      (world, path) =>
        world.vault.outside.write(
          inApproved(path),
          `${world.note(inApproved(path))}\nOne more line.\n`,
        ),
      /Just before it ran, the request was changed or taken back/,
    ],
    [
      'the note, moved to Rejected',
      ({ vault }, path) => vault.outside.move(inApproved(path), inRejected(path)),
      /Just before it ran, the request was changed or taken back/,
    ],
  ])('%s [GATE-11]', async (what, change, why) => {
    const at: { intent: () => void } = { intent: () => undefined };
    const bench = await createBench({
      config: { trustMoves: true },
      ports(world) {
        return { ledger: toldOfIntent(world, at) };
      },
    });
    const path = await planned(bench);
    at.intent = () => change(bench.world, path);
    await move(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'outcome')).toMatchObject([
      { outcome: 'not_executed', reason: expect.stringMatching(why) as string },
    ]);
    const isRejected = what.endsWith('Rejected');
    const isDone = /ticked|cancelled/.test(what);
    const folder = isDone ? 'Archive' : isRejected ? 'Rejected' : 'Pending_Approval';
    const note = bench.world.note(
      bench.world.paths(folder).find((one) => !/PLAN-/.test(one)) ?? '',
    );
    expect(note).not.toMatch(/What was sent|was edited after its action was sent|server said/);
    if (isRejected) {
      expect(note).toContain('status: rejected');
      expect(bench.world.note(plan)).toMatch(/Rejected/);
    }
    if (isRejected || isDone) expect(bench.world.paths('Pending_Approval')).toEqual([]);
  });
});

test.each([
  ['cancelled', 'Cancelled', /The plan PLAN-2026-001 is cancelled/],
  ['blocked', 'Blocked', /The plan PLAN-2026-001 was set to Blocked/],
  [
    'blocked for a reason',
    'Blocked\nblocked_reason: Not before the lawyer answers',
    /was set to Blocked: “Not before the lawyer answers”/,
  ],
])(
  'the plan is read once more after the intent, whoever told of its change: it is %s [GATE-11]',
  async (_what, status, why) => {
    const at: { intent: () => void } = { intent: () => undefined };
    const bench = await createBench({
      config: { trustMoves: true },
      ports: (world) => ({ ...deafTo(plan)(world), ledger: toldOfIntent(world, at) }),
    });
    const path = await planned(bench);
    at.intent = () => {
      const text = bench.world.note(plan).replace(/^blocked_reason: .+\n/m, '');
      bench.world.vault.outside.write(plan, text.replace(/^status: .+$/m, `status: ${status}`));
    };
    await move(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'outcome')).toMatchObject([
      { reason: expect.stringMatching(why) as string },
    ]);
  },
);

test.each([
  ['what was rejected meanwhile is not called', 1, /Just before it ran, the request was changed/],
  ['what is never looked at in time is not called', Infinity, /The vault took too long/],
])(
  'a process that is frozen within its last look takes it again: %s [GATE-11]',
  async (_what, freezes, why) => {
    let [skewMs, left] = [0, freezes];
    let path = '';
    const bench = await createBench({
      config: { trustMoves: true },
      ports(world) {
        const clock = { ...world.clock, now: () => world.clock.now() + skewMs };
        const ledger = memoryLedger(world.ledgerFile);
        const checkUnchanged = () => {
          if (left > 0) skewMs += 6_000;
          left -= 1;
          if (freezes === 1 && left === 0) {
            world.vault.outside.move(inApproved(path), inRejected(path));
          }
          return Promise.resolve(ok(undefined));
        };
        return { clock, ledger: { ...ledger, checkUnchanged } };
      },
    });
    path = await planned(bench);
    await move(bench, path);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.records().filter(({ kind }) => kind === 'outcome')).toMatchObject([
      { outcome: 'not_executed', reason: expect.stringMatching(why) as string },
    ]);
  },
);

const inRejected = (path: string): string => path.replace(/^Pending_Approval/, 'Rejected');

test('Undo that is pressed before a stamp comes from another device: nothing is called, and it asks again [GATE-9]', async () => {
  const store = slowStore();
  const bench = await createPeopleBench({ ports: store.ports });
  const pinnedKeys = [{ device: phone, publicKey: bench.key.publicKey }];
  bench.world.config = { ...bench.world.config, pinnedKeys };
  const path = inApproved(await planned(bench));
  await move(bench, path.replace('Approved/', 'Pending_Approval/'));
  const id = idOf(bench.world, path);
  const reading = store.holdNextRead(path);
  const undone = bench.engine.personActions.undo({ requestId: id });
  await expect.poll(() => reading.isReached()).toBe(true);
  bench.world.vault.outside.write(path, await stamped(bench, path));
  await bench.world.clock.advance(100);
  reading.open();
  expect(await undone).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).requestId).not.toBe(id);
});
