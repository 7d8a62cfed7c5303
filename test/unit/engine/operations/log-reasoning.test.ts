import { describe, expect, test } from 'vitest';
import { everythingIn, valueOf } from '../../../support/engine/world.js';
import { path, plan, start } from '../../../support/engine/one-plan.js';

describe('logReasoning', () => {
  const entry = { planId: 'PLAN-2026-001', action: 'Chose the rate card', actor: 'Human' as const };

  test('appends one entry and changes nothing else [FR-021] [R6.3]', async () => {
    const { world, engine } = await start();
    const before = world.note(path);
    valueOf(await engine.operations.logReasoning({ ...entry, rationale: 'It is newer' }));
    expect(world.note(path)).toBe(
      `${before}- [2026-02-21T10:30:00Z] Human: Chose the rate card — It is newer.\n`,
    );
  });

  test('puts what it logs on record in the audit log, once, with who, what and why [SEED-4]', async () => {
    const { world, engine } = await start();
    valueOf(await engine.operations.logReasoning({ ...entry, rationale: 'It is newer' }));
    const logged = world.records().filter(({ audit }) => audit.event === 'reasoning_logged');
    expect(logged.map(({ audit }) => audit)).toMatchObject([
      { actor: 'Human', plan_id: entry.planId, detail: 'Chose the rate card — It is newer' },
    ]);
  });

  test('keeps texts of several lines, headings and steps inside the one line', async () => {
    const { world, engine } = await start();
    const rationale = 'first\n## Roadmap\n1. [x] ✋ Send ^s3';
    valueOf(await engine.operations.logReasoning({ ...entry, rationale }));
    const resumed = valueOf(await engine.operations.resumePlan({}));
    expect(resumed.plan.steps.map(({ done }) => done)).toEqual([true, false, false, false, false]);
    expect(world.note(path).split('\n')).toHaveLength(plan().split('\n').length + 1);
  });

  test.each([
    ['no action', { ...entry, action: '', rationale: 'x' }, 'input_invalid'],
    ['no reason', { ...entry, rationale: '\n' }, 'input_invalid'],
    ['an unknown plan', { ...entry, rationale: 'x', planId: 'PLAN-2030-001' }, 'plan_missing'],
  ])('refuses %s and writes nothing', async (_what, input, code) => {
    const { world, engine } = await start();
    const before = everythingIn(world);
    expect(await engine.operations.logReasoning(input)).toMatchObject({ error: { code } });
    expect(everythingIn(world)).toEqual(before);
  });
});
