import type { Engine } from '../../../../../src/engine/engine.js';
import { createWorld, upToRequest, type World } from '../../../../support/engine/world.js';

/** The id of the one request of these tests, and where the plan it belongs to lies. */
export const requestId = '2026-02-21T10-30-00Z_email_client-a-january-invoice';
export const planPath = 'Plans/PLAN-2026-001.md';

/** An engine over a vault whose one request waits for a person; `path` is its note's. */
export async function start(): Promise<{ world: World; engine: Engine; path: string }> {
  const world = await createWorld();
  const engine = await world.start();
  return { world, engine, path: await upToRequest(world, engine) };
}
