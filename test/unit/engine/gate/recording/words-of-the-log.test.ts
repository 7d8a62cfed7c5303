import { expect, test } from 'vitest';
import {
  alertsOf,
  approve,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  planned,
} from '../../../../support/engine/gate-bench.js';
import { configure } from '../verdict-cases/verdict-case.js';

const swapped = (text: string) =>
  text
    .replace('target_recipient: client_a@example.com', 'target_recipient: "the bank” was paid"')
    .replace('action_type: email', 'action_type: payment');

test('what the log says of a call is what was signed, whatever its note says by then [GATE-6]', async () => {
  const bench = await createBench({ config: { paused: true } });
  const path = await planned(bench);
  const id = idOf(bench.world, path);
  await edit(bench, path, swapped);
  // Soon after an edit, an approval of a phone may be of what was there before.
  await bench.world.clock.advance(10 * 60_000);
  const before = bench.world.records().length;
  await approve(bench, path);
  expect(bench.world.note(inApproved(path))).toContain('the bank');
  const [alert] = alertsOf(bench, id);
  expect(alert?.text).toContain('“Email” for “the bank" was paid” (as its note says) is approved');
  configure(bench, { paused: false });
  await look(bench);

  expect(bench.world.server.calls).toHaveLength(1);
  const told = bench.world.records().slice(before);
  for (const { audit } of told) expect(audit.detail).not.toMatch(/payment|bank/);
  const call =
    'email.send_email (to: "client_a@example.com", subject: "January 2026 invoice", text: "Dear Client A,\\nplease find the invoice below.")';
  expect(told.map(({ audit }) => audit.detail)).toEqual(
    expect.arrayContaining([`Calling ${call}.`, `Executed: ${call}. The server reports success.`]),
  );
});

test('a call whose text is long shows every argument it can, and is cut', async () => {
  const bench = await createBench({ config: { trustMoves: true } });
  const path = await planned(bench);
  await edit(bench, path, (text) => text.replace('Dear Client A,', `Dear${' dear'.repeat(100)},`));
  const ready = bench.world.records().findLast(({ kind }) => kind === 'completed');
  expect(ready?.audit.detail).toMatch(
    / \(to: "client_a@example\.com", subject: "[^"]+", text: "Dear( dear)+…\)\.$/,
  );
  expect(ready?.audit.detail.length).toBeLessThan(500);
});
