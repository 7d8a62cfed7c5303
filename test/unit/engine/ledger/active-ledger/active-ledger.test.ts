import { describe, expect, test } from 'vitest';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { press } from '../../../../support/engine/people-bench.js';
import {
  createPair,
  offersOf,
  pressTakeOver,
  second,
  type Pair,
} from '../../../../support/engine/two-computers.js';
import { onlyReview, pressApprove } from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  alertsOf,
  calledIds,
  createBench,
  deafTo,
  idOf,
  inApproved,
  requestIn,
  restart,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  earlierAudit,
  earlierDevice,
  earlierEpoch,
  setAside,
  tellOfEarlierLedger,
} from '../../../../support/engine/earlier-ledger.js';
import {
  ofVault,
  preparedNowhere,
  tellEachOther,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

describe('of two computers that run actions', () => {
  test('only the one that was there first prepares what is new, and both say so [HOST-6] [GATE-2]', async () => {
    const { first, other, sync } = await withNewcomer();
    const { path, text } = await unprepared(first, 'By hand');
    other.vault.outside.write(path, text);
    await quiet(other.engine);
    expect(other.world.note(path)).toBe(text);
    expect(alertsOf(other, idOf(other.world, path))).toMatchObject([
      {
        kind: 'incomplete',
        text: expect.stringMatching(/this computer doesn’t prepare new requests/) as string,
      },
    ]);
    expect(ofVault(other)).toMatchObject([
      {
        text: expect.stringMatching(
          /^d-aaaaaaaaaa runs actions for this vault, or did before/,
        ) as string,
        offers: { do: 'take_over', device: 'd-aaaaaaaaaa' },
      },
    ]);
    expect(await other.engine.reviews(5)).toMatchObject([
      { blocked: { message: expect.stringMatching(/computer doesn’t prepare/) as string } },
    ]);

    first.world.vault.outside.write(path, text);
    await quiet(first.engine);
    await sync('other', (changed) => changed.startsWith('Logs/'));
    expect(ofVault(first)).toMatchObject([
      {
        text: expect.stringMatching(
          new RegExp(`^${second} may also run actions for this vault`),
        ) as string,
        offers: { do: 'take_over', device: second },
      },
    ]);
    await pressApprove(first, await onlyReview(first));
    expect(calledIds(first.world)).toEqual([idOf(first.world, first.world.only('Done/Actions'))]);
  });

  test('one request that lies unprepared on both runs once, whoever approves it where [HOST-6] [GATE-2]', async () => {
    const { first, other } = await withNewcomer();
    const { path, text } = await unprepared(first, 'By hand');
    for (const { world } of [first, other]) world.vault.outside.write(path, text);
    for (const bench of [other, first]) {
      await quiet(bench.engine);
      for (const review of await bench.engine.reviews(5)) await pressApprove(bench, review);
    }
    expect(calledIds(first.world)).toHaveLength(1);
  });

  test('the second leaves what nobody prepared where it lies in Approved, under its id', async () => {
    const { first, other } = await withNewcomer();
    const { path, text } = await unprepared(first, 'By hand');
    other.vault.outside.write(inApproved(path), text);
    await quiet(other.engine);
    expect(other.world.note(inApproved(path))).toBe(text);
    expect(other.file.text).not.toContain('"kind":"voided"');
  });

  test('a person who takes over has new requests prepared here, and not there any more', async () => {
    const { first, other, sync } = await withNewcomer();
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    expect(ofVault(other)).toEqual([]);
    await sync('other');
    expect(ofVault(first)).toMatchObject([{ offers: { do: 'take_over', device: second } }]);

    const { path, text } = await unprepared(first, 'By hand');
    for (const bench of [first, other]) {
      bench.world.vault.outside.write(path, text);
      await quiet(bench.engine);
    }
    expect(first.world.note(path)).toBe(text);
    await pressApprove(other, await onlyReview(other));
    expect(calledIds(first.world)).toEqual([requestIn(first.world, path).requestId]);
  });

  test('and who takes over there again has them prepared there again', async () => {
    const { first, other, sync } = await withNewcomer();
    await pressTakeOver(other);
    await sync('other');
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(ofVault(first)).toEqual([]);
    await sync('first');
    expect(ofVault(other)).toMatchObject([{ offers: { device: 'd-aaaaaaaaaa' } }]);
    // Once more, with an epoch that it had taken over before.
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    expect(ofVault(other)).toEqual([]);

    // What the first prepared meanwhile is the second's to take back only now.
    await sync('other');
    expect(ofVault(first)).toHaveLength(1);
  });

  test('one that was taken over, and took over in turn, keeps what it prepares [GATE-11]', async () => {
    const { first, other, sync } = await withNewcomer();
    await pressTakeOver(other);
    await sync('other');
    await pressTakeOver(first);
    await sync('first');
    const path = await standalone(first);
    const text = first.world.note(path);
    await sync('first');
    expect(other.world.note(path)).toBe(text);
    expect(alertsOf(other, idOf(first.world, path))).toMatchObject([{ kind: 'other_device' }]);
  });

  test('neither prepares what is new where both were switched on before either had heard, until a person chooses [HOST-6]', async () => {
    const { first, other, sync } = await createPair();
    for (const bench of [first, other]) await standalone(bench);
    await tellEachOther({ first, other });
    for (const bench of [first, other]) expect(ofVault(bench)).toMatchObject(preparedNowhere);
    const { path, text } = await unprepared(first, 'By hand');
    for (const bench of [first, other]) {
      bench.world.vault.outside.write(path, text);
      await quiet(bench.engine);
      expect(bench.world.note(path)).toBe(text);
    }
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(first.world.note(path)).not.toBe(text);
    await sync('first', (changed) => changed.startsWith('Logs/'));
    await quiet(other.engine);
    expect(other.world.note(path)).toBe(text);
  });

  test('what was prepared before sync told of the other does not run; when a person takes over, it asks', async () => {
    const bench = await createBench({ config: { trustMoves: true } });
    const path = await standalone(bench);
    tellOfEarlierLedger(bench.world);
    bench.world.vault.outside.move(path, inApproved(path));
    await quiet(bench.engine);
    expect(ofVault(bench)).toHaveLength(1);
    expect(calledIds(bench.world)).toEqual([]);
    const taken = await bench.engine.personActions.takeOver({
      epoch: earlierEpoch,
      gesture: press(bench),
    });
    expect(taken.ok).toBe(true);
    await quiet(bench.engine);
    expect(calledIds(bench.world)).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, inApproved(path)))).toMatchObject([{ kind: 'asks' }]);
  });
});

describe('what the vault tells of other ledgers', () => {
  test('is heard as sync brings it, also where no watcher says so', async () => {
    const bench = await createBench();
    const audit = memoryAuditLog(bench.world.vault);
    const read: string[] = [];
    await restart(bench, {
      ...deafTo(earlierAudit)(bench.world),
      auditLog: {
        ...audit,
        async read(folder, isWanted) {
          const files = await audit.read(folder, isWanted);
          read.push(...files.map(({ path }) => path));
          return files;
        },
      },
    });
    const { path, text } = await unprepared(bench, 'By hand');
    read.length = 0;
    bench.world.vault.outside.write(path, text);
    tellOfEarlierLedger(bench.world);
    await quiet(bench.engine);
    expect(bench.world.note(path)).toBe(text);
    // A file that did not change is not read again, nor is our own.
    expect(read).toEqual([earlierAudit]);
    expect(ofVault(bench)).toMatchObject([{ offers: { device: earlierDevice } }]);
  });

  test('stays heard when the file is gone again', async () => {
    const bench = await createBench();
    tellOfEarlierLedger(bench.world);
    await quiet(bench.engine);
    bench.world.vault.outside.remove(earlierAudit);
    await quiet(bench.engine);
    expect(ofVault(bench)).toHaveLength(1);
  });

  test('is no news where the ledger is an earlier one of this very device', async () => {
    const bench = await createBench();
    await bench.engine.stop();
    setAside(bench.world.ledgerFile);
    bench.world.config = { ...bench.world.config, device: second };
    await restart(bench);
    expect(ofVault(bench)).toEqual([]);
    const path = await standalone(bench);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  });

  test('asks a person where nothing is left that tells whose that ledger was', async () => {
    const bench = await createBench();
    await bench.engine.stop();
    bench.world.ledgerFile.text = null;
    bench.world.config = { ...bench.world.config, device: second };
    await restart(bench);
    const path = await standalone(bench);
    expect(requestIn(bench.world, path).machine.preparation).toBeNull();
    const [offer] = offersOf(bench as Pair['first']);
    expect(offer).toMatchObject({ do: 'take_over', device: 'd-aaaaaaaaaa' });
    if (offer?.do !== 'take_over') return;
    await bench.engine.personActions.takeOver({ epoch: offer.epoch, gesture: press(bench) });
    await quiet(bench.engine);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  });
});

test('a computer that does not act takes over from the one that does, and from no other', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  rewrite(bench.world, path, (text) => text.replace(/"epoch":"[^"]*"/, '"epoch":"e-yyyyyyyyyy"'));
  rewrite(bench.world, path, (text) => text.replace(/request_id: \S+/, 'request_id: theirs'));
  tellOfEarlierLedger(bench.world);
  await quiet(bench.engine);
  const [alert] = alertsOf(bench, 'theirs');
  expect(alert).toMatchObject({ kind: 'other_device' });
  expect(alert?.offers).toBeUndefined();
  expect(alert?.advice).toMatch(/on the computer that runs actions for this vault/);
  const gesture = () => press(bench);
  const refused = await bench.engine.personActions.takeOver({
    epoch: 'e-yyyyyyyyyy',
    gesture: gesture(),
  });
  expect(refused).toMatchObject({
    ok: false,
    error: { message: `${earlierDevice} runs actions for this vault.` },
  });
  expect(
    (await bench.engine.personActions.takeOver({ epoch: earlierEpoch, gesture: gesture() })).ok,
  ).toBe(true);
  await quiet(bench.engine);
  expect(alertsOf(bench, 'theirs')).toMatchObject([{ offers: { epoch: 'e-yyyyyyyyyy' } }]);
});
