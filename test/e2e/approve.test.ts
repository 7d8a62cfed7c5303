import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brief, openDesk, type Desk } from './desk.js';
import { startPressClock, stopPressClockWhen } from './press-clock.js';
import { until } from '../support/until.js';

const holdMs = 10_000;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ notes: { 'Welcome.md': '# Welcome\n' } });
}, 60_000);
afterAll(() => desk.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const executed = (address: string) =>
  until(`${address} is filed`, async () => {
    const found = await desk.find(address);
    return found?.folder === 'Done/Actions' && found.text.includes('status: executed')
      ? found
      : null;
  });

test('a brief becomes a plan, its steps are ticked, its action is drafted and approved: one mail [HOST-1] [GATE-1] [GATE-8]', async () => {
  const address = 'client_a@example.com';
  await writeFile(join(desk.vault, 'Inbox', 'EMAIL_client-a-invoice.md'), brief);
  await desk.button('Create plan').click();
  const plan = 'Plans/PLAN-2026-001.md'.replace('2026', String(new Date().getFullYear()));
  for (const step of [1, 2]) {
    await desk.panel.getByRole('checkbox', { name: new RegExp(`^Step ${step}:`) }).click();
    await until(`step ${step} is ticked in the note`, async () =>
      (await desk.text(plan)).includes(`\n${step}. [x] `) ? true : null,
    );
  }
  await desk.button('Draft request…').click();
  const modal = desk.page.locator('.modal');
  await modal.getByLabel('Tool').selectOption('send_email');
  await modal.getByLabel('Recipient', { exact: true }).fill(address);
  expect(await modal.getByLabel('to, required').inputValue()).toBe(address);
  await modal.getByRole('button', { name: 'Edit as JSON' }).click();
  await modal
    .getByLabel('Arguments as JSON')
    .fill(`to: ${address}\nsubject: January invoice\ntext: |\n  Dear Client A,\n  here it is.\n`);
  await modal.getByRole('button', { name: 'Draft request', exact: true }).click();

  const card = desk.card(address);
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  expect(await card.textContent()).toContain('Dear Client A,\nhere it is.');
  expect(await desk.text(plan)).toContain('status: Blocked');
  expect(desk.mailsTo(address)).toBe(0);

  await desk.press(card.getByRole('button', { name: 'Approve' }));
  const found = await executed(address);
  expect(found.text).toContain('## Outcome');
  expect(desk.sink.mails.map(({ subject }) => subject)).toEqual(['January invoice']);
  await until('the step is ticked', async () =>
    (await desk.text(plan)).includes('[x] ✋') ? true : null,
  );
  expect(await desk.text(plan)).toContain('status: Active');
  expect(desk.errors).toEqual([]);
}, 90_000);

describe('dragging the note to Approved in the file explorer', () => {
  test('runs it once, when the hold is over and not before [GATE-23]', async () => {
    const address = 'dragged@example.com';
    const path = await desk.request(address);
    await desk.drag(path, 'Approved');
    const timer = desk.card(address).getByRole('timer');
    await timer.waitFor();
    const began = Date.now();
    expect(await timer.textContent()).toMatch(/^Runs in \d+ s$/);
    expect((await desk.find(address))?.folder).toBe('Approved');
    await pause(holdMs / 2);
    expect([desk.mailsTo(address), (await desk.find(address))?.text.includes('"stamp"')]).toEqual([
      0,
      false,
    ]);
    await executed(address);
    expect(Date.now() - began).toBeGreaterThan(holdMs * 0.9);
    expect(desk.mailsTo(address)).toBe(1);
  }, 60_000);

  test('and Undo within the hold: it is back in Pending, and nothing is sent [GATE-23]', async () => {
    const address = 'undone@example.com';
    const path = await desk.request(address);
    await desk.drag(path, 'Approved');
    await desk.card(address).getByRole('button', { name: 'Undo' }).click();
    await desk.card(address).getByRole('button', { name: 'Approve' }).waitFor();
    await pause(holdMs + 2_000);
    expect(desk.mailsTo(address)).toBe(0);
    const found = await desk.find(address);
    expect([found?.folder, found?.text.includes('"stamp"')]).toEqual(['Pending_Approval', false]);
  }, 60_000);
});

describe('bytes that change between display and Approve', () => {
  test('are not approved, and the change is shown; once it was read, what is there now can be [GATE-8]', async () => {
    const address = 'first@example.com';
    const path = await desk.request(address);
    const card = desk.card(address);
    const approve = card.getByRole('button', { name: 'Approve' });
    await approve.scrollIntoViewIfNeeded();
    await approve.click({ trial: true });
    const box = await approve.boundingBox();
    const text = (await desk.text(path)).replace('Hello from', 'Good bye from');
    // The note is replaced and the button pressed before a person could have noticed.
    const change = 'Changed since you looked';
    await stopPressClockWhen(desk.page, { selector: 'article', text: change, change: 'comes' });
    await writeFile(join(desk.vault, path), text);
    await desk.page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await card.getByText(change).waitFor();
    await startPressClock(desk.page);
    expect(await card.locator('del').textContent()).toContain('Hello from');
    expect(await card.locator('ins').textContent()).toContain('Good bye from');
    await pause(2_000);
    expect(desk.mailsTo(address)).toBe(0);
    const found = await desk.find(address);
    expect([found?.folder, found?.text.includes('"stamp"')]).toEqual(['Pending_Approval', false]);
    expect(await approve.count()).toBe(0);

    await desk.press(card.getByRole('button', { name: 'I have read the change' }));
    await desk.press(approve);
    expect((await executed(address)).text).toContain('Good bye from');
    expect(desk.mailsTo(address)).toBe(1);
  }, 60_000);

  test('while a drag is held are not stamped: it asks [GATE-8] [GATE-7]', async () => {
    const address = 'swapped@example.com';
    const path = await desk.request(address);
    await desk.drag(path, 'Approved');
    await desk.card(address).getByRole('timer').waitFor();
    const held = path.replace('Pending_Approval/', 'Approved/');
    await writeFile(
      join(desk.vault, held),
      (await desk.text(held)).replace('Hello from', 'Good bye from'),
    );
    await desk
      .card(address)
      .getByRole('button', { name: /Move back|Take back/ })
      .waitFor();
    await pause(holdMs + 1_000);
    expect(desk.mailsTo(address)).toBe(0);
    expect((await desk.find(address))?.text).not.toContain('"stamp"');
  }, 60_000);
});

test('a double click approves one request, not the one that takes its place', async () => {
  const [first, second] = ['double1@example.com', 'double2@example.com'];
  await desk.request(first);
  await desk.request(second);
  const approve = desk.card(first).getByRole('button', { name: 'Approve' });
  await approve.click({ trial: true });
  await pause(700);
  await approve.dblclick();
  await executed(first);
  await pause(1_000);
  expect([desk.mailsTo(first), desk.mailsTo(second)]).toEqual([1, 0]);
  expect((await desk.find(second))?.folder).toBe('Pending_Approval');
}, 60_000);

test('paused, nothing runs; resumed by a press, it does [GATE-23]', async () => {
  const address = 'paused@example.com';
  await desk.request(address);
  await desk.openCommand('Pause all actions');
  await desk.button('Resume').waitFor();
  await desk.press(desk.card(address).getByRole('button', { name: 'Approve' }));
  await until('it is stamped and waits', async () => {
    const found = await desk.find(address);
    return found?.folder === 'Approved' && found.text.includes('"stamp"') ? true : null;
  });
  await pause(1_500);
  expect(desk.mailsTo(address)).toBe(0);
  // A command only leads to the button.
  await desk.openCommand('Resume all actions');
  await pause(500);
  expect(desk.mailsTo(address)).toBe(0);
  const alert = desk.panel.locator('.countersign-alert').filter({ hasText: address });
  await desk.press(alert.getByRole('button', { name: 'Resume' }));
  await executed(address);
  expect(desk.mailsTo(address)).toBe(1);
}, 60_000);

test('what is typed into the open note and not saved yet is saved before it is compared', async () => {
  const address = 'typed@example.com';
  const path = await desk.request(address);
  await desk.reveal(path);
  await desk.page.locator(`.nav-file-title[data-path="${path}"]`).click();
  const editor = desk.page.locator('.markdown-source-view textarea').last();
  if (!(await editor.isVisible())) {
    await desk.page.getByRole('button', { name: /edit/i }).first().click();
  }
  await editor.focus();
  await desk.page.keyboard.press('Control+End');
  await desk.page.keyboard.type('One more thing.');
  await desk.press(desk.card(address).getByRole('button', { name: 'Approve' }));
  await desk.card(address).getByText('Changed since you looked').waitFor();
  expect(desk.mailsTo(address)).toBe(0);
  await until('what was typed is in the note', async () =>
    (await desk.text(path)).includes('One more thing.') ? true : null,
  );
}, 60_000);
