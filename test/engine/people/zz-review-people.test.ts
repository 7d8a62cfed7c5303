import { expect, test } from 'vitest';
import { holdMs } from '../../../src/engine/gate/holds.js';
import { showInvisible } from '../../../src/core/request/show-invisible.js';
import { buildReview, compareRequests } from '../../../src/core/request/build-review.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import { webKeys } from '../../../src/hosts/desktop/web-keys.js';
import { memoryNoteStore } from '../../memory/memory-note-store.js';
import { alertsOf, edit, idOf, inApproved, look, move, planned, requestIn, rewrite, standalone } from '../gate/bench.js';
import { quiet } from '../world.js';
import { createPeopleBench, drag, onlyReview, press, pressApprove, restartPeople } from './people-bench.js';

const setPaused = async (bench: any, paused: boolean) => {
  bench.world.config = { ...bench.world.config, paused };
  await look(bench);
};

test('N18: what was approved, lost its stamp and was taken back does not run with the old stamp', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const pending = await planned(bench);
  const id = idOf(bench.world, pending);
  await pressApprove(bench, await onlyReview(bench));
  const path = bench.world.only('Approved');
  const stampedText = bench.world.note(path);
  expect(stampedText).toContain('"stamp"');
  // An agent takes the stamp out and keeps it.
  await edit(bench, path, (t) => t.replace(/,"stamp":"[^"]*"/, ''));
  const review = await onlyReview(bench);
  expect(review.asks).toBe(true);
  // The person says no.
  expect((await bench.engine.people.undo({ requestId: id })).ok).toBe(true);
  await quiet(bench.engine);
  console.log('N18 after undo', idOf(bench.world, bench.world.only('Pending_Approval')) === id);
  await setPaused(bench, false);
  expect(bench.world.server.calls).toEqual([]);
  // The agent puts the kept stamp back.
  bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
  bench.world.vault.outside.write(path, stampedText);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test('N18b: approved, pulled back by the person with the stamp cut out: not run with the old stamp', async () => {
  const bench = await createPeopleBench({ config: { paused: true } });
  const pending = await planned(bench);
  await pressApprove(bench, await onlyReview(bench));
  const path = bench.world.only('Approved');
  const stampedText = bench.world.note(path);
  bench.world.vault.outside.remove(path);
  bench.world.vault.outside.write(pending, stampedText.replace(/,"stamp":"[^"]*"/, ''));
  await quiet(bench.engine);
  console.log('N18b ids', bench.world.paths('Pending_Approval').map((p: string) => idOf(bench.world, p)), idOf(bench.world, pending));
  await setPaused(bench, false);
  bench.world.vault.outside.remove(bench.world.only('Pending_Approval'));
  bench.world.vault.outside.write(path, stampedText);
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test('N1: two of one effect approved at once: the second has a card', async () => {
  const bench = await createPeopleBench();
  await standalone(bench, { targetRecipient: 'client_a@example.com' });
  await standalone(bench);
  const reviews = await bench.engine.reviews(10);
  console.log('N1 reviews', reviews.length);
  let gate: () => void = () => undefined;
  const open = new Promise<void>((r) => (gate = r));
  bench.world.server.duringInspect = () => open;
  for (const r of reviews) {
    const res = await bench.engine.people.approve({ requestId: r.requestId, shownDigest: r.shownDigest, checked: [], gesture: press(bench) });
    expect(res.ok).toBe(true);
  }
  await new Promise((r) => setTimeout(r, 50));
  gate();
  await quiet(bench.engine);
  console.log('N1 calls', bench.world.server.calls.length, bench.world.paths('Approved'), bench.world.paths('Pending_Approval'), bench.engine.view().alerts.map((a) => a.kind + ' ' + a.text));
  const cards = await bench.engine.reviews(10);
  expect(cards.map((c) => c.requestId)).toHaveLength(1);
});

test('N2: stamped with confirms, then a new attempt: can be approved in place', async () => {
  const bench = await createPeopleBench();
  const a = await standalone(bench);
  await pressApprove(bench, await onlyReview(bench));
  await standalone(bench);
  await standalone(bench);
  await setPaused(bench, true);
  const [b, c] = await bench.engine.reviews(10);
  console.log('N2', b!.attempts, c!.attempts);
  await pressApprove(bench, b!, b!.attempts.map((x) => x.id));
  await pressApprove(bench, c!, c!.attempts.map((x) => x.id));
  await setPaused(bench, false);
  console.log('N2 calls', bench.world.server.calls.length, bench.engine.view().alerts.map((x) => x.kind + ' ' + x.text));
  const cards = await bench.engine.reviews(10);
  console.log('N2 cards', cards.map((x) => [x.requestId, x.asks, x.blocked?.message, x.attempts]));
  expect(cards).toHaveLength(1);
  expect(cards[0]!.blocked).toBeNull();
});

test('N3: Undo that says ok keeps it from running', async () => {
  let verifies = 0;
  let onVerify: (n: number) => Promise<void> = async () => undefined;
  const real = webKeys();
  const bench = await createPeopleBench({
    ports: () => ({ keys: { ...real, verify: async (...args) => { await onVerify((verifies += 1)); return real.verify(...args); } } }),
  });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  let undone: unknown;
  onVerify = async (n) => {
    if (n === 2) undone = await bench.engine.people.undo({ requestId: id });
  };
  await drag(bench, await onlyReview(bench));
  await bench.world.clock.advance(holdMs);
  await quiet(bench.engine);
  console.log('N3', undone, bench.world.server.calls.length, bench.world.paths('').filter((p) => /Pend|Appr|Done/.test(p)));
  expect((undone as any)?.ok === true && bench.world.server.calls.length === 1).toBe(false);
});

test('N4: written and written back between two looks: it can still be approved', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const text = bench.world.note(path);
  // Another request's card came meanwhile, so nothing is cached for this path; the disk is ahead of the index.
  const p = (async () => {
    rewrite(bench.world, path, (t) => t.replace('client_a@', 'client_b@'));
    const shown = await bench.engine.reviews(10);
    bench.world.vault.outside.write(path, text);
    return shown;
  })();
  await p;
  await quiet(bench.engine);
  const review = await onlyReview(bench);
  console.log('N4', review.arguments.map((x) => x.text).join('|').includes('client_b'), review.blocked?.message);
  const r = await pressApprove(bench, review);
  expect(r.ok).toBe(true);
});

test('N5: hidden characters', () => {
  const hidden = ['\u{E0101}', '\uFE01', '\u17B4', '\u180B', '\u2800', '\u00A0', '\u3000', '\u180F', '\u{1D159}', '\u200D'];
  console.log('N5', hidden.map((h) => [h.codePointAt(0)!.toString(16), showInvisible(`a${h}b`) === `a${h}b` ? 'AS IS' : 'shown', /\p{DI}/u.test(h)]));
  expect(showInvisible('a\u{E0101}b')).not.toBe('a\u{E0101}b');
});

test('N5b: different calls look different', () => {
  const make = (args: string) => {
    const { request } = parseRequest(`---\ntype: approval_request\nrequest_id: r-1\naction_type: email\ntarget_recipient: a\nrationale: b\ncreated_date: 2026-02-21T10:40:00Z\nstatus: pending\n---\n\n\`\`\`countersign-action\nbridge: email\ntool: send_email\narguments:\n  x: ${args}\n\`\`\`\n`, 'p');
    return buildReview(request!, { place: 'pending', blocked: null, attempts: [], asks: false, heldUntilMs: null, vaultPathOf: () => null }).arguments[0]!.text;
  };
  console.log('N5b', make('100'), make('"100"'), make('true'), make('"true"'), make('null'), make('"null"'), make('""'), make('"(empty)"'));
  expect(make('100')).not.toBe(make('"100"'));
});

test('N10: clock jumps back during a hold: what is said is when it runs', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await drag(bench, await onlyReview(bench));
  const c = bench.world.clock as any;
  console.log('N10 clock', Object.keys(c));
});

test('N9: approve and hold of one id at once', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const review = await onlyReview(bench);
  const a = bench.engine.people.approve({ requestId: review.requestId, shownDigest: review.shownDigest, checked: [], gesture: press(bench) });
  const b = bench.engine.people.approve({ requestId: review.requestId, shownDigest: review.shownDigest, checked: [], gesture: press(bench) });
  const c = bench.engine.people.hold({ requestId: review.requestId, shownDigest: review.shownDigest, gesture: press(bench, 'drop'), from: review.path, to: inApproved(review.path) });
  const d = bench.engine.people.reject({ requestId: review.requestId, reason: '' });
  const rs = await Promise.all([a, b, c, d]);
  await quiet(bench.engine);
  await bench.world.clock.advance(3 * holdMs);
  await quiet(bench.engine);
  console.log('N9', rs.map((r) => (r.ok ? 'ok' : r.error.code)), bench.world.server.calls.length, bench.world.paths('').filter((p) => /Pend|Appr|Done|Rej/.test(p)));
  expect(bench.world.server.calls.length).toBeLessThanOrEqual(1);
  if (rs[3].ok) expect(bench.world.server.calls.length).toBe(0);
});

test.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55])('N7: the engine stops %s ticks into an approval', async (ticks) => {
  const bench = await createPeopleBench();
  await planned(bench);
  const review = await onlyReview(bench);
  const a = bench.engine.people.approve({ requestId: review.requestId, shownDigest: review.shownDigest, checked: [], gesture: press(bench) });
  for (let i = 0; i < ticks; i += 1) await Promise.resolve();
  await bench.engine.stop();
  const r = await a;
  for (const p of bench.world.paths('Pending_Approval')) expect(requestIn(bench.world, p).machine.stamp).toBeNull();
  const before = bench.world.server.calls.length;
  await restartPeople(bench);
  const cards = await bench.engine.reviews(5);
  console.log('N7', ticks, r.ok, before, bench.world.server.calls.length, cards.length);
  expect(bench.world.server.calls.length === 1 || cards.length === 1).toBe(true);
});
