import { expect, test } from 'vitest';
import { verifyAudit } from '../../../src/core/audit/verify.js';
import { createWorld, moveToApproved, quiet, upToRequest } from '../../support/engine/world.js';

test('a mission runs from brief to archive, and its one action runs once, after the move [US3.1] [US3.2] [R3.2] [R3.3] [FR-010]', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);

  expect(world.server.calls).toEqual([]);
  expect(world.note('Plans/PLAN-2026-001.md')).toContain('status: Blocked');

  await moveToApproved(world, engine, path);
  expect(world.server.calls).toHaveLength(1);
  expect(world.only('Done/Actions')).toContain('client-a-january-invoice');

  await engine.operations.updatePlanStep({
    planId: 'PLAN-2026-001',
    step: 3,
    rationale: 'Entered',
    actor: 'Agent',
  });
  await quiet(engine);
  expect(world.only('Done/Plans')).toBe('Done/Plans/PLAN-2026-001.md');
  await world.clock.advance(3000);
  const audit = [...world.vault.entries.keys()].find((name) => name.endsWith('.jsonl')) ?? '';
  const report = verifyAudit(
    [{ path: audit, lines: world.note(audit).trimEnd().split('\n') }],
    world.records().map((record) => record.audit),
  );
  expect(report.findings).toEqual([]);
});
