import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorld, quiet } from '../../../support/engine/world.js';

/** `@@@ name`, a note as a program makes it; `@@ name | what is expected | sender | subject`, a message in it. */
const file = join(import.meta.dirname, '../../../support/golden/field/items.txt');
const entries = readFileSync(file, 'utf8')
  .split(/^(?=@@)/mu)
  .map((entry) => {
    const [head = '', ...lines] = entry.split('\n');
    return { head, text: lines.join('\n').trimEnd() };
  });
const templates = new Map(
  entries.flatMap(({ head, text }) => (head.startsWith('@@@ ') ? [[head.slice(4), text]] : [])),
);
const items = entries
  .filter(({ head }) => head.startsWith('@@ '))
  .map(({ head, text: message }, index) => {
    const [name = '', expected = '', sender = '', subject = ''] = head.slice(3).split(' | ');
    const said: Readonly<Record<string, string>> = { sender, subject, message };
    const note = templates.get(name) ?? '';
    return {
      path: `Needs_Action/${name.toUpperCase()}_${String(index)}.md`,
      expected,
      message,
      text: `${note.replace(/\{(\w+)\}/gu, (_, key: string) => said[key] ?? '')}\n`,
    };
  });

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
