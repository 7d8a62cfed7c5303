import { describe, expect, test } from 'vitest';
import { checkpointWarnings } from '../../../../../src/core/plan/rules/checkpoint-warnings.js';
import type { Problem } from '../../../../../src/core/errors.js';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';

/** What is said of a plan of so many open steps. */
function toldOf(steps: number, ...actions: string[]): string[] {
  const roadmap = Array.from({ length: steps }, (_, at) => `${at + 1}. [ ] Do ${at + 1}`);
  return doubtsOf(roadmap, ...actions).map(
    ({ message }) => /step (\d+)/u.exec(message)?.[1] ?? message,
  );
}

function doubtsOf(roadmap: readonly string[], ...actions: string[]): readonly Problem[] {
  const log = actions.map((action) => `- [2026-02-21T10:30:00Z] Agent: ${action} — So.`);
  const { plan } = parsePlan(
    `---\ntask_id: PLAN-2026-001\nsource_link: "[[s]]"\ncreated_date: 2026-02-01T00:00:00Z\npriority: low\nstatus: Active\n---\n\n# Objective\nDo it.\n\n## Context\n\n## Roadmap\n${roadmap.join('\n')}\n\n## Reasoning Logs\n${log.join('\n')}\n`,
    'Plans/PLAN-2026-001.md',
  );
  if (!plan) throw new Error('no plan');
  return checkpointWarnings(plan);
}

describe('a log that says that a step was completed', () => {
  test.each<[action: string, steps: readonly string[]]>([
    ['Marked step 2 complete', ['2']],
    ['Marked step 2 completed.', ['2']],
    ['Marked steps 1 and 3 complete', ['1', '3']],
    ['Completed step 1', ['1']],
    ['Completed steps 1-2', ['1', '2']],
    ['Completed steps 1 to 2, 3: all there', ['1', '2', '3']],
    ['Identified rate: $1,500. Completed steps 1-2.', ['1', '2']],
    ['Generated the invoice in /Invoices/1.pdf. Marked step 3 complete.', ['3']],
  ])('%s', (action, steps) => {
    expect(toldOf(3, action)).toEqual(steps);
  });

  test.each([
    'Failed to complete step 1',
    'Could not complete step 1',
    'Not yet completed step 1',
    'Nobody has finished step 1',
    'Marked step 1 incomplete',
    'Marked step 1 as blocked',
    'Marked step 1 as not complete',
    'Completed step 1 in part',
    'Completed step 1-2 in part',
    'Completed step 12',
    'To be completed: step 1',
  ])('does not: %s', (action) => {
    expect(toldOf(3, action)).toEqual([]);
  });
});

test('a step that names one that does not exist waits for none below it', () => {
  expect(doubtsOf(['1. [x] Send (after 9)', '2. [ ] Look'])).toEqual([]);
});

test('a log of nothing but ranges is read in one pass', () => {
  expect(toldOf(3_000, `Completed steps ${'1-3000, '.repeat(40_000)}1`)).toEqual([]);
  expect(toldOf(3_000, ...Array<string>(3_000).fill('Completed steps 1-3000'))).toHaveLength(5);
  expect(toldOf(3, `Completed steps ${'1-3, '.repeat(15)}1`)).toEqual(['1', '2', '3']);
});

test('nobody is advised to tick a ✋ step', () => {
  const early = doubtsOf(['1. [ ] ✋ Send ^s1', '2. [x] File'], 'Created plan');
  const logged = doubtsOf(['1. [ ] ✋ Send ^s1', '2. [ ] File'], 'Completed step 1');
  for (const told of [early, logged]) {
    expect(told).toHaveLength(1);
    expect(told[0]?.advice).toContain('when a person presses “I’ve done this myself…”');
    expect(told[0]?.advice).not.toMatch(/tick (?:it|step)/iu);
  }
  const [plain] = doubtsOf(['1. [ ] Write', '2. [x] File'], 'Created plan');
  expect(plain?.advice).toBe('Tick step 1 if it is done, or open step 2 again.');
});
