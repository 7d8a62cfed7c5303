import { describe, expect, test } from 'vitest';
import { compareRequests } from '../../../../src/core/request/review/build-review.js';
import { witnessGesture } from '../../../../src/core/request/approval/gesture.js';
import { parseRequest } from '../../../../src/core/request/parse-request.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import {
  alertsOf,
  edit,
  idOf,
  inApproved,
  move,
  planned,
  requestIn,
  rewrite,
  standalone,
  startEngine,
} from '../../../support/engine/gate-bench.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { invoiceMail, quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
} from '../../../support/engine/people-bench.js';

test('pressing Approve runs exactly what was shown, once [GATE-1] [GATE-8]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  const review = await onlyReview(bench);
  expect(review.blocked).toBeNull();
  expect(review.arguments.map(({ name, text }) => [name, text])).toEqual(
    Object.entries(invoiceMail.arguments),
  );
  expect((await pressApprove(bench, review)).ok).toBe(true);
  expect(bench.world.server.calls.map((call) => call.arguments)).toEqual([invoiceMail.arguments]);
  expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('status: executed');
  await restartPeople(bench);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('the approval is in the audit log as a person’s, before any note moves [GATE-6]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await pressApprove(bench, await onlyReview(bench));
  const lines = bench.world.records().map(({ audit }) => [audit.event, audit.actor]);
  const events = lines.filter(([event]) => event !== 'completed');
  expect(events).toContainEqual(['approved', 'Human']);
  const order = events.map(([event]) => event);
  expect(order.indexOf('approved')).toBeLessThan(order.indexOf('accepted'));
  expect(order.indexOf('accepted')).toBeLessThan(order.indexOf('intent'));
  expect(bench.world.records().some(({ audit }) => audit.request_id === id)).toBe(true);
});

describe('nothing is approved when', () => {
  const changes: Readonly<Record<string, (text: string) => string>> = {
    'an argument changed since it was shown': (text) => text.replace('client_a@', 'client_b@'),
    'one space changed since it was shown': (text) => text.replace('# Context', '#  Context'),
    'the rationale changed since it was shown': (text) => text.replace('is ready', 'is not ready'),
    'the machine line changed since it was shown': (text) =>
      text.replace('"attempts":[]', '"attempts":["x"]'),
    'a stamp appeared since it was shown': (text) =>
      text.replace('"attempts":[]', '"attempts":[],"stamp":"v1~x"'),
  };
  test.each(Object.entries(changes))('%s [GATE-8]', async (_what, change) => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const review = await onlyReview(bench);
    const changed = change(bench.world.note(path));
    if (changed === bench.world.note(path)) rewrite(bench.world, path, (text) => `${text}\n`);
    else rewrite(bench.world, path, change);
    const result = await pressApprove(bench, review);
    // One with a stamp has gone back under a new id before anybody could approve it.
    expect(result.ok ? '' : result.error.code).toMatch(/^(?:note_changed|request_missing)$/);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Approved')).toEqual([]);
  });

  test('the note changed between the move and the stamp: it asks [GATE-8]', async () => {
    const bench = await createPeopleBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            move: async (from, to) => {
              const moved = await store.move(from, to);
              const text = vault.outside.read(to) ?? '';
              if (to.startsWith('Approved/')) {
                vault.outside.write(to, text.replace('client_a@', 'client_b@'));
              }
              return moved;
            },
          },
        };
      },
    });
    await planned(bench);
    const result = await pressApprove(bench, await onlyReview(bench));
    expect(result.ok ? '' : result.error.code).toBe('note_changed');
    const path = bench.world.only('Approved');
    expect(bench.world.note(path)).not.toContain('"stamp"');
    expect(bench.world.server.calls).toEqual([]);
    expect(alertsOf(bench, idOf(bench.world, path)).map(({ kind }) => kind)).toEqual(['asks']);
  });

  test('the gesture was used before, or is old [GATE-5]', async () => {
    const bench = await createPeopleBench();
    await planned(bench);
    const review = await onlyReview(bench);
    const input = { requestId: review.requestId, shownDigest: review.shownDigest, checked: [] };
    const old = witnessGesture('press', bench.world.clock.now() - 6_000);
    const refusedOld = await bench.engine.personActions.approve({ ...input, gesture: old });
    expect(refusedOld.ok ? '' : refusedOld.error.code).toBe('gesture_used');
    const gesture = press(bench);
    await bench.engine.personActions.approve({ ...input, shownDigest: 'other', gesture });
    const again = await bench.engine.personActions.approve({ ...input, gesture });
    expect(again.ok ? '' : again.error.code).toBe('gesture_used');
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
  });

  test('this ledger did not complete exactly this content', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    // The bridge is gone when the edited note would be completed anew.
    bench.world.server.reachable = false;
    await edit(bench, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
    const review = await onlyReview(bench);
    expect(review.blocked?.code).toBe('request_not_ready');
    const result = await pressApprove(bench, review);
    expect(result.ok ? '' : result.error.code).toBe('request_not_ready');
    expect(bench.world.paths('Approved')).toEqual([]);
  });

  test('there are two notes of it [GATE-17]', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const review = await onlyReview(bench);
    bench.world.vault.outside.write(path.replace('.md', ' (1).md'), bench.world.note(path));
    await quiet(bench.engine);
    const result = await pressApprove(bench, review);
    expect(result.ok ? '' : result.error.code).toBe('request_duplicate');
    expect(bench.world.server.calls).toEqual([]);
  });
});

test('what was tried before is approved only by who says to have checked it [GATE-3]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  bench.world.server.answer = () => ({ kind: 'lost', detail: 'The connection broke.' });
  const first = await onlyReview(bench);
  await pressApprove(bench, first);
  const review = await onlyReview(bench);
  expect(review.attempts).toMatchObject([{ id: first.requestId, outcome: 'unknown' }]);
  const refused = await pressApprove(bench, review);
  expect(refused.ok ? '' : refused.error.code).toBe('attempts_not_checked');
  expect(bench.world.server.calls).toHaveLength(1);
  const approved = await pressApprove(bench, review, [first.requestId]);
  expect(approved.ok).toBe(true);
  expect(bench.world.server.calls).toHaveLength(2);
});

test('a note that was moved there by something else runs when a person says so [GATE-7]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  await move(bench, path);
  const review = await onlyReview(bench);
  expect(review).toMatchObject({ asks: true, folder: 'approved', blocked: null });
  expect(bench.world.server.calls).toEqual([]);
  const { requestId, shownDigest } = review;
  const stepText = review.step?.text ?? '';
  const input = { requestId, shownDigest, checked: [], stepText };
  const { engine } = bench;
  expect(await engine.personActions.approve({ ...input, gesture: press(bench) })).toMatchObject({
    ok: true,
  });
  // Also before the gate has looked again.
  expect(engine.became(requestId).is).not.toBe('asks');
  await quiet(engine);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('moving back what asks answers no, under the same id', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await move(bench, path);
  expect((await bench.engine.personActions.undo({ requestId: id })).ok).toBe(true);
  await quiet(bench.engine);
  expect(idOf(bench.world, bench.world.only('Pending_Approval'))).toBe(id);
  expect((await onlyReview(bench)).blocked).toBeNull();
  expect(bench.world.server.calls).toEqual([]);
});

test('a rejected request goes to Rejected with the reason, and never runs', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  const rejected = await bench.engine.personActions.reject({
    requestId: id,
    reason: 'Wrong amount',
  });
  expect(rejected.ok).toBe(true);
  await quiet(bench.engine);
  const note = bench.world.note(bench.world.only('Rejected'));
  expect(note).toContain('status: rejected');
  expect(note).toContain('Wrong amount');
  expect(bench.world.note('Plans/PLAN-2026-001.md')).toContain(
    'Rejected request for step 2 — Wrong amount',
  );
  expect(alertsOf(bench, id)).toMatchObject([
    { kind: 'rejected', text: expect.stringContaining(' Reason: “Wrong amount”') as string },
  ]);
  bench.world.vault.outside.move(bench.world.only('Rejected'), inApproved(path));
  await quiet(bench.engine);
  expect(bench.world.server.calls).toEqual([]);
});

test('dead at any write of an approval, it runs once, or asks, and no stamp lies in Pending [GATE-20]', async () => {
  let seen = 0;
  for (let at = 1; at < 60; at += 1) {
    for (const moment of ['before', 'after'] as const) {
      const bench = await createPeopleBench();
      await planned(bench);
      const review = await onlyReview(bench);
      await bench.engine.stop();
      const crash = planCrash(at, moment);
      const { signer } = bench;
      const dying = await startEngine(bench.world, { signer }, crash).catch(() => null);
      if (!dying) continue;
      const input = { requestId: review.requestId, shownDigest: review.shownDigest, checked: [] };
      await dying.personActions.approve({ ...input, gesture: press(bench) }).catch(() => undefined);
      await quiet(dying);
      await dying.stop().catch(() => undefined);
      if (!crash.crashed) {
        expect(bench.world.server.calls).toHaveLength(1);
        expect(seen).toBeGreaterThan(8);
        return;
      }
      seen += 1;
      for (const path of bench.world.paths('Pending_Approval')) {
        expect(requestIn(bench.world, path).machine.stamp, `write ${at} ${moment}`).toBeNull();
      }
      const before = bench.world.server.calls.length;
      await restartPeople(bench);
      const [waiting] = await bench.engine.reviews(5);
      const { calls } = bench.world.server;
      expect(calls.length, `write ${at} ${moment}`).toBeLessThanOrEqual(1);
      expect(calls.length >= before).toBe(true);
      // Either it ran, or a person is asked, or may press again: nothing is stuck or forgotten.
      expect(calls.length === 1 || waiting !== undefined, `write ${at} ${moment}`).toBe(true);
    }
  }
  throw new Error('An approval never ends');
});

test('the difference is told argument by argument', () => {
  const text = (to: string, why: string) =>
    [
      '---',
      'type: approval_request',
      'request_id: r-1',
      'action_type: email',
      `target_recipient: ${to}`,
      `rationale: ${why}`,
      'created_date: 2026-02-21T10:40:00Z',
      'status: pending',
      '---',
      '',
      '```countersign-action',
      'bridge: email',
      'tool: send_email',
      'arguments:',
      `  to: ${to}`,
      '```',
      '',
    ].join('\n');
  const request = (to: string, why: string) => {
    const { request: read } = parseRequest(text(to, why), 'Pending_Approval/r-1.md');
    if (!read) throw new Error('no request');
    return read;
  };
  const before = request('a@example.com', 'so');
  expect(compareRequests(before, request('b@example.com', 'so'))).toEqual([
    { name: 'To (in the note)', before: 'a@example.com', after: 'b@example.com' },
    { name: 'To', before: 'a@example.com', after: 'b@example.com' },
  ]);
  expect(compareRequests(before, before)).toEqual([]);
  const spaced = parseRequest(`${before.text}\nMore.\n`, before.path).request;
  expect(spaced && compareRequests(before, spaced).map(({ name }) => name)).toEqual([
    'Other text in the note',
  ]);
});

test('what was approved while all is paused is not told as waiting for approval after a restart [GATE-23]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  bench.world.config = { ...bench.world.config, paused: true };
  await pressApprove(bench, await onlyReview(bench));
  await quiet(bench.engine);
  const told = () => bench.world.records().filter(({ audit }) => audit.event === 'plan_blocked');
  expect(told()).toHaveLength(1);
  await restartPeople(bench);
  await quiet(bench.engine);
  expect(told()).toHaveLength(1);
  expect(bench.world.server.calls).toEqual([]);
});
