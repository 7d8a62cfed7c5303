import { expect, test } from 'vitest';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
} from '../../../../support/engine/people-bench.js';
import { edit, idOf, planned } from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';

test.each([
  ['> [!todo] Waiting for you', '> [!todo] Waiting for you. Anna: call him first!'],
  ['|PLAN-2026-001, step 2]]', '|PLAN-2026-001, step 2]] and the rate card, says Anna'],
])('what a person adds behind a line of the callout is kept [%s] [GATE-4]', async (from, to) => {
  const bench = await createPeopleBench();
  const path = await planned(bench);
  await edit(bench, path, (text) => text.replace(from, to));
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.note(bench.world.only('Done/Actions'))).toContain('Anna');
});

test('a log line that an agent wrote before does not keep the step from being ticked', async () => {
  const bench = await createPeopleBench();
  const id = idOf(bench.world, await planned(bench));
  const line = `- [2026-02-21T10:30:00Z] Countersign: Executed step 2 — Well (request ${id}).`;
  await edit(bench, plan, (text) => `${text.trimEnd()}\n${line}\n`);
  await pressApprove(bench, await onlyReview(bench));
  expect(bench.world.server.calls).toHaveLength(1);
  expect(bench.world.note(plan)).toContain('2. [x] ✋');
});
