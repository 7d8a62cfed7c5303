import { describe, expect, test } from 'vitest';
import {
  createWorld,
  everythingIn,
  quiet,
  upToRequest,
  valueOf,
} from '../../../support/engine/world.js';
import { path, plan, start } from '../../../support/engine/one-plan.js';

const input = {
  planId: 'PLAN-2026-001',
  text: 'Proof-read',
  rationale: 'A typo was found',
  actor: 'Agent (claude)' as const,
};

describe('addPlanStep', () => {
  test.each<[string, number | string | undefined, string, string, number]>([
    ['at the end', undefined, '5. [ ] Close\n', '6. [ ] Proof-read\n', 6],
    ['behind a position', 1, '1. [x] Look\n', '2. [ ] Proof-read\n', 2],
    ['behind a block id', 's2', '2. [ ] Write (after 1) ^s2\n', '3. [ ] Proof-read\n', 3],
  ])('adds a step %s, and says why [FR-020]', async (_what, behind, line, added, position) => {
    const { world, engine } = await start();
    const before = world.note(path);
    const made = await engine.operations.addPlanStep({ ...input, ...(behind ? { behind } : {}) });
    expect(valueOf(made)).toEqual({ position });
    expect(world.note(path)).toBe(
      `${before.replace(line, line + added)}- [2026-02-21T10:30:00Z] Agent (claude): Added step ${position} — A typo was found.\n`,
    );
  });

  test('gates a step that reaches outside', async () => {
    const { world, engine } = await start();
    valueOf(await engine.operations.addPlanStep({ ...input, text: 'Send a reminder' }));
    expect(world.note(path)).toContain('\n6. [ ] ✋ Send a reminder ^s6\n');
  });

  test.each([
    ['no reason', { rationale: ' ' }, 'input_invalid'],
    ['no text', { text: '' }, 'input_invalid'],
    ['a step that is not there', { behind: 9 }, 'step_missing'],
    ['another plan', { planId: 'PLAN-2026-009' }, 'plan_missing'],
  ])('refuses %s and writes nothing', async (_what, changes, code) => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    const result = await engine.operations.addPlanStep({ ...input, ...changes });
    expect(result).toMatchObject({ error: { code } });
    expect(everythingIn(world)).toEqual(before);
  });
});

test('a step that could not be added because the plan ended meanwhile is put on record as not written', async () => {
  const world = await createWorld();
  world.vault.outside.write(path, plan());
  const ended = plan('Cancelled');
  const comes = { now: false };
  const engine = await world.start({
    afterWrite: (written) => {
      if (!comes.now || !written.startsWith('ledger')) return;
      comes.now = false;
      world.vault.outside.write(path, ended);
    },
  });
  await quiet(engine);
  comes.now = true;
  expect(await engine.operations.addPlanStep(input)).toMatchObject({
    error: { code: 'plan_finished' },
  });
  expect(world.records().map(({ audit }) => audit.event)).toEqual(
    expect.arrayContaining(['step_added', 'not_written']),
  );
});

test('a step is skipped with its reason [FR-020]', async () => {
  const { world, engine } = await start();
  const skipped = { planId: 'PLAN-2026-001', step: 2, skip: true, actor: 'Agent' as const };
  valueOf(await engine.operations.updatePlanStep({ ...skipped, rationale: 'Not asked for' }));
  expect(world.note(path)).toContain('2. [x] Write (after 1) ^s2\n');
  expect(world.note(path)).toContain('Agent: Skipped step 2 — Not asked for.\n');
  expect(
    await engine.operations.updatePlanStep({ ...skipped, step: 3, rationale: 'No' }),
  ).toMatchObject({ error: { code: 'step_gated' } });
});

test('steps that a person reorders keep their ids, what waits for them, and the log', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await upToRequest(world, engine);
  const before = world.note(path);
  const [first = '', second = '', third = ''] = before.match(/^\d\. \[.\] .*\n/gm) ?? [];
  const moved = before.replace(first + second + third, third + first + second);
  world.vault.outside.write(path, moved);
  await quiet(engine);
  expect(world.note(path)).toBe(moved);
  const { plan, waitingFor } = valueOf(await engine.operations.resumePlan({}));
  expect(plan.steps.map(({ id }) => id)).toEqual([null, null, 's2']);
  expect(waitingFor).toMatchObject([{ stepId: 's2' }]);
  expect(plan.status).toBe('Blocked');
});
