import { expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import type { JsonObject } from '../../../../src/core/json.js';
import { practiceDigest } from '../../../../src/core/request/action/digests.js';
import type { Review } from '../../../../src/core/request/review/review.js';
import { memoryLedger } from '../../../support/memory/memory-ledger.js';
import {
  edit,
  inApproved,
  move,
  planned,
  requestIn,
  withoutNonce,
} from '../../../support/engine/gate-bench.js';
import { invoiceMail, quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  drag,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';

const other: JsonObject = {
  ...invoiceMail.arguments,
  to: 'other@example.com',
  text: 'Dear B,\n```\n',
};

async function saveEdit(
  bench: PeopleBench,
  { requestId, shownDigest }: Review,
  args: JsonObject = other,
) {
  const result = await bench.engine.personActions.editCall({
    requestId,
    shownDigest,
    arguments: args,
  });
  await quiet(bench.engine);
  return result;
}

test('an edit rewrites what would be sent, is prepared again, and approves nothing [GATE-1] [GATE-5]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const before = await onlyReview(bench);
  expect((await saveEdit(bench, before)).ok).toBe(true);
  const request = requestIn(bench.world, path);
  expect(request.call.arguments).toEqual(other);
  expect(request.targetRecipient, 'it named the same one').toBe('other@example.com');
  expect(request.machine.stamp).toBeNull();
  expect(bench.world.note(path)).toContain('aliases: ["Email to other@example.com: January 2026');
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.records().map(({ audit }) => [audit.event, audit.actor])).toContainEqual([
    ...['request_edited', 'Human'],
  ]);
  // What was shown before can be approved no more; what is there now can.
  expect((await pressApprove(bench, before)).ok).toBe(false);
  const after = await onlyReview(bench);
  expect(after.blocked).toBeNull();
  expect((await pressApprove(bench, after)).ok).toBe(true);
  expect(bench.world.server.calls.map((call) => call.arguments)).toEqual([other]);
  await restartPeople(bench);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('an edit tells what it saved, as the note has it', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const review = await onlyReview(bench);
  const saved = await saveEdit(bench, review);
  expect(saved.ok && saved.value.request.call.arguments).toEqual(other);
  expect(saved.ok && saved.value.request.text).toBe(withoutNonce(bench.world.note(path)));
});

test('a note with comments in its block stays as it is', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  await edit(bench, path, (text) => text.replace('arguments:\n', 'arguments:\n  # Ask Ann.\n'));
  const before = bench.world.note(path);
  expect((await saveEdit(bench, await onlyReview(bench))).ok).toBe(false);
  expect(bench.world.note(path)).toBe(before);
  expect(bench.world.records().map(({ audit }) => audit.event)).not.toContain('request_edited');
});

test('an edit over a note that changed since it was shown is refused [GATE-1]', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const review = await onlyReview(bench);
  await edit(bench, path, (text) => text.replace('\n```c', '\n\n```c'));
  const before = bench.world.note(path);
  const refused = await saveEdit(bench, review);
  expect(!refused.ok && refused.error.message).toBe('The request was changed since you opened it.');
  expect(bench.world.note(path)).toBe(before);
  expect(bench.world.records().map(({ audit }) => audit.event)).not.toContain('request_edited');
});

test('an edit is refused while the request is approved, held or asks [GATE-1]', async () => {
  const message = 'This request is being approved, so it wasn’t changed.';
  const refusal = async (bench: PeopleBench, review: Review) => {
    const refused = await saveEdit(bench, review);
    return refused.ok ? null : refused.error.message;
  };

  const pressed = await createPeopleBench();
  await planned(pressed);
  const shown = await onlyReview(pressed);
  const approving = pressApprove(pressed, shown);
  expect(await refusal(pressed, shown)).not.toBeNull();
  expect((await approving).ok).toBe(true);
  expect(pressed.world.server.calls.map((call) => call.arguments)).toEqual([invoiceMail.arguments]);

  const held = await createPeopleBench();
  await planned(held);
  const dragged = await onlyReview(held);
  await drag(held, dragged);
  expect(await refusal(held, dragged)).toBe(message);

  const asked = await createPeopleBench();
  const path = await planned(asked);
  await move(asked, path);
  expect(await refusal(asked, await onlyReview(asked))).toBe(message);
  expect(requestIn(asked.world, inApproved(path)).call.arguments).toEqual(invoiceMail.arguments);
});

test('the same arguments, and a press that came too late, change nothing', async () => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  const review = await onlyReview(bench);
  const before = bench.world.note(path);
  expect((await saveEdit(bench, review, invoiceMail.arguments)).ok).toBe(true);
  expect(bench.world.note(path)).toBe(before);
  await bench.engine.personActions.reject({ requestId: review.requestId, reason: '' });
  const refused = await saveEdit(bench, review);
  expect(!refused.ok && refused.error.message).toMatch(/no longer waits|no open request|already/);
});

test('an edit of a request that was never prepared is not told as practice, whatever its note claims', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  const path = await planned(bench);
  world.server.reachable = false;
  await edit(bench, path, (text) =>
    text.replace(/"bridge_digest":"[^"]*"/, `"bridge_digest":"${practiceDigest}"`),
  );
  expect(requestIn(world, path).machine.preparation?.bridge_digest).toBe(practiceDigest);
  expect((await saveEdit(bench, await onlyReview(bench))).ok).toBe(true);
  const told = world.records().find(({ audit }) => audit.event === 'request_edited');
  expect(told?.audit.detail).toMatch(/^Edited in Countersign: email\.send_email/);
});

test('an edit that could not be recorded, or came after another one, is not made', async () => {
  const on: { record: () => boolean } = { record: () => true };
  const bench = await createPeopleBench({
    ports({ ledgerFile }) {
      const ledger = memoryLedger(ledgerFile);
      const append: typeof ledger.append = async (record, durable) =>
        on.record()
          ? ledger.append([record], durable)
          : fail('ledger_write_failed', 'Full.', 'Make room.');
      return { ledger: { read: () => ledger.read(), append } };
    },
  });
  const path = await planned(bench);
  const review = await onlyReview(bench);
  // Somebody else writes while the edit is recorded.
  on.record = () => {
    on.record = () => true;
    bench.world.vault.outside.write(path, `${bench.world.note(path)}More.\n`);
    return true;
  };
  const late = await saveEdit(bench, review);
  expect(late).toMatchObject({ ok: false, error: { code: 'note_changed' } });
  const before = bench.world.note(path);
  expect(before).toContain('More.');
  const now = await onlyReview(bench);
  on.record = () => false;
  expect((await saveEdit(bench, now)).ok).toBe(false);
  expect(bench.world.note(path)).toBe(before);
});
