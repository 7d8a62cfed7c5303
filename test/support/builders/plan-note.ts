const PROPERTIES = {
  task_id: 'PLAN-2026-001',
  source_link: '"[[EMAIL_client-a]]"',
  created_date: '2026-02-21T10:30:00Z',
  priority: 'high',
  status: 'Active',
};

/** A small plan note of 19 lines; a property given as null is left out. */
export function planNote(changes: Readonly<Record<string, string | null>> = {}): string {
  const properties = Object.entries<string | null>({ ...PROPERTIES, ...changes })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value ?? ''}`);
  return `---
${properties.join('\n')}
---

# Objective
Do it.

## Context
Because.

## Roadmap
1. [ ] One
2. [ ] Two

## Reasoning Logs
`;
}
