import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { until, untilInSight } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ notes: { 'Welcome.md': '# Welcome\n' } });
}, 60_000);
afterAll(() => desk.close());

const modal = () => desk.page.locator('.modal');
const save = () => modal().getByRole('button', { name: 'Save changes', exact: true });
const edit = (address: string) => desk.card(address).getByRole('button', { name: 'Edit…' });

test('Edit shows what would be sent in a form; what is saved is read, approved and sent as it says then [GATE-1] [GATE-5]', async () => {
  const address = 'maria@example.com';
  const path = await desk.request(address);
  await desk.press(edit(address));
  expect(await modal().getByLabel('to, required').inputValue()).toBe(address);
  const subject = modal().getByLabel('subject, required');
  expect(await subject.inputValue()).toBe('A letter');
  await save().click();
  await modal().getByText('Nothing has changed.').waitFor();
  await subject.fill('');
  await save().click();
  await modal().getByText('Not saved. Check the marked fields.').waitFor();
  await subject.fill('A bet\u202Eter letter');
  expect(await modal().getByText('Check the marked fields.').count()).toBe(0);
  await modal()
    .getByText(
      'This text has characters you can’t see: “A bet‹U+202E›ter letter”. Retype it, or keep it as it is.',
    )
    .waitFor();
  await desk.screenshot('edit-form-hidden');
  await subject.fill('A better letter');
  expect(await modal().getByText('characters you can’t see').count()).toBe(0);
  await desk.screenshot('edit-form');
  await save().click();
  await modal().waitFor({ state: 'detached' });

  const card = desk.card(address);
  await card.getByText('Edited since it was drafted').waitFor();
  await card.getByText('“Now” is what you saved.').waitFor();
  await untilInSight('the card', card.getByRole('heading').first());
  expect(await card.textContent()).not.toContain('Changed since you looked');
  expect(await desk.text(path)).toContain('subject: A better letter');
  expect(await desk.text(path)).not.toContain('"stamp"');
  expect(desk.mailsTo(address)).toBe(0);
  await desk.screenshot('edited-card');

  await desk.press(card.getByRole('button', { name: 'Approve' }));
  await until('it is filed', async () =>
    (await desk.find(address))?.folder === 'Done/Actions' ? true : null,
  );
  expect(desk.sink.mails.map(({ subject: sent }) => sent)).toEqual(['A better letter']);
  const done = await until('it tells what was sent', async () => {
    const found = await desk.find(address);
    return found?.text.includes('## Outcome') ? found.text : null;
  });
  expect(done).toContain(`> [!success] Executed\n> Email to ${address}: A better letter\n> On 2`);
  expect(done).toContain(
    `> [!quote]- What was sent\n> **to**\n> \`\`\`text\n> ${address}\n> \`\`\`\n> **subject**\n> \`\`\`text\n> A better letter\n`,
  );
}, 60_000);

test('in a small window a form that cannot be saved shows what is wrong, with the focus on that field', async () => {
  const address = 'carl@example.com';
  await desk.request(address);
  const { page } = desk;
  await desk.press(edit(address));
  const subject = modal().getByLabel('subject, required');
  await subject.fill('');
  await page.setViewportSize({ width: 320, height: 420 });
  // Where Obsidian has the words, by its documentation: below the field.
  const style = await page.addStyleTag({
    content: `.setting-item-info { display: contents }
      .setting-item:has(.setting-item-error) { display: flex; flex-direction: column }
      .setting-item-error { order: 1 }`,
  });
  const isProblemSeen = () =>
    modal()
      .locator('.setting-item-error')
      .evaluate((it) => {
        const { left, top, height } = it.getBoundingClientRect();
        const there = document.elementFromPoint(left + 5, top + height / 2);
        return there !== null && it.contains(there);
      });
  const scrollToEnd = () =>
    modal().evaluate((it) => {
      for (const part of [it, ...it.querySelectorAll('.modal-content')]) part.scrollTop = 9_999;
    });
  await scrollToEnd();
  await save().click();
  await expect.poll(() => subject.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await subject.getAttribute('aria-invalid')).toBe('true');
  expect(await isProblemSeen()).toBe(true);
  await desk.screenshot('edit-form-problem');

  await modal().getByRole('button', { name: 'Edit as JSON' }).click();
  const json = modal().getByLabel('Arguments as JSON');
  await json.fill('{"to": 1,');
  // A person may drag it taller than the window.
  await json.evaluate((it: HTMLElement) => (it.style.height = '800px'));
  await scrollToEnd();
  await save().click();
  await expect.poll(() => json.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await isProblemSeen()).toBe(true);
  await modal().getByRole('button', { name: 'Cancel' }).click();
  await style.evaluate((it) => (it as HTMLElement).remove());
  await page.setViewportSize({ width: 1280, height: 800 });
}, 60_000);

test('a note that changed while its form was open is not overwritten, and the form says so', async () => {
  const address = 'bob@example.com';
  const path = await desk.request(address);
  await desk.press(edit(address));
  await modal().getByLabel('subject, required').fill('Mine');
  const theirs = (await desk.text(path)).replace('A letter', 'Theirs');
  await writeFile(join(desk.vault, path), theirs);
  await desk.card(address).getByText('Theirs').first().waitFor();
  await save().click();
  await modal().getByText('The request was changed since you opened it.').waitFor();
  expect(await desk.text(path)).toContain('subject: Theirs');
  await modal().getByRole('button', { name: 'Cancel' }).click();
}, 60_000);

test('a form takes no comments out of a block: Edit opens the note, and says why', async () => {
  const address = 'ann@example.com';
  const path = await desk.request(address);
  const text = (await desk.text(path)).replace('arguments:\n', 'arguments:\n  # Ask Ann first.\n');
  await writeFile(join(desk.vault, path), `${text}\nAsked.\n`);
  await desk.press(edit(address));
  await desk.page.getByText('A form would remove the comments in the block.').waitFor();
  expect(await modal().count()).toBe(0);
  expect(await desk.text(path)).toContain('# Ask Ann first.');
}, 60_000);

test('where no form can be made, Edit opens the note, and says why', async () => {
  const address = 'eve@example.com';
  const path = 'Pending_Approval/mail-to-eve.md';
  const text = await desk.text(await desk.request(address));
  await writeFile(join(desk.vault, path), text.replace('tool: send_email', 'tool: send_fax'));
  await desk.card(address).getByText('send_fax').first().waitFor();
  await desk.press(edit(address));
  await desk.page
    .getByText('has no tool “send_fax”. Edit the block in the note instead.')
    .waitFor();
  expect(await modal().count()).toBe(0);
  await desk.page
    .locator('.workspace-leaf-content[data-type="markdown"]')
    .getByText('mail-to-eve')
    .first()
    .waitFor();
  expect(desk.errors).toEqual([]);
}, 60_000);
