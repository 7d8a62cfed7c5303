import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { bringIntoSight, pressAsPerson } from '../support/press-as-person.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { until } from '../support/until.js';

/** Another plugin, which draws Markdown where it likes. */
const otherPlugin = {
  id: 'other',
  name: 'Other',
  version: '1.0.0',
  minAppVersion: '1.13.0',
  description: 'Draws Markdown.',
  author: 'Tests',
};
const otherCode = `
const { MarkdownRenderer, Plugin } = require('obsidian');
module.exports = class extends Plugin {
  draw(text, element, path) { return MarkdownRenderer.render(this.app, text, element, path, this); }
};`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({
    notes: {
      'Diary.md': '# Diary\n',
      '.obsidian/plugins/other/manifest.json': JSON.stringify(otherPlugin),
      '.obsidian/plugins/other/main.js': otherCode,
    },
    size: { width: 1500, height: 1400 },
  });
  await desk.page.evaluate(() => window.standIn!.app.workspace.rightSplit.collapse());
}, 90_000);
afterAll(() => desk.close());

afterEach(async () => {
  await desk.page.evaluate(() => window.standIn!.app.workspace.detachLeavesOfType('markdown'));
  for (const folder of ['Pending_Approval', 'Approved', 'Rejected', 'Needs_Action', 'Plans']) {
    for (const name of await desk.notes(folder)) {
      await rm(join(desk.vault, folder, name), { recursive: true });
    }
  }
});

const fileOf = (path: string) => join(desk.vault, path);
const put = (path: string, text: string) => writeFile(fileOf(path), text);

/** A request's note on the disk; the value is its path. */
async function letter(name: string, text?: string): Promise<string> {
  const path = `Pending_Approval/${name}.md`;
  await put(
    path,
    letterRequest({ id: name, to: `${name}@example.com`, ...(text ? { text } : {}) }),
  );
  return path;
}

/** Opens a note: in a tab beside the others, read or in live preview. */
async function open(
  path: string,
  { where = false, live = false }: { where?: 'split' | 'tab' | false; live?: boolean } = {},
): Promise<Locator> {
  await until(`${path} is in the vault`, async () =>
    desk.page.evaluate((of) => window.standIn!.app.vault.getFileByPath(of) !== null || null, path),
  );
  const id = await desk.page.evaluate(
    async ([of, pane, mode]) => {
      const { workspace } = window.standIn!.app;
      const leaf = workspace.getLeaf(pane as 'split' | false);
      await leaf.setViewState({
        type: 'markdown',
        active: true,
        state:
          mode === 'live'
            ? { file: of, mode: 'source', source: false }
            : { file: of, mode: 'preview' },
      });
      leaf.view.containerEl.dataset['testLeaf'] = (leaf as { id?: string }).id ?? '';
      return (leaf as { id?: string }).id ?? '';
    },
    [path, where, live ? 'live' : 'read'] as const,
  );
  return desk.page.locator(`[data-test-leaf="${id}"]`);
}

const cardIn = (note: Locator) => note.locator('.countersign-action-card');
const approveIn = (note: Locator) =>
  cardIn(note).getByRole('button', { name: 'Approve', exact: true });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than it takes to draw a card. */
const settle = () => pause(800);
const isPlain = async (note: Locator) => {
  await note.locator('pre > code.language-countersign-action').first().waitFor();
  await settle();
  expect(await note.locator('.countersign-action-card').count()).toBe(0);
  expect(await note.getByRole('button', { name: 'Approve' }).count()).toBe(0);
};
const sent = (name: string) =>
  until(`${name} is sent`, async () => (desk.mailsTo(`${name}@example.com`) > 0 ? true : null));

describe('in its own note a request is its card', () => {
  test('in reading view, and a press there approves it [HOST-7] [GATE-5]', async () => {
    const note = await open(await letter('reading'));
    await cardIn(note).getByText('Hello from a hand-written note.').waitFor();
    expect(await cardIn(note).getByRole('button', { name: 'Open note' }).count()).toBe(0);
    await pressAsPerson(approveIn(note));
    await sent('reading');
    // It went on with the note: where it lies now, there is nothing to press.
    await cardIn(note).getByText('Done. This request can’t run again.').waitFor();
    expect(await cardIn(note).locator('pre').textContent()).toContain('to: reading@example.com');
    expect(await cardIn(note).locator('pre').isVisible(), 'it is folded away').toBe(false);
    await cardIn(note).getByText('Technical details').click();
    expect(await cardIn(note).locator('pre').isVisible()).toBe(true);
    expect(await approveIn(note).count()).toBe(0);
    expect(desk.mailsTo('reading@example.com')).toBe(1);
    await cardIn(note)
      .getByText(/^Sent \d\d:\d\d$/)
      .waitFor();
  }, 60_000);

  test('in live preview, where a click on the card stays with the card [HOST-7]', async () => {
    const note = await open(await letter('live'), { live: true });
    await cardIn(note).getByText('Hello from a hand-written note.').click();
    await bringIntoSight(approveIn(note));
    await pressAsPerson(approveIn(note));
    await sent('live');
    await cardIn(note).getByText('Done. This request can’t run again.').waitFor();
  }, 60_000);

  test('a script that presses approves nothing [GATE-5]', async () => {
    const note = await open(await letter('scripted'));
    await bringIntoSight(approveIn(note));
    await settle();
    await approveIn(note).evaluate((button: HTMLElement) => button.click());
    await cardIn(note).getByText('That wasn’t a click by a person').waitFor();
    expect((await desk.find('scripted@example.com'))?.folder).toBe('Pending_Approval');
  }, 60_000);

  test('with the keyboard alone', async () => {
    const note = await open(await letter('typed-enter'));
    await bringIntoSight(approveIn(note));
    await cardIn(note).locator('h3').click();
    await desk.page.keyboard.press('Tab');
    expect(await approveIn(note).evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
    await settle();
    await desk.page.keyboard.press('Enter');
    await sent('typed-enter');
  }, 60_000);

  test('a rejection with a reason files it', async () => {
    const note = await open(await letter('refused'));
    await pressAsPerson(cardIn(note).getByRole('button', { name: 'Reject' }));
    await cardIn(note).getByLabel('Reason (optional)').fill('Too early.');
    await desk.page.keyboard.press('Enter');
    await cardIn(note).getByText('Rejected. This request won’t run.').waitFor();
    await cardIn(note).getByText('This note is kept as a record.').waitFor();
    expect((await desk.find('refused@example.com'))?.folder).toBe('Rejected');
  }, 60_000);

  test('an edit draws it anew, and is read before it can be approved [GATE-8]', async () => {
    const path = await letter('edited', 'As it was.');
    const note = await open(path);
    await bringIntoSight(approveIn(note));
    await settle();
    const text = await readFile(fileOf(path), 'utf8');
    await put(path, text.replace('As it was.', 'As it is now.'));
    await cardIn(note).getByText('Changed since you looked').waitFor();
    expect(await approveIn(note).count()).toBe(0);
    await pressAsPerson(cardIn(note).getByRole('button', { name: 'I have read the change' }));
    await pressAsPerson(approveIn(note));
    await sent('edited');
  }, 60_000);

  test('in live preview, what is typed and not saved yet has no buttons', async () => {
    const path = await letter('typed', 'As it was.');
    const note = await open(path, { live: true });
    await bringIntoSight(approveIn(note));
    await note.locator('.cm-line', { hasText: 'status: pending' }).click();
    const field = note.getByLabel('Note text');
    await field.evaluate((area: HTMLTextAreaElement) => {
      const at = area.value.indexOf('As it was.');
      area.setSelectionRange(at, at + 'As it was.'.length);
    });
    await desk.page.keyboard.type('Now.');
    await field.blur();
    await cardIn(note)
      .getByText('This block differs from the note that Countersign last read')
      .waitFor();
    expect(await approveIn(note).count()).toBe(0);
    // It is saved two seconds later.
    await cardIn(note).getByText('Changed since you looked').waitFor();
  }, 60_000);

  test.each([false, true])(
    'a rename while it is open keeps it at work (live preview: %s)',
    async (live) => {
      const name = live ? 'renamed-live' : 'renamed';
      const path = await letter(name);
      const note = await open(path, { live });
      await bringIntoSight(approveIn(note));
      await desk.page.evaluate(async (from) => {
        const { vault } = window.standIn!.app;
        await vault.rename(vault.getFileByPath(from)!, 'Pending_Approval/Another name.md');
      }, path);
      await settle();
      await pressAsPerson(approveIn(note));
      await sent(name);
      await cardIn(note).getByText('Done. This request can’t run again.').waitFor();
    },
    60_000,
  );

  test('two panes show it; one press is one approval in both', async () => {
    const path = await letter('twice');
    const first = await open(path);
    const second = await open(path, { where: 'split' });
    await bringIntoSight(approveIn(second));
    await pressAsPerson(approveIn(first));
    await sent('twice');
    for (const note of [first, second])
      await cardIn(note).getByText('Done. This request can’t run again.').waitFor();
    expect(desk.mailsTo('twice@example.com')).toBe(1);
  }, 60_000);

  test('another note in the same tab takes the card away', async () => {
    const note = await open(await letter('switched'));
    await approveIn(note).waitFor();
    const next = await open(await letter('next'));
    await cardIn(next).getByText('next@example.com').first().waitFor();
    // Its note is written once more when it is prepared, and then drawn anew.
    await expect.poll(() => cardIn(next).count()).toBe(1);
    expect(await cardIn(next).textContent()).not.toContain('switched@example.com');
    const diary = await open('Diary.md');
    await diary.getByRole('heading', { name: 'Diary' }).last().waitFor();
    expect(await cardIn(diary).count()).toBe(0);
  }, 60_000);

  test('one that waits behind many others has its card, too', async () => {
    for (let number = 0; number < 22; number += 1) {
      await put(
        `Pending_Approval/crowd-${number}.md`,
        letterRequest({
          id: `crowd-${number}`,
          to: `crowd${number}@example.com`,
          created: '2026-01-01T00:00:00Z',
        }),
      );
    }
    const note = await open(await letter('last'));
    await pressAsPerson(approveIn(note));
    await sent('last');
  }, 90_000);

  test('it says why nothing can be decided, above the plain text', async () => {
    const path = await letter('broken');
    await put(path, (await desk.text(path)).replace('bridge: email', 'bridge: [email'));
    const note = await open(path);
    await cardIn(note).locator('.countersign-note strong').waitFor();
    expect(await cardIn(note).locator('pre').textContent()).toContain('bridge: [email');
    expect(await approveIn(note).count()).toBe(0);
  }, 60_000);
});

describe('anywhere else it is plain text', () => {
  test('in another note that carries the same text and id', async () => {
    const path = await letter('copied');
    await put('Copy of it.md', await desk.text(path));
    await isPlain(await open('Copy of it.md'));
  }, 60_000);

  test('embedded in another note, and in itself', async () => {
    const path = await letter('embedded');
    await put('Embeds.md', 'See this:\n\n![[embedded]]\n');
    await isPlain(await open('Embeds.md'));
    await put(path, `${await desk.text(path)}\n![[embedded]]\n`);
    const own = await open(path);
    await approveIn(own).waitFor();
    await settle();
    expect(await cardIn(own).count()).toBe(1);
    expect(await own.locator('.markdown-embed .countersign-action-card').count()).toBe(0);
  }, 60_000);

  test('in a hover preview, and where another plugin draws it', async () => {
    const path = await letter('hovered');
    const note = await open(path);
    await approveIn(note).waitFor();
    await desk.page.evaluate(async (of) => {
      const { app, plugins } = window.standIn!;
      await plugins.enablePlugin('other');
      const other = plugins.plugins['other'] as unknown as {
        draw(text: string, element: HTMLElement, path: string): Promise<void>;
      };
      const text = await app.vault.read(app.vault.getFileByPath(of)!);
      const popover = document.body.createDiv('popover hover-popover');
      const preview = popover.createDiv('markdown-embed').createDiv('markdown-preview-view');
      await other.draw(text, preview, of);
      const note = document.querySelector<HTMLElement>('.markdown-preview-sizer')!;
      await other.draw(text, note.createDiv('block-language-dataviewjs'), of);
    }, path);
    await settle();
    expect(await desk.page.locator('.hover-popover pre').count()).toBe(1);
    expect(await desk.page.locator('.block-language-dataviewjs pre').count()).toBe(1);
    expect(await desk.page.locator('.countersign-action-card').count()).toBe(1);
    await desk.page.evaluate(() => document.querySelector('.hover-popover')?.remove());
  }, 60_000);

  test.each([
    ['a second block', (text: string) => `${text}\n${text.slice(text.indexOf('```'))}`],
    [
      'a callout around it',
      (text: string) =>
        text.replace(/```countersign-action[\s\S]*```/, (block) => block.replace(/^/gm, '> ')),
    ],
    [
      'a list around it',
      (text: string) =>
        text.replace(
          /```countersign-action[\s\S]*```/,
          (block) => `- call\n${block.replace(/^/gm, '  ')}`,
        ),
    ],
  ])(
    'with %s nothing can be pressed',
    async (what, change) => {
      const name = what.replaceAll(' ', '-');
      const path = `Pending_Approval/${name}.md`;
      await put(path, change(letterRequest({ id: name, to: `${name}@example.com` })));
      const note = await open(path);
      await note.getByText(`to: ${name}@example.com`).first().waitFor();
      await settle();
      expect(await note.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      expect(desk.mailsTo(`${name}@example.com`)).toBe(0);
    },
    60_000,
  );

  test('properties that name our classes, or those of embeds, change nothing', async () => {
    const path = await letter('classes');
    await put(
      path,
      (await desk.text(path)).replace(
        'status: pending',
        'status: pending\ncssclasses: [countersign-panel, markdown-embed, popover]',
      ),
    );
    const note = await open(path);
    await note
      .locator('.markdown-preview-view')
      .first()
      .evaluate((face) => {
        face.classList.add('countersign-panel', 'markdown-embed', 'popover');
      });
    await pressAsPerson(approveIn(note));
    await sent('classes');
  }, 60_000);
});

describe('while the plugin goes', () => {
  test('an open card is text again, and comes back with the plugin', async () => {
    const note = await open(await letter('disabled'));
    await approveIn(note).waitFor();
    await desk.page.evaluate(() => window.standIn!.plugins.disablePlugin('countersign'));
    await isPlain(note);
    await desk.page.evaluate(() => window.standIn!.plugins.enablePlugin('countersign'));
    await approveIn(note).waitFor();
    expect(desk.errors).toEqual([]);
  }, 60_000);

  test('a move by another program closes the card and asks in the next', async () => {
    const path = await letter('moved');
    const note = await open(path);
    await approveIn(note).waitFor();
    await rename(fileOf(path), fileOf('Approved/moved.md'));
    const moved = await open('Approved/moved.md');
    await cardIn(moved)
      .getByText('Someone or something moved this note to Approved. Run it?')
      .waitFor();
    await pressAsPerson(cardIn(moved).getByRole('button', { name: 'Run it' }));
    await sent('moved');
  }, 60_000);
});

test('a phone shows the card too, and says what it cannot do', async () => {
  await letter('on-the-phone');
  await until('it is prepared', async () =>
    (await desk.find('on-the-phone@example.com'))?.text.includes('%% countersign') ? true : null,
  );
  const { page, errors } = await desk.secondDevice({
    device: 'phone',
    platform: 'phone',
    plugin: true,
  });
  await page.evaluate(async () => {
    const { workspace } = window.standIn!.app;
    const state = { file: 'Pending_Approval/on-the-phone.md', mode: 'preview' };
    await workspace.getLeaf(false).setViewState({ type: 'markdown', active: true, state });
  });
  const card = page.locator('.countersign-action-card');
  await card.getByText('Hello from a hand-written note.').waitFor();
  expect(await card.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await card.locator('.countersign-note strong').textContent()).toMatch(/device/);
  expect(errors).toEqual([]);
}, 60_000);
