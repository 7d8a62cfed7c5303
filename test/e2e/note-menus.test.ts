import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';

const minutes = `# Minutes

- Write the offer
- Send the offer to client@example.com

Ordered cake for Friday.
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({
    notes: {
      'Minutes.md': minutes,
      'Empty.md': '',
      'Other/Minutes.md': '# Other minutes\n\n- Call Ann\n',
    },
    size: { width: 1500, height: 900 },
  });
}, 90_000);
afterAll(() => desk.close());

const menu = () => desk.page.locator('.menu');
const modal = () => desk.page.locator('.modal').last();
async function openMenu(path: string): Promise<void> {
  await desk.reveal(path);
  await desk.page.locator(`.nav-file-title[data-path="${path}"]`).click({ button: 'right' });
  await menu().waitFor();
}
async function titles(path: string): Promise<string[]> {
  await openMenu(path);
  const texts = await menu().locator('.menu-item-title').allTextContents();
  await desk.page.keyboard.press('Escape');
  return texts.filter((text) => /request|plan/i.test(text));
}
const choose = (title: string) => menu().getByText(title, { exact: true }).click();
const put = (id: string, created = '2026-02-21T10:40:00Z') =>
  writeFile(
    join(desk.vault, `Pending_Approval/${id}.md`),
    letterRequest({ id, to: `${id}@example.com`, created }),
  );

test('“Review request” opens the panel at the card, with the focus, and approves nothing [HOST-7]', async () => {
  for (let number = 0; number < 24; number += 1) {
    await put(`row-${number}`, `2026-01-01T00:00:${String(number).padStart(2, '0')}Z`);
  }
  await desk.card('row-19@example.com').waitFor();
  await desk.page.evaluate(() => window.standIn!.app.workspace.rightSplit.collapse());
  for (const id of ['row-3', 'row-23']) {
    await openMenu(`Pending_Approval/${id}.md`);
    await choose('Review request');
    const card = desk.card(`${id}@example.com`);
    await expect.poll(() => card.evaluate((one) => one === document.activeElement)).toBe(true);
    // The cards above it become shorter once they are prepared.
    await expect.poll(() => desk.panel.getByText('Preparing for').count()).toBe(0);
    const box = await card.boundingBox();
    expect(box && box.y >= 0 && box.y < 900).toBe(true);
    expect((await desk.find(`${id}@example.com`))?.folder).toBe('Pending_Approval');
  }
  expect(await desk.panel.locator('article.countersign-review').count()).toBe(21);
}, 90_000);

test('each note has what can be done with it', async () => {
  expect(await titles('Pending_Approval/row-0.md')).toEqual(['Review request']);
  expect(await titles('Minutes.md')).toEqual(['Create plan from this note…']);
  expect(await titles('Dashboard.md')).toEqual([]);
}, 60_000);

test('a request’s own note is shown in the file explorer, or its path is said where there is none', async () => {
  const path = 'Pending_Approval/row-0.md';
  const row = desk.page.locator(`.nav-file-title[data-path="${path}"]`);
  await desk.reveal(path);
  await row.click();
  const show = desk.page.getByRole('button', { name: 'Show in file explorer' });
  await show.waitFor();
  await desk.page.getByLabel('Collapse all').click();
  await desk.page.evaluate(() => window.standIn!.app.workspace.leftSplit.collapse());
  await expect.poll(() => row.isVisible()).toBe(false);
  await show.click();
  await row.waitFor();

  await desk.page.evaluate(() =>
    window.standIn!.host.internalPlugins.enabled.delete('file-explorer'),
  );
  await show.click();
  await desk.page.getByText(`The note is ${path}.`).waitFor();
}, 60_000);

test('“Create plan from this note…” shows the steps first, writes the plan, and goes on with it the next time [US1.1]', async () => {
  await openMenu('Minutes.md');
  await choose('Create plan from this note…');
  await modal().getByText('From: Minutes').waitFor();
  const steps = modal().getByLabel('Steps, one per line');
  expect(await steps.inputValue()).toBe('Write the offer\n✋ Send the offer to client@example.com');
  // It is no item, and does not become one.
  expect(await modal().getByRole('button', { name: 'Save as a simple task' }).isVisible()).toBe(
    false,
  );
  expect(await desk.notes('Plans')).toEqual([]);
  await steps.fill('Write the offer\nRead it again\nSend the offer to client@example.com');
  await modal().getByRole('button', { name: 'Create plan' }).click();
  const path = await desk.only('Plans');
  await desk.page.locator('.workspace-tab-header.is-active', { hasText: 'PLAN-' }).waitFor();
  const plan = await desk.text(path);
  expect(plan).toContain('source_link: "[[Minutes]]"');
  expect(plan).toMatch(
    /1\. \[ \] Write the offer\n2\. \[ \] Read it again\n3\. \[ \] ✋ Send the offer to client@example\.com/,
  );
  expect(await desk.text('Minutes.md')).toBe(minutes);

  await desk.page.locator('.nav-file-title[data-path="Minutes.md"]').click();
  await desk.page.locator('.workspace-tab-header.is-active', { hasText: 'Minutes' }).waitFor();
  await openMenu('Minutes.md');
  await choose('Create plan from this note…');
  await desk.page.locator('.workspace-tab-header.is-active', { hasText: 'PLAN-' }).waitFor();
  expect(await modal().count()).toBe(0);
  expect(await desk.notes('Plans')).toHaveLength(1);

  // Another note of the same name is another source.
  await openMenu('Other/Minutes.md');
  await choose('Create plan from this note…');
  await modal().getByRole('button', { name: 'Create plan' }).click();
  await modal().getByRole('button', { name: 'Create a new plan' }).click();
  await expect.poll(() => desk.notes('Plans')).toHaveLength(2);
  const other = (await desk.notes('Plans'))
    .map((name) => `Plans/${name}`)
    .find((one) => one !== path);
  expect(await desk.text(other ?? '')).toContain('source_link: "[[Other/Minutes]]"');
}, 60_000);

test('a note with nothing in it says so', async () => {
  await openMenu('Empty.md');
  await choose('Create plan from this note…');
  await desk.page.getByText('This note is empty, so there is nothing to plan.').waitFor();
  expect(await desk.notes('Plans')).toHaveLength(2);
}, 60_000);

test('“Create plan from selection…” plans the selection alone, and keeps it as an item', async () => {
  await desk.page.locator('.nav-file-title[data-path="Minutes.md"]').click();
  const note = desk.page.locator('.workspace-leaf.mod-active');
  await note.getByLabel('Click to edit').click();
  const field = note.getByLabel('Note text');
  await field.click({ button: 'right' });
  await menu().waitFor();
  expect(await menu().getByText('Create plan from selection…').count()).toBe(0);
  await desk.page.keyboard.press('Escape');
  await field.evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('Ordered');
    area.focus();
    area.setSelectionRange(at, area.value.length);
  });
  await desk.page.keyboard.press('Shift+ArrowLeft');
  await field.evaluate((area) =>
    area.dispatchEvent(new MouseEvent('contextmenu', { clientX: 600, clientY: 300 })),
  );
  await choose('Create plan from selection…');
  await modal().getByText('From a selection in Minutes').waitFor();
  expect(await modal().getByLabel('What should be done?').inputValue()).toBe(
    'Ordered cake for Friday.',
  );
  expect(await desk.notes('Needs_Action')).toEqual([]);
  for (const isDark of [true, false]) {
    await desk.page.evaluate((dark) => {
      document.body.classList.toggle('theme-dark', dark);
      document.body.classList.toggle('theme-light', !dark);
    }, isDark);
    await desk.screenshot(`plan-from-selection-${isDark ? 'dark' : 'light'}`);
  }
  await modal().getByRole('button', { name: 'Create plan' }).click();
  const item = await desk.only('Needs_Action');
  expect(item).toMatch(/_ordered-cake-for-friday\.md$/);
  expect(await desk.text(item)).toMatch(
    /^---\ntype: selection\nsource: "\[\[Minutes\]\]"\npriority: low\ncreated_date: .*Z\n---\n\nOrdered cake for Friday\.\n$/,
  );
  await expect.poll(() => desk.notes('Plans')).toHaveLength(3);
  const plans = await Promise.all(
    (await desk.notes('Plans')).map((name) => desk.text(`Plans/${name}`)),
  );
  const source = `[[${item.replace('Needs_Action/', '').replace('.md', '')}]]`;
  const plan = plans.find((text) => text.includes(source));
  expect(plan).toContain('Ordered cake for Friday');
  expect(plan).not.toContain('Write the offer');
  expect(await desk.text('Minutes.md')).toBe(minutes);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('on a device that runs nothing the menus open reviews and write no plan', async () => {
  const phone = await desk.secondDevice({ device: 'phone', platform: 'phone', plugin: true });
  const offered = () =>
    phone.page.evaluate(() => {
      const { workspace, vault } = window.standIn!.app;
      const of = (path: string) => {
        const said: string[] = [];
        const item = {
          setTitle: (title: string) => (said.push(title), item),
          setIcon: () => item,
          setSection: () => item,
          onClick: () => item,
        };
        const menu = { addItem: (add: (one: unknown) => void) => (add(item), menu) };
        workspace.trigger('file-menu', menu, vault.getFileByPath(path), 'more-options');
        return said;
      };
      return [of('Pending_Approval/row-0.md'), of('Minutes.md')];
    });
  await expect.poll(offered).toEqual([['Review request'], []]);
}, 60_000);

test('“Adopt plan” writes a plan beside one in another tool’s form, and opens it', async () => {
  const foreign = 'Plans/PLAN_offer.md';
  const steps = '## Steps\n- [x] Write the offer\n- [ ] Send the offer to client@example.com\n';
  await writeFile(join(desk.vault, foreign), steps);
  const before = await desk.notes('Plans');
  await expect.poll(() => titles(foreign)).toEqual(['Adopt plan']);
  await openMenu(foreign);
  await choose('Adopt plan');
  await expect.poll(() => desk.notes('Plans')).toHaveLength(before.length + 1);
  const made = (await desk.notes('Plans')).find((name) => !before.includes(name)) ?? '';
  const plan = await desk.text(`Plans/${made}`);
  expect(plan).toContain('source_link: "[[PLAN_offer]]"');
  expect(plan).toMatch(/1\. \[x\] Write the offer\n2\. \[ \] ✋ Send the offer/);
  expect(await desk.text(foreign)).toBe(steps);
  await expect.poll(() => titles(foreign)).toEqual([]);
}, 60_000);

test('“Review steps…” shows the steps that are proposed for an item, to be changed before its plan is written [US1.1]', async () => {
  const item = 'Inbox/Invoice for Bob.md';
  const text = 'Write the invoice, then send it to bob@example.com and log the payment.\n';
  await writeFile(join(desk.vault, item), text);
  const before = await desk.notes('Plans');
  const card = desk.panel.locator('.countersign-suggestion', { hasText: 'bob@example.com' });
  const modal = desk.page.locator('.modal');
  const steps = modal.getByLabel('Steps, one per line');
  await desk.press(card.getByRole('button', { name: 'Review steps…' }));
  await modal.getByText(`From: ${item.slice(item.lastIndexOf('/') + 1, -'.md'.length)}`).waitFor();
  expect(await modal.getByLabel('What should be done?').isEditable()).toBe(false);
  expect(await steps.inputValue()).toBe(
    'Write the invoice\n✋ Send it to bob@example.com\nLog the payment',
  );
  for (const isDark of [true, false]) {
    await desk.page.evaluate((dark) => {
      document.body.classList.toggle('theme-dark', dark);
      document.body.classList.toggle('theme-light', !dark);
    }, isDark);
    await desk.screenshot(`review-steps-${isDark ? 'dark' : 'light'}`);
  }
  await steps.fill('Look up what Bob ordered\nWrite the invoice\nSend it to bob@example.com\n');
  // A window that is closed by mistake loses nothing.
  await desk.page.keyboard.press('Escape');
  expect(await desk.notes('Plans')).toEqual(before);
  await desk.press(card.getByRole('button', { name: 'Review steps…' }));
  expect(await steps.inputValue()).toMatch(/^Look up what Bob ordered\n/);
  await modal.getByLabel('Objective').fill('Bob has his invoice.');
  await modal.getByRole('button', { name: 'Create plan' }).click();
  await expect.poll(() => desk.notes('Plans')).toHaveLength(before.length + 1);
  const made = (await desk.notes('Plans')).find((name) => !before.includes(name)) ?? '';
  const plan = await desk.text(`Plans/${made}`);
  expect(plan).toContain('source_link: "[[Invoice for Bob]]"');
  expect(plan).toContain('# Objective\nBob has his invoice.\n');
  expect(plan).toMatch(
    /1\. \[ \] Look up what Bob ordered\n2\. \[ \] Write the invoice\n3\. \[ \] ✋ Send it to bob@example\.com \^s3\n/,
  );
  await card.waitFor({ state: 'detached' });
  expect(await desk.text(item)).toBe(text);
}, 60_000);

test('an item whose steps were reviewed is kept as a task all the same', async () => {
  const item = 'Inbox/Invoice for Carol.md';
  const text = 'Write the invoice, then send it to carol@example.com.\n';
  const broken = `---\ntype: [\n---\n\n${text}`;
  await writeFile(join(desk.vault, item), broken);
  const before = await desk.notes('Plans');
  const card = desk.panel.locator('.countersign-suggestion', { hasText: 'carol@example.com' });
  const keep = async () => {
    await desk.press(card.getByRole('button', { name: 'Review steps…' }));
    await desk.page
      .locator('.modal')
      .getByRole('button', { name: 'Save as a simple task' })
      .click();
  };
  await keep();
  await desk.page
    .getByText('The properties of this note can’t be read, so the choice can’t be saved in it.')
    .waitFor();
  expect(await desk.text(item)).toBe(broken);
  await desk.page.keyboard.press('Escape');
  // A note without properties gets the one that says so; the rest stays.
  await writeFile(join(desk.vault, item), text);
  await keep();
  await card.waitFor({ state: 'detached' });
  const kept = await desk.text(item);
  expect(kept).toMatch(/^---\ntreat_as: task\n/);
  expect(kept.endsWith(`---\n\n${text}`)).toBe(true);
  expect(await desk.notes('Plans')).toEqual(before);
}, 60_000);
