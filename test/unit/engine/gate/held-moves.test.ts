import { describe, expect, test } from 'vitest';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../support/engine/people-bench.js';
import { latch } from '../../../support/engine/slow-store.js';
import { invoiceMail, invoiceMission, quiet, valueOf } from '../../../support/engine/world.js';
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
} from '../../../support/engine/gate-bench.js';

const holdMs = 10_000;

const ports = { hasUndoWindow: true };
const held = () =>
  createPeopleBench({ config: { trustMoves: true }, ports: () => ({ hasUndoWindow: true }) });

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
  expect(bench.engine.heldMoves()).toEqual([id]);
  expect(await onlyReview(bench)).toMatchObject({ asks: false, undoUntilMs: begun + holdMs });
  await wait(bench, holdMs - 1);
  expect(bench.world.server.calls).toEqual([]);
  await wait(bench, 1);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.engine.heldMoves()).toEqual([]);
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
  expect(await bench.engine.personActions.undo({ requestId: id })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(requestIn(bench.world, bench.world.only('Pending_Approval')).supersedes).toBe(id);
  bench.world.vault.outside.write(inApproved(path), text);
  await wait(bench, 2 * holdMs);
  expect(bench.world.server.calls).toEqual([]);
});

test('a restart does not shorten the hold: it begins anew, with Undo [GATE-23]', async () => {
  const bench = await held();
  await move(bench, await planned(bench));
  await bench.world.clock.advance(4_000);
  await restart(bench, { ...ports, signer: bench.signer });
  await wait(bench, holdMs - 1);
  expect(bench.world.server.calls).toEqual([]);
  await wait(bench, 1);
  expect(bench.world.server.calls).toHaveLength(1);
});

describe('a hold is never spent while Undo is not offered:', () => {
  /** Held from now on for the whole time, and called once after it. */
  async function isHeldWhole(bench: Bench): Promise<void> {
    const untilMs = bench.world.clock.now() + holdMs;
    expect(await onlyReview(bench)).toMatchObject({ undoUntilMs: untilMs });
    await wait(bench, holdMs - 1);
    expect(bench.world.server.calls).toEqual([]);
    await wait(bench, 1);
    expect(bench.world.server.calls).toHaveLength(1);
  }

  test('what waited for its turn is held when its turn comes [GATE-23]', async () => {
    const bench = await held();
    await bench.engine.operations.initializePlan(invoiceMission);
    const { path } = valueOf(await bench.engine.operations.draftExternalAction(invoiceMail));
    await quiet(bench.engine);
    await move(bench, path);
    await wait(bench, 2 * holdMs);
    expect(bench.engine.view().alerts).toMatchObject([{ kind: 'waits' }]);
    await edit(bench, 'Plans/PLAN-2026-001.md', (text) =>
      text.replace('1. [ ] Write', '1. [x] Write'),
    );
    await isHeldWhole(bench);
  });

  test('what was paused within the hold is held when it goes on [GATE-23]', async () => {
    const bench = await held();
    await move(bench, await planned(bench));
    for (const paused of [true, false]) {
      await wait(bench, 1_000);
      bench.world.config = { ...bench.world.config, paused };
      await look(bench);
    }
    await isHeldWhole(bench);
  });

  test('a copy put beside it does not take Undo away [GATE-23]', async () => {
    const bench = await held();
    const path = await planned(bench);
    await move(bench, path);
    bench.world.vault.outside.write('Approved/copy.md', bench.world.note(inApproved(path)));
    await quiet(bench.engine);
    expect(bench.engine.view().alerts).toMatchObject([{ kind: 'duplicate' }]);
    await wait(bench, holdMs);
    bench.world.vault.outside.remove('Approved/copy.md');
    await quiet(bench.engine);
    await isHeldWhole(bench);
  });

  test('what was gone for a moment as its hold ended is held when it is there again [GATE-23]', async () => {
    const bench = await held();
    const path = await planned(bench);
    await move(bench, path);
    const text = bench.world.note(inApproved(path));
    await wait(bench, holdMs - 2_000);
    bench.world.vault.outside.remove(inApproved(path));
    await quiet(bench.engine);
    await wait(bench, 4_000);
    expect(bench.engine.view().alerts).toEqual([]);
    bench.world.vault.outside.write(inApproved(path), text);
    await quiet(bench.engine);
    await isHeldWhole(bench);
  });
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

test('a hold that ended while the computer slept begins anew, with Undo [GATE-23]', async () => {
  const bench = await held();
  await move(bench, await planned(bench));
  bench.world.clock.jumpTo(bench.world.clock.now() + 9 * 3_600_000);
  await wait(bench, 0);
  bench.engine.lookAtEverything();
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
  expect((await onlyReview(bench)).undoUntilMs).toBe(bench.world.clock.now() + holdMs);
  await wait(bench, holdMs);
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
    expect(back.text).toContain('changed after it was approved');
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
      expect(await onlyReview(bench)).toMatchObject({ asks: true, undoUntilMs: null });
    }
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
  });
});

test('trust that ends and begins again while the server of a trusted move starts: it asks [GATE-7]', async () => {
  const bench = await createPeopleBench({ config: { trustMoves: true } });
  const { world, engine } = bench;
  const path = await planned(bench);
  const start = latch();
  world.server.duringInspect = () => start.opened;
  world.vault.outside.move(path, inApproved(path));
  await expect.poll(() => start.isReached()).toBe(true);
  for (const trustMoves of [false, true]) {
    world.config = { ...world.config, trustMoves };
    engine.lookAtEverything();
  }
  start.open();
  await quiet(engine);
  expect(world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(world, inApproved(path)))).toMatchObject([{ kind: 'asks' }]);
});

test('what lay in Approved before moves were trusted asks, and is not held [GATE-7]', async () => {
  const bench = await createPeopleBench({ ports: () => ports });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path);
  bench.world.config = { ...bench.world.config, trustMoves: true };
  await look(bench);
  await wait(bench, 2 * holdMs);
  const advice =
    'Answer in the Countersign panel, or move it back to Pending_Approval. If you then move it to Approved again, it runs.';
  expect(alertsOf(bench, id)).toMatchObject([{ kind: 'asks', advice }]);
  expect(bench.world.server.calls).toEqual([]);
});

test.each([
  ['doubled', (text: string) => text],
  ['broken', (text: string) => text.replace(/action_type: .*\n/, '')],
])('so does what was %s when moves became trusted [GATE-7]', async (how, other) => {
  const bench = await createPeopleBench({ ports: () => ports });
  const path = await planned(bench);
  const text = bench.world.note(path);
  const copy = how === 'doubled' ? 'Approved/copy.md' : inApproved(path);
  bench.world.vault.outside.move(path, inApproved(path));
  bench.world.vault.outside.write(copy, other(text));
  await quiet(bench.engine);
  bench.world.config = { ...bench.world.config, trustMoves: true };
  await look(bench);
  if (how === 'doubled') bench.world.vault.outside.remove(copy);
  else bench.world.vault.outside.write(copy, text);
  await quiet(bench.engine);
  await wait(bench, 2 * holdMs);
  expect((await onlyReview(bench)).asks).toBe(true);
  expect(bench.world.server.calls).toEqual([]);
});

test('what a person must check first asks at once, without a hold that promises to run [GATE-3]', async () => {
  const bench = await held();
  bench.world.server.answer = () => ({ kind: 'lost', detail: 'The pipe broke.' });
  await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  await move(bench, bench.world.only('Pending_Approval'));
  expect(await onlyReview(bench)).toMatchObject({ asks: true, undoUntilMs: null });
  await wait(bench, 2 * holdMs);
  expect(bench.world.server.calls).toHaveLength(1);
});
