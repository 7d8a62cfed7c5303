import { describe, expect, test } from 'vitest';
import { alertsOf, edit, idOf, planned, type Bench } from '../../../support/engine/gate-bench.js';
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

async function pass({ world, engine }: Bench, ms: number): Promise<void> {
  await world.clock.advance(ms);
  await quiet(engine);
}

const stampsIn = ({ world }: Bench): number =>
  world.paths('').filter((path) => world.note(path).includes('"stamp"')).length;

test('a drag runs once, when its hold ends and not before [GATE-23] [GATE-1]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const { result } = await drag(bench, await onlyReview(bench));
  expect(result.ok).toBe(true);
  expect((await onlyReview(bench)).undoUntilMs).toBe(bench.world.clock.now() + holdMs);
  expect(alertsOf(bench, (await onlyReview(bench)).requestId)).toEqual([]);
  await pass(bench, holdMs - 1);
  expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
  await pass(bench, 1);
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.only('Done/Actions')).toContain('email');
  expect(bench.world.records().map(({ audit }) => audit.event)).not.toContain('asked');
  await pass(bench, holdMs);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('a drag while all actions are paused says so, is approved, and waits', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const { requestId } = await onlyReview(bench);
  bench.world.config = { ...bench.world.config, paused: true };
  await drag(bench, await onlyReview(bench));
  expect(await onlyReview(bench)).toMatchObject({ isPaused: true });
  await pass(bench, holdMs);
  expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 1]);
  expect(alertsOf(bench, requestId).map(({ kind }) => kind)).toEqual(['waits']);
});

test('Undo within the hold puts it back, and nothing runs [GATE-23]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await drag(bench, await onlyReview(bench));
  await pass(bench, holdMs - 1);
  expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
  await pass(bench, 10 * holdMs);
  expect(bench.world.server.calls).toEqual([]);
  expect(idOf(bench.world, bench.world.only('Pending_Approval'))).toBe(id);
  expect(stampsIn(bench)).toBe(0);
});

describe('a held note that', () => {
  test('is edited meanwhile is not stamped, and asks [GATE-8] [GATE-7]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    expect(bench.engine.isHeld(idOf(bench.world, to))).toBe(true);
    await edit(bench, to, (text) => text.replace('to: client_a@', 'to: client_b@'));
    expect(bench.engine.isHeld(idOf(bench.world, to))).toBe(false);
    await pass(bench, 2 * holdMs);
    expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
    expect(alertsOf(bench, idOf(bench.world, to)).map(({ kind }) => kind)).toEqual(['asks']);
  });

  test('is edited and edited back still asks: the person let go of something else', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    await edit(bench, to, (text) => text.replace('to: client_a@', 'to: client_b@'));
    await edit(bench, to, (text) => text.replace('to: client_b@', 'to: client_a@'));
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toEqual([]);
  });

  test.each<[string, (bench: Bench, to: string) => Promise<() => void>]>([
    [
      'deleted',
      async ({ world }, to) => {
        const text = world.note(to);
        world.vault.outside.remove(to);
        return () => world.vault.outside.write(to, text);
      },
    ],
    [
      'moved to a folder of the person’s own',
      async ({ world }, to) => {
        world.vault.outside.move(to, 'Elsewhere/x.md');
        return () => world.vault.outside.move('Elsewhere/x.md', to);
      },
    ],
    [
      'moved to the archive',
      async ({ world }, to) => {
        world.vault.outside.move(to, 'Archive/x.md');
        return () => world.vault.outside.move('Archive/x.md', to);
      },
    ],
    [
      'made unreadable',
      async (bench, to) => {
        const text = bench.world.note(to);
        await edit(bench, to, (now) => now.replace('```countersign-action', 'no block'));
        return () => bench.world.vault.outside.write(to, text);
      },
    ],
    [
      'given another id',
      async (bench, to) => {
        const text = bench.world.note(to);
        await edit(bench, to, (now) => now.replace(/^request_id: .*$/m, 'request_id: another'));
        return () => bench.world.vault.outside.write(to, text);
      },
    ],
    [
      'copied',
      async ({ world }, to) => {
        world.vault.outside.write('Pending_Approval/copy.md', world.note(to));
        return () => world.vault.outside.remove('Pending_Approval/copy.md');
      },
    ],
  ])('is %s for a moment asks: another brought it back [GATE-7]', async (_how, away) => {
    const bench = await createPeopleBench();
    await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    const id = idOf(bench.world, to);
    const bringBack = await away(bench, to);
    await quiet(bench.engine);
    bringBack();
    await quiet(bench.engine);
    expect(bench.engine.isHeld(id)).toBe(false);
    await pass(bench, 2 * holdMs);
    expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
    expect(alertsOf(bench, id).map(({ kind }) => kind)).toEqual(['asks']);
  });

  test('is pulled back outside never runs, and can be approved again', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    bench.world.vault.outside.move(to, path);
    await quiet(bench.engine);
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toEqual([]);
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('waits when the process ends asks after the restart [GATE-7]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    await restartPeople(bench);
    await pass(bench, 2 * holdMs);
    expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
    expect(alertsOf(bench, idOf(bench.world, to)).map(({ kind }) => kind)).toEqual(['asks']);
  });

  test('waits when the process ends leaves no timer behind', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await drag(bench, await onlyReview(bench));
    await bench.engine.stop();
    expect(bench.world.clock.waiting).toBe(0);
  });

  test('is deleted leaves nothing to run', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const { to } = await drag(bench, await onlyReview(bench));
    const id = idOf(bench.world, to);
    bench.world.vault.outside.remove(to);
    await quiet(bench.engine);
    expect(bench.engine.isHeld(id)).toBe(false);
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('is approved by its button runs at once, and only once', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    await drag(bench, await onlyReview(bench));
    await pressApprove(bench, await onlyReview(bench));
    expect(bench.world.server.calls).toHaveLength(1);
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('is rejected never runs', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const id = idOf(bench.world, path);
    await drag(bench, await onlyReview(bench));
    await bench.engine.personActions.reject({ requestId: id, reason: '' });
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Rejected')).toHaveLength(1);
  });
});

describe('there is no hold, and the note asks, when', () => {
  const asks = async (bench: Bench, path: string): Promise<void> => {
    await pass(bench, 2 * holdMs);
    expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
    expect(alertsOf(bench, idOf(bench.world, path)).map(({ kind }) => kind)).toEqual(['asks']);
  };

  test('other bytes were shown than lie there [GATE-8]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const review = await onlyReview(bench);
    const { to, result } = await drag(bench, { ...review, shownDigest: '0'.repeat(64) });
    expect(result.ok).toBe(false);
    await asks(bench, to);
  });

  test('the gesture was used for another note [GATE-5]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const review = await onlyReview(bench);
    const gesture = press(bench, 'drop');
    const input = { requestId: 'another', shownDigest: '', gesture, from: '', to: '' };
    await bench.engine.personActions.approveByDrag(input);
    const to = review.path.replace('Pending_Approval/', 'Approved/');
    bench.world.vault.outside.move(review.path, to);
    const held = await bench.engine.personActions.approveByDrag({
      ...input,
      requestId: review.requestId,
      shownDigest: review.shownDigest,
      from: review.path,
      to,
    });
    expect(held.ok).toBe(false);
    await quiet(bench.engine);
    await asks(bench, to);
  });

  test('it was tried before: no drag can say “I checked” [GATE-3]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    bench.world.server.answer = () => ({ kind: 'lost', detail: 'The connection broke.' });
    await pressApprove(bench, await onlyReview(bench));
    const { to, result } = await drag(bench, await onlyReview(bench));
    expect(result.ok ? '' : result.error.code).toBe('attempts_not_checked');
    await pass(bench, 2 * holdMs);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(alertsOf(bench, idOf(bench.world, to)).map(({ kind }) => kind)).toContain('asks');
  });

  test('it was deleted and put back before the hold began [GATE-7]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const review = await onlyReview(bench);
    const gesture = press(bench, 'drop');
    const { path: from, requestId, shownDigest } = review;
    const to = from.replace('Pending_Approval/', 'Approved/');
    const { outside } = bench.world.vault;
    outside.move(from, to);
    await quiet(bench.engine);
    const text = bench.world.note(to);
    outside.remove(to);
    await quiet(bench.engine);
    outside.write(to, text);
    await quiet(bench.engine);
    const held = await bench.engine.personActions.approveByDrag({
      requestId,
      shownDigest,
      gesture,
      from,
      to,
    });
    expect(held).toMatchObject({ error: { code: 'note_changed' } });
    await asks(bench, to);
  });

  test('it did not come from Pending', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const review = await onlyReview(bench);
    bench.world.vault.outside.move(path, 'Elsewhere/x.md');
    bench.world.vault.outside.move('Elsewhere/x.md', 'Approved/x.md');
    const held = await bench.engine.personActions.approveByDrag({
      requestId: review.requestId,
      shownDigest: review.shownDigest,
      gesture: press(bench, 'drop'),
      from: 'Elsewhere/x.md',
      to: 'Approved/x.md',
    });
    expect(held.ok).toBe(false);
    await quiet(bench.engine);
    await asks(bench, 'Approved/x.md');
  });
});

test('a hold that ended while the computer slept is not carried out: it asks [GATE-23]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await drag(bench, await onlyReview(bench));
  bench.world.clock.jumpTo(bench.world.clock.now() + 3_600_000);
  await pass(bench, holdMs);
  expect([bench.world.server.calls.length, stampsIn(bench)]).toEqual([0, 0]);
  expect((await onlyReview(bench)).asks).toBe(true);
});
