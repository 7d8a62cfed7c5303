import { expect, test } from 'vitest';
import { createWorld, upToRequest } from './world.js';
import { settle } from '../memory/virtual-clock.js';

async function spins(engine: { subscribe(l: () => void): () => void }): Promise<number> {
  let n = 0;
  const off = engine.subscribe(() => (n += 1));
  for (let i = 0; i < 300; i += 1) await settle();
  off();
  return n;
}
test('reject', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  world.vault.outside.move(path, path.replace('Pending_Approval', 'Rejected'));
  console.log('reject', await spins(engine));
  console.log(world.note('Plans/PLAN-2026-001.md'));
  await engine.stop();
});
test('dup', async () => {
  const world = await createWorld();
  const engine = await world.start();
  const path = await upToRequest(world, engine);
  world.vault.outside.write('Plans/copy.md', world.note('Plans/PLAN-2026-001.md'));
  console.log('dup', await spins(engine));
  await engine.stop();
});
