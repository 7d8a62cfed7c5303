import { expect, test } from 'vitest';
import { createWorld, quiet, valueOf } from './world.js';

test('an item whose plan names it by its path is suggested no more, also after a restart', async () => {
  const world = await createWorld();
  const text = 'Generate and send the January invoice to Client B, then log the payment.\n';
  const path = 'Needs_Action/brief.md';
  world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  const kinds = (of: typeof engine) => of.view().alerts.map(({ kind }) => kind);
  expect(kinds(engine)).toEqual(['suggestion']);
  valueOf(await engine.operations.startPlan({ text, sourceLink: path, actor: 'Human' }));
  await quiet(engine);
  expect(kinds(engine)).toEqual([]);
  await engine.stop();
  const again = await world.start();
  await quiet(again);
  expect(kinds(again)).toEqual([]);
});
