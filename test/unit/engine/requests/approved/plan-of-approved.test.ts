import { expect, test } from 'vitest';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import {
  approve,
  createBench,
  edit,
  idOf,
  planned,
} from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';

test.each([
  ['for the approval goes on when that comes', null, /^status: Active$/m],
  [
    'for another reason stays blocked, and keeps its reason',
    'blocked_reason: Waiting for the rate card\n',
    /^status: Blocked\n(?:.*\n)*?blocked_reason: Waiting for the rate card$/m,
  ],
  ['for no reason that anybody gave stays blocked', '', /^status: Blocked$/m],
])('a plan that is blocked %s', async (_why, reason, reads) => {
  const bench = await createBench();
  const path = await planned(bench);
  expect(bench.world.note(plan)).toContain('status: Blocked');
  if (reason !== null) {
    await edit(bench, plan, (text) => text.replace(/^blocked_reason: .*\n/m, reason));
  }
  // What somebody blocks takes back what a phone may have approved by then.
  await bench.world.clock.advance(6 * 60_000);
  let duringCall = '';
  bench.world.server.answer = () => {
    duringCall = bench.world.note(plan);
    return success;
  };
  await approve(bench, path);
  expect(duringCall).toMatch(reads);
  expect(duringCall).toContain('Approval received for step 2');
  expect(bench.world.note(plan)).toMatch(reads);
});

test('a plan whose block an agent wrote itself, without a reason of ours, goes on after its approval [US5.1]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const reason = /^blocked_reason: .*\n/m.exec(bench.world.note(plan))?.[0] ?? '';
  expect(reason).not.toBe('');
  const why = 'Agent: Blocked at step 2 — Awaiting human approval for email send.';
  await edit(bench, plan, (text) =>
    text.replace(reason, '').replace(/Countersign: Blocked at step 2 .*$/m, why),
  );
  expect(bench.world.note(plan)).toContain(reason);
  await bench.world.clock.advance(6 * 60_000);
  await approve(bench, path);
  expect(bench.world.note(plan)).toMatch(/^status: Active$/m);
  expect(bench.engine.currentMission()?.current?.position).toBe(3);
});

test('the log says that a person approved, and on which device, to whoever reads nothing else [SC-008]', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.note(plan)).toContain(
    `Countersign: Approval received for step 2 — Approved by a person on device d-aaaaaaaaaa (request ${id}).`,
  );
  // The audit log is this device's own.
  const told = bench.world.records().map(({ audit }) => audit.detail);
  expect(told).toContain('Approval received on this device.');
  expect(told).toContainEqual(expect.stringMatching(/^You approved “/u));
});
