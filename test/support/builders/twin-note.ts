import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import type { Plan } from '../../../src/core/plan/plan.js';

/** What of a plan note differs between twins. */
export interface TwinNote {
  readonly id?: string;
  readonly source?: string;
  readonly created?: string;
  readonly priority?: string;
  readonly status?: string;
  /** Text above the objective. */
  readonly above?: string;
  readonly objective?: string;
  readonly context?: string;
  /** Lines of the Roadmap. */
  readonly steps?: readonly string[];
  /** Lines of the Reasoning Logs. */
  readonly log?: readonly string[];
}

/** A small plan note. */
export function twinNote({
  id = 'PLAN-2026-001',
  source = '[[mail]]',
  created = '2026-02-21T10:00:00Z',
  priority = 'low',
  status = 'Active',
  above = '',
  objective = 'Tell the client.',
  context = '',
  steps = ['1. [ ] Write', '2. [ ] ✋ Send ^s2', '3. [ ] File'],
  log = ['- [2026-02-21T10:00:00Z] Agent: Created plan — Asked for.'],
}: TwinNote = {}): string {
  return [
    '---',
    `task_id: ${id}`,
    `source_link: "${source}"`,
    `created_date: ${created}`,
    `priority: ${priority}`,
    `status: ${status}`,
    '---',
    above,
    '# Objective',
    objective,
    '',
    '## Context',
    context,
    '## Roadmap',
    ...steps,
    '',
    '## Reasoning Logs',
    ...log,
    '',
  ].join('\n');
}

/** The same, read; fails the test when it is no plan. */
export function twinPlanOf(note: TwinNote | string, path = 'Plans/PLAN-2026-001.md'): Plan {
  const { plan, problems } = parsePlan(typeof note === 'string' ? note : twinNote(note), path);
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

/** The lines of a note's Reasoning Logs that are not empty. */
export function logOf(text: string): string[] {
  return (text.split(/## Reasoning Logs\r?\n/)[1] ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}
