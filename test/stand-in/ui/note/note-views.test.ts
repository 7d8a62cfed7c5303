import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workbench } from '../../../support/workbench.js';
import { openSample } from '../sample-plugin.js';

const PLAN = `---
status: active
steps: 2
tags: [work, "[[Other|other note]]"]
---
# Roadmap

- [ ] One ^step-1
  - [x] Nested
- [ ] **Two** of [[Other|them]] #later

%%
hidden
%%

<img src=x onerror="document.title='executed'"> stays text

> [!warning] Careful
> Nothing leaves.

| a | b |
| --- | --- |
| 1 | \`2\` |

\`\`\`sample
source
\`\`\`

\`\`\`broken
\`\`\`

\`\`\`js
const %% = 1;
\`\`\`
`;

let workbench: Workbench;
const textOf = (path: string): Promise<string> => readFile(join(workbench.vault, path), 'utf8');

beforeAll(async () => {
  workbench = await openSample({
    'Plan.md': PLAN,
    'Other.md': 'The other note.\n',
    'Long.md': 'x',
  });
});
afterAll(() => workbench.close());

async function openNote(path: string): Promise<void> {
  await workbench.page.locator(`[data-path="${path}"]`).click();
  await workbench.page
    .locator('.view-header-title', { hasText: path.replace('.md', '') })
    .waitFor();
}

test('a note is read with its properties, tasks, tables and callouts; comments and HTML are inert', async () => {
  await openNote('Plan.md');
  const { page } = workbench;
  const reading = page.locator('.markdown-preview-sizer');
  expect(await reading.locator('.metadata-property-key-input').allTextContents()).toEqual([
    'status',
    'steps',
    'tags',
  ]);
  expect(await reading.locator('.multi-select-pill').allTextContents()).toEqual([
    'work',
    'other note',
  ]);
  expect(
    await reading
      .locator('li > input')
      .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked)),
  ).toEqual([false, true, false]);
  expect(await reading.locator('.el-ul').innerText()).not.toContain('^step-1');
  expect(await reading.locator('td').allTextContents()).toEqual(['1', '2']);
  expect(await reading.locator('.callout[data-callout="warning"] .callout-title').innerText()).toBe(
    'Careful',
  );
  const text = await reading.innerText();
  expect(text).not.toContain('hidden');
  expect(text).toContain('onerror="document.title=');
  expect(text).toContain('const %% = 1;');
  expect(await page.title()).not.toBe('executed');
});

test("plugins' processors get their code blocks with their lines, and every section", async () => {
  await openNote('Plan.md');
  const { page } = workbench;
  expect(await page.locator('.block-language-sample output').innerText()).toBe(
    'source | Plan.md | 24 | 26',
  );
  expect(await page.locator('.block-language-broken').innerText()).toBe('It is broken.');
  expect(await page.locator('strong.seen-by-plugin').innerText()).toBe('Two');
});

test('pressing a box writes one character of the note at once', async () => {
  await openNote('Plan.md');
  await workbench.page.locator('li > input').first().click();
  await expect.poll(() => textOf('Plan.md')).toBe(PLAN.replace('- [ ] One', '- [x] One'));
  await workbench.page.locator('li > input').first().click();
  await expect.poll(() => textOf('Plan.md')).toBe(PLAN);
});

test('a link opens its note', async () => {
  await openNote('Plan.md');
  await workbench.page.locator('li a.internal-link').click();
  await workbench.page.getByText('The other note.').waitFor();
});

test('typing is saved later; what another program writes meanwhile is merged under the hands', async () => {
  await openNote('Long.md');
  const { page } = workbench;
  await page.locator('.workspace-leaf.mod-active').getByLabel('Click to edit').click();
  const field = page.getByLabel('Note text');
  await field.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('yz', { delay: 5 });
  expect(await textOf('Long.md')).toBe('x');
  await writeFile(join(workbench.vault, 'Long.md'), '# Title\nx');
  await expect.poll(() => field.inputValue()).toBe('# Title\nxyz');
  await page.keyboard.type('!', { delay: 5 });
  expect(await field.inputValue()).toBe('# Title\nxyz!');
  await expect.poll(() => textOf('Long.md'), { timeout: 6000 }).toBe('# Title\nxyz!');
});
