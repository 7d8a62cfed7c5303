import { expect, test } from 'vitest';
import { fail } from '../../../src/core/errors.js';
import { SeenReviews } from '../../../src/hosts/obsidian/seen-reviews.js';
import { DeviceSettings } from '../../../src/hosts/obsidian/device-settings.js';
import { idOf, planned, look, rewrite, move, inApproved, edit } from '../gate/bench.js';
import { quiet } from '../world.js';
import { holdMs } from '../../../src/engine/gate/holds.js';
import { createPeopleBench, drag, onlyReview, press, pressApprove, restartPeople } from './people-bench.js';

test('W2: blocked for a moment with the same bytes, then other bytes: the change is said', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const first = await onlyReview(bench);
  await edit(bench, path, (t) => t.replaceAll('client_a@', 'client_b@'));
  const later = await onlyReview(bench);
  expect(later.blocked).toBeNull();
  const seen = new SeenReviews(() => 1e6);
  seen.show(first);
  expect(seen.changesOf(later).length).toBeGreaterThan(0);
  const problem = fail('request_not_ready', 'two notes', 'remove one').error;
  seen.show({ ...first, blocked: problem });
  seen.show({ ...later, blocked: null });
  console.log('W2', seen.changesOf(later));
  expect(seen.changesOf(later).length).toBeGreaterThan(0);
});

test('P1: Pause holds although the disk is full', async () => {
  const known: any = { paused: false };
  const settings = new DeviceSettings(
    { read: async () => ({ ok: true, value: known }), write: async () => fail('device_state_invalid', 'disk full', 'x') } as any,
    known, () => undefined);
  const r = await settings.change((c) => ({ ...c, paused: true }));
  console.log('P1', r, settings.effective);
  expect((settings.effective as any).paused).toBe(true);
});

test('L1: after the lock is lost nothing is recorded', async () => {
  const problem = fail('locked', 'lost', 'x').error;
  let halted = false;
  const bench: any = await createPeopleBench({ ports: (world) => ({ config: () => (halted ? problem : world.config) as any }) });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  halted = true;
  const n = bench.world.records().length;
  const r = await bench.engine.people.reject({ requestId: id, reason: '' });
  await quiet(bench.engine);
  console.log('L1', r.ok, n, bench.world.records().length);
  expect(bench.world.records().length).toBe(n);
});

test('U1: Undo just after the hold ended, dead before anything looked: it does not run', async () => {
  const bench = await createPeopleBench();
  const pending = await planned(bench);
  const id = idOf(bench.world, pending);
  bench.world.config = { ...bench.world.config, paused: true };
  await drag(bench, await onlyReview(bench));
  await bench.world.clock.advance(holdMs);
  await quiet(bench.engine);
  const r = await bench.engine.people.undo({ requestId: id });
  expect(r.ok).toBe(true);
  const stampInPending = bench.world.note(bench.world.only('Pending_Approval')).includes('"stamp"');
  console.log('U1 stamp in Pending right after undo', stampInPending);
  expect(stampInPending).toBe(false);
});

test('N4 again: how long it is stuck', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const text = bench.world.note(path);
  bench.world.vault.outside.write(path, text.replaceAll('client_a@', 'client_b@'));
  await bench.engine.reviews(10);
  bench.world.vault.outside.write(path, text);
  await quiet(bench.engine);
  for (let i = 0; i < 3; i += 1) {
    await bench.world.clock.advance(3_600_000);
    await quiet(bench.engine);
    const review = await onlyReview(bench);
    const r = await pressApprove(bench, review);
    console.log('N4', review.targetRecipient, review.blocked?.message, r.ok || r.error.code);
  }
  expect((await onlyReview(bench)).targetRecipient).toContain('client_a');
});

test('U1b: Undo, dead before anything looked, moved back while it was dead: it does not run', async () => {
  const bench = await createPeopleBench();
  const pending = await planned(bench);
  const id = idOf(bench.world, pending);
  bench.world.config = { ...bench.world.config, paused: true };
  await drag(bench, await onlyReview(bench));
  await bench.world.clock.advance(holdMs);
  await quiet(bench.engine);
  const undone = bench.engine.people.undo({ requestId: id });
  expect((await undone).ok).toBe(true);
  await bench.engine.stop();
  const path = bench.world.only('Pending_Approval');
  console.log('U1b', bench.world.note(path).includes('"stamp"'));
  bench.world.vault.outside.move(path, inApproved(path));
  bench.world.config = { ...bench.world.config, paused: false };
  await restartPeople(bench);
  expect(bench.world.server.calls).toEqual([]);
});

test('H1: a press on the last breath: gesture while another approval of the same effect runs', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  await move(bench, path);
  const review = await onlyReview(bench);
  // Two answers at once: Run it, and Move back.
  const a = bench.engine.people.approve({ requestId: review.requestId, shownDigest: review.shownDigest, checked: [], gesture: press(bench) });
  const b = bench.engine.people.undo({ requestId: review.requestId });
  console.log('H1', (await a).ok, (await b).ok);
  await quiet(bench.engine);
  console.log('H1 calls', bench.world.server.calls.length, bench.world.paths('').filter((p) => /Pend|Appr|Done/.test(p)));
  if ((await b).ok) expect(bench.world.server.calls).toEqual([]);
});
