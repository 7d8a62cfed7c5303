import { describe, expect, test } from 'vitest';
import { webKeys } from '../../../../src/hosts/desktop/system/web-keys.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import {
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  startEngine,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
} from '../../../support/engine/people-bench.js';

const holdMs = 10_000;

const withoutStamp = (text: string): string => text.replace(/,"stamp":"[^"]*"/, '');

async function setPaused(bench: Bench, paused: boolean): Promise<void> {
  bench.world.config = { ...bench.world.config, paused };
  await look(bench);
}

describe('a copy of the stamp runs nothing once the approval was taken back', () => {
  test('by Move back, after the stamp had been cut out of the note [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const id = idOf(bench.world, await planned(bench));
    await pressApprove(bench, await onlyReview(bench));
    const path = bench.world.only('Approved');
    const stamped = bench.world.note(path);
    await edit(bench, path, withoutStamp);
    expect((await onlyReview(bench)).asks).toBe(true);
    expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
    await setPaused(bench, false);
    bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
    bench.world.vault.outside.write(path, stamped);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('by moving the note to Pending without its stamp [GATE-9]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const pending = await planned(bench);
    const id = idOf(bench.world, pending);
    await pressApprove(bench, await onlyReview(bench));
    const path = bench.world.only('Approved');
    const stamped = bench.world.note(path);
    bench.world.vault.outside.remove(path);
    bench.world.vault.outside.write(pending, withoutStamp(stamped));
    await quiet(bench.engine);
    // Nothing that was approved under the old id is in use any more.
    expect(idOf(bench.world, bench.world.only('Pending_Approval'))).not.toBe(id);
    await setPaused(bench, false);
    bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
    bench.world.vault.outside.write(path, stamped);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  });
});

describe('an Undo that says it is done keeps the call from being made', () => {
  test('also between the last look at the stamp and the call [GATE-23]', async () => {
    const real = webKeys();
    let looks = 0;
    let undo: () => Promise<{ readonly ok: boolean }> = async () => ({ ok: false });
    let undone = false;
    const bench = await createPeopleBench({
      ports: () => ({
        keys: {
          verify: async (...args) => {
            looks += 1;
            if (looks === 2) undone = (await undo()).ok;
            return real.verify(...args);
          },
        },
      }),
    });
    const id = idOf(bench.world, await planned(bench));
    undo = () => bench.engine.personActions.undo({ requestId: id });
    await drag(bench, await onlyReview(bench));
    await bench.world.clock.advance(holdMs);
    await quiet(bench.engine);
    expect([undone, bench.world.server.calls]).toEqual([true, []]);
  });

  test('and leaves no stamp in Pending, although its hold had just ended [GATE-23]', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const id = idOf(bench.world, await planned(bench));
    await drag(bench, await onlyReview(bench));
    await bench.world.clock.advance(holdMs);
    await quiet(bench.engine);
    expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
    const path = bench.world.only('Pending_Approval');
    expect(bench.world.note(path)).not.toContain('"stamp"');
    await bench.engine.stop();
    bench.world.vault.outside.move(path, inApproved(path));
    bench.world.config = { ...bench.world.config, paused: false };
    await restartPeople(bench);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('also when the process dies at any write of it and the note is moved back meanwhile [GATE-20]', async () => {
    let crashes = 0;
    for (let at = 1; at < 60; at += 1) {
      for (const moment of ['before', 'after'] as const) {
        const bench = await createPeopleBench({ config: { paused: true } });
        const id = idOf(bench.world, await planned(bench));
        await pressApprove(bench, await onlyReview(bench));
        await bench.engine.stop();
        const crash = planCrash(at, moment);
        const { signer } = bench;
        const dying = await startEngine(bench.world, { signer }, crash).catch(() => null);
        if (!dying) continue;
        const said = await dying.personActions.undo({ requestId: id }).catch(() => null);
        await quiet(dying);
        await dying.stop().catch(() => undefined);
        if (!crash.crashed) {
          expect(crashes).toBeGreaterThan(4);
          return;
        }
        crashes += 1;
        for (const path of bench.world.paths('Pending_Approval')) {
          bench.world.vault.outside.move(path, inApproved(path));
        }
        bench.world.config = { ...bench.world.config, paused: false };
        await restartPeople(bench);
        const ran = bench.world.server.calls.length > 0;
        expect(ran && said?.ok === true, `write ${at} ${moment}`).toBe(false);
      }
    }
    throw new Error('An Undo never ends');
  });

  test('also when Run it is pressed at the same moment', async () => {
    const bench = await createPeopleBench();
    await move(bench, await planned(bench));
    const { requestId, shownDigest } = await onlyReview(bench);
    const run = bench.engine.personActions.approve({
      requestId,
      shownDigest,
      checked: [],
      gesture: press(bench),
    });
    const undone = await bench.engine.personActions.undo({ requestId });
    await run;
    await quiet(bench.engine);
    expect([undone.ok, bench.world.server.calls]).toEqual([true, []]);
  });
});

test('a request that was taken back while sync had its note away gets its new id when the note comes [GATE-9] [GATE-20]', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const { world } = bench;
  const id = idOf(world, await planned(bench));
  await pressApprove(bench, await onlyReview(bench));
  const path = world.only('Approved');
  const text = world.note(path);
  world.vault.outside.remove(path);
  await quiet(bench.engine);
  expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
  await world.clock.advance(60_000);
  await restartPeople(bench);
  for (const copies of [1, 2]) {
    world.vault.outside.write(path, text);
    await quiet(bench.engine);
    // Whoever brings the old note once more brings a copy.
    expect(world.paths('Archive').filter((name) => name.includes('email'))).toHaveLength(
      copies - 1,
    );
    const back = await onlyReview(bench);
    expect([back.requestId === id, back.blocked]).toEqual([false, null]);
  }
  await setPaused(bench, false);
  expect(world.server.calls).toEqual([]);
});

test.each(['prepared', 'not prepared yet'])(
  'a request that came back, and is %s, keeps its new id where sync puts the old bytes over its note [GATE-9] [GATE-20]',
  async (how) => {
    const bench = await createPeopleBench({ config: { paused: true } });
    const { world } = bench;
    const old = world.note(await planned(bench));
    const ids = [idOf(world, world.only('Pending_Approval'))];
    // The old bytes may be of an id from long before.
    for (const times of [1, 2]) {
      await pressApprove(bench, await onlyReview(bench));
      world.server.reachable = how === 'prepared' || times === 1;
      await bench.engine.personActions.undo({ requestId: ids.at(-1) ?? '' });
      await quiet(bench.engine);
      ids.push(idOf(world, world.only('Pending_Approval')));
      world.vault.outside.write(world.only('Pending_Approval'), old);
      await quiet(bench.engine);
      expect(idOf(world, world.only('Pending_Approval'))).toBe(ids.at(-1));
    }
    expect(new Set(ids).size).toBe(3);
    expect(world.paths('Archive').filter((name) => name.includes('email'))).toEqual([]);
  },
);
