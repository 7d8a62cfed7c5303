import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1400, height: 2400 }, width: 420 });
}, 90_000);
afterAll(() => desk.close());

test('another tool’s note is read, taken over by a press, approved, and one mail is sent [GATE-18]', async () => {
  const to = 'foreign@example.com';
  const path = 'Approved/EMAIL_foreign.md';
  const note = `---\naction: send_email\nto: ${to}\nsubject: A letter\n---\nHello from another tool.\n`;
  await writeFile(join(desk.vault, path), note);
  const card = desk.panel.locator('article.countersign-external').filter({ hasText: to });
  await card.getByText('guessed from the text below the properties').waitFor();
  const use = card.getByRole('button', { name: 'Use this', exact: true });
  // A page’s own script is no person.
  await use.evaluate((button) => (button as HTMLButtonElement).click());
  await desk.panel.getByText('wasn’t a click by a person').waitFor();
  expect(await desk.text(path)).toBe(note);
  await pressAsPerson(use);
  await pressAsPerson(desk.card(to).getByRole('button', { name: 'Approve' }));
  const filed = await until('it is filed', async () => {
    const found = await desk.find(to);
    return found?.folder === 'Done/Actions' && found.text.includes('status: executed')
      ? found
      : null;
  });
  expect(desk.mailsTo(to)).toBe(1);
  expect(await card.count()).toBe(0);
  expect(filed.text).toContain('Hello from another tool.');
  expect(desk.errors).toEqual([]);
}, 60_000);

test('an incomplete request is shown, and a press moves it to Rejected as it is [FR-009, US3.3]', async () => {
  const to = 'incomplete@example.com';
  const name = '2026-02-21T10-40-00Z_email_incomplete.md';
  const note = `---\naction_type: email\ntarget_recipient: ${to}\n---\nHello.\n`;
  await writeFile(join(desk.vault, 'Pending_Approval', name), note);
  const card = desk.panel.locator('article.countersign-external').filter({ hasText: to });
  await card.getByText('Incomplete: it has no action block').waitFor();
  await card.getByText('It has no subject.').waitFor();
  await desk.press(card.getByRole('button', { name: 'Reject' }));
  const rejected = await until('it is in Rejected', () =>
    desk.text(`Rejected/${name}`).catch(() => null),
  );
  expect(rejected).toBe(note);
  expect(desk.mailsTo(to)).toBe(0);
  expect(desk.errors).toEqual([]);
}, 60_000);
