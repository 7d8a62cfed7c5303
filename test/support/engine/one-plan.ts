import type { Engine } from '../../../src/engine/engine.js';
import { createWorld, type World } from './world.js';

/** Where the plan of these tests lies. */
export const path = 'Plans/PLAN-2026-001.md';

/** A plan whose steps depend on each other in every way. */
export function plan(status = 'Active'): string {
  return `---
task_id: PLAN-2026-001
source_link: "[[mail]]"
created_date: 2026-02-21T10:30:00Z
priority: low
status: ${status}
---

# Objective
Tell the client.

## Context

## Roadmap
1. [x] Look
2. [ ] Write (after 1) ^s2
3. [ ] ✋ Send ^s3
4. [ ] File (after s2)
5. [ ] Close

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — Asked for.
`;
}

/** An engine over a vault that holds only this plan. */
export async function start(status?: string): Promise<{ world: World; engine: Engine }> {
  const world = await createWorld();
  world.vault.outside.write(path, plan(status));
  return { world, engine: await world.start() };
}
