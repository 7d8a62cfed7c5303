import { describe, expect, test } from 'vitest';
import { holdMs } from '../../../src/engine/gate/holds.js';
import { createPeopleBench, onlyReview, pressApprove } from '../people/people-bench.js';
import { quiet } from '../world.js';
import {
  alertsOf,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  requestIn,
  restart,
  type Bench,
} from './bench.js';

const ports = { holdMovesMs: holdMs };
const held = () =>
  createPeopleBench({ config: { trustMoves: true }, ports: () => ({ holdMovesMs: holdMs }) });

async function wait(bench: Bench, ms: number): Promise<void> {
  await bench.world.clock.advance(ms);
  await quiet(bench.engine);
}

test('a trusted move is held for 10 s, with its card and Undo, and then runs once [GATE-23]', async () => {
  const bench = await held();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path);
  const begun = bench.world.clock.now();
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'held' }]);
  expect(await onlyReview(bench)).toMatchObject({ asks: false, heldUntilMs: begun + holdMs });
  await wait(bench, holdMs - 1);
  expect(bench.world.server.calls).toEqual([]);
  await wait(bench, 1);
  expect(bench.world.server.calls).toHaveLength(1);
  await wait(bench, holdMs);
  expect(bench.world.server.calls).toHaveLength(1);
  const accepted = bench.world.records().find(({ kind }) => kind === 'accepted');
  expect(accepted?.audit).toMatchObject({
    actor: 'Outside',
    detail: expect.stringContaining('trusted-move policy') as string,
  });
  expect(bench.world.note(bench.world.only('Done/Actions'))).not.toContain('"stamp"');
});

test('Undo within the hold brings it back under a new id, and its bytes never run [GATE-23] [GATE-9]', async () => {
  const bench = await held();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const text = bench.world.note(path);
  await move(bench, path);
  expect(await bench.engine.people.undo({ requestId: id })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).supersedes).toBe(id);
  bench.world.vault.outside.write(inApproved(path), text);
  await wait(bench, 2 * holdMs);
  expect(bench.world.server.calls).toEqual([]);
});

test('a restart neither shortens the hold nor repeats it [GATE-23]', async () => {
  const bench = await held();
  await move(bench, await planned(bench));
  await bench.world.clock.advance(4_000);
  await restart(bench, { ...ports, signer: bench.signer });
  await wait(bench, 5_999);
  expect(bench.world.server.calls).toEqual([]);
  await wait(bench, 1);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a runner without a screen holds nothing', async () => {
  const bench = await createPeopleBench({ config: { trustMoves: true } });
  await move(bench, await planned(bench));
  expect(bench.world.server.calls).toHaveLength(1);
});

test('an approval by a person is not held', async () => {
  const bench = await held();
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a clock that is set back does not end a hold early, and none that jumps makes a second call', async () => {
  const bench = await held();
  await move(bench, await planned(bench));
  const before = bench.world.clock.now();
  await wait(bench, holdMs / 2);
  expect(bench.world.clock.now()).toBe(before + holdMs / 2);
  expect(bench.world.server.calls).toEqual([]);
  await wait(bench, 40 * 24 * 3_600_000);
  await restart(bench, { ...ports, signer: bench.signer });
  expect(bench.world.server.calls).toHaveLength(1);
});

describe('while it is held,', () => {
  test('an edit is an edit: it goes back [GATE-9]', async () => {
    const bench = await held();
    const path = await planned(bench);
    await move(bench, path);
    await edit(bench, inApproved(path), (text) => text.replace('to: client_a@', 'to: client_b@'));
    await wait(bench, holdMs);
    expect(bench.world.server.calls).toEqual([]);
    const back = requestIn(bench.world, bench.world.only('Pending_Approval'));
    expect(back.text).toContain('changed after it had been approved');
  });

  test('moving it back ends it [GATE-9]', async () => {
    const bench = await held();
    const path = await planned(bench);
    await move(bench, path);
    await move(bench, inApproved(path), path);
    await wait(bench, holdMs);
    expect(bench.world.server.calls).toEqual([]);
    expect(requestIn(bench.world, bench.world.only('Pending_Approval')).supersedes).not.toBeNull();
  });

  test('switching the trust off asks, and switching it on again answers nothing [GATE-7]', async () => {
    const bench = await held();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await move(bench, path);
    for (const trustMoves of [false, true]) {
      bench.world.config = { ...bench.world.config, trustMoves };
      await look(bench);
      await wait(bench, 2 * holdMs);
      expect(bench.world.server.calls).toEqual([]);
      expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks' }]);
      expect(await onlyReview(bench)).toMatchObject({ asks: true, heldUntilMs: null });
    }
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
  });
});

test('what lay in Approved before moves were trusted asks, and is not held [GATE-7]', async () => {
  const bench = await createPeopleBench({ ports: () => ports });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path);
  bench.world.config = { ...bench.world.config, trustMoves: true };
  await look(bench);
  await wait(bench, 2 * holdMs);
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks' }]);
  expect(bench.world.server.calls).toEqual([]);
});

test('what a person must check first asks at once, without a hold that promises to run [GATE-3]', async () => {
  const bench = await held();
  bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  await move(bench, bench.world.only('Pending_Approval'));
  expect(await onlyReview(bench)).toMatchObject({ asks: true, heldUntilMs: null });
  await wait(bench, 2 * holdMs);
  expect(bench.world.server.calls).toHaveLength(1);
});
