import { expect, test } from 'vitest';
import { createWorld, quiet } from '../../../support/engine/world.js';
import { fieldItems as items } from '../../../support/fixtures/field-notes.js';

test('an item is suggested for what its message asks, whatever is written around it', async () => {
  expect(items.length).toBeGreaterThanOrEqual(60);
  const world = await createWorld();
  for (const { path, text } of items) world.vault.outside.write(path, text);
  const engine = await world.start();
  await quiet(engine);
  const alerts = new Map(engine.view().alerts.map((alert) => [alert.path, alert.text]));
  const found = items.map(({ path, message }) => {
    const said = alerts.get(path);
    const words = /could use a plan( \(.*\))?\.$/u.exec(said ?? '')?.[1] ?? '';
    return `${said === undefined ? '-' : `plan${words}`} | ${message}`;
  });
  expect(found).toEqual(items.map(({ expected, message }) => `${expected} | ${message}`));
  expect(alerts.size / items.length).toBeLessThanOrEqual(0.4);
  for (const { path, text } of items) expect(world.note(path)).toBe(text);
});
