import type { MarkdownView } from 'obsidian';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workbench } from '../../../support/workbench.js';
import { openSample, seen } from '../sample-plugin.js';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await openSample({
    'Block.md': '---\nstatus: open\n---\n\n```sample\nsource\n```\n\nA line.\n',
    'Embeds.md': 'Look:\n\n![[Block]]\n\n![[Embeds]]\n',
  });
});
afterAll(() => workbench.close());

async function open(path: string, state: Record<string, unknown>): Promise<void> {
  await workbench.page.evaluate(
    async ([file, more]) => {
      const leaf = window.standIn!.app.workspace.getLeaf(false);
      await leaf.setViewState({ type: 'markdown', active: true, state: { file, ...more } });
    },
    [path, state] as const,
  );
}

test('an embedded note is drawn with its own path and lines, and a note in itself not for ever', async () => {
  await open('Embeds.md', { mode: 'preview' });
  const embeds = workbench.page.locator('.internal-embed.markdown-embed .markdown-preview-view');
  await embeds.first().waitFor();
  expect(await embeds.first().locator('output').innerText()).toBe('source | Block.md | 4 | 6');
  await expect.poll(() => embeds.count()).toBeGreaterThan(5);
  expect(await embeds.count()).toBeLessThan(20);
});

test('live preview draws a block until the cursor is put into it, and keeps it when the note is renamed', async () => {
  await open('Block.md', { mode: 'source', source: false });
  const { page } = workbench;
  const output = page.locator('.is-live-preview .cm-preview-code-block output');
  const field = page.getByLabel('Note text');
  expect(await output.innerText()).toBe('source | Block.md | 4 | 6');
  expect(await field.isVisible()).toBe(false);
  await page.evaluate(async () => {
    const { vault } = window.standIn!.app;
    await vault.rename(vault.getFileByPath('Block.md')!, 'Renamed.md');
  });
  expect(await output.innerText()).toBe('source | Block.md | 4 | 6');
  await output.click();
  expect(await field.isVisible()).toBe(true);
  expect(await output.isVisible()).toBe(false);
  await field.blur();
  await output.waitFor();
});

test('a note has a menu of its own, and is drawn once more when that is asked for', async () => {
  await open('Renamed.md', { mode: 'preview' });
  const { page } = workbench;
  await page.locator('.workspace-leaf.mod-active').getByLabel('More options').click();
  await page.locator('.menu').getByText('Greet').click();
  expect(await seen(workbench)).toContainEqual(['greet', 'Renamed.md', true]);
  const output = page.locator('.markdown-reading-view output');
  await output.evaluate((element) => element.setAttribute('data-old', ''));
  await page.evaluate(() => {
    const [leaf] = window.standIn!.app.workspace.getLeavesOfType('markdown');
    (leaf!.view as MarkdownView).previewMode.rerender(true);
  });
  await expect.poll(() => output.getAttribute('data-old')).toBeNull();
});
