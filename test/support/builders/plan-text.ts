/** What varies between the plan notes of these tests. */
export interface PlanText {
  readonly id: string;
  readonly status?: string;
  readonly created?: string;
  readonly source?: string;
  /** Roadmap lines without numbers, e.g. `[ ] ✋ Send ^s1`. */
  readonly steps?: readonly string[];
}

/** A plan note as a person or another tool may have written it. */
export function planText({
  id,
  status = 'Active',
  created = '2026-02-21T10:30:00Z',
  source = `[[${id}-item]]`,
  steps = ['[x] Look', '[ ] Write'],
}: PlanText): string {
  return `---
task_id: ${id}
source_link: "${source}"
created_date: ${created}
priority: medium
status: ${status}
---

# Objective
Finish ${id}.

## Context
Because.

## Roadmap
${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

## Reasoning Logs
`;
}
