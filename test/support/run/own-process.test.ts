import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needOwnProcess } from './own-process.js';

test('a process of its own is for what replaces a module, or reaches a helper with hooks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-own-process-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    'hooks.ts': 'afterAll(() => close());',
    'between.ts': "import { open } from './hooks.js';",
    'inner.ts': 'export function suite() {\n  afterAll(() => close());\n}',
    'far.test.ts': "import { desk } from './between.js';",
    'own-hooks.test.ts': "import { suite } from './inner.js';\nafterAll(() => close());",
    'replaces.test.ts': "vi.mock('node:fs');",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const found = needOwnProcess(folder).map((file) => file.slice(folder.length + 1));
  expect(found.sort()).toEqual(['far.test.ts', 'replaces.test.ts']);
});
