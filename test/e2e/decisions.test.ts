import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { planNote } from '../support/builders/plan-note.js';
import { until } from '../support/until.js';

let desk: Desk;
const path = 'Plans/PLAN-2026-001.md';
beforeAll(async () => {
  desk = await openDesk();
  await writeFile(join(desk.vault, path), planNote());
  await desk.button('Record a decision…').waitFor();
}, 60_000);

const modal = () => desk.page.locator('.modal');
const field = (name: string) => modal().getByLabel(name, { exact: true });
const record = () => modal().getByRole('button', { name: 'Record', exact: true });
const question = 'How to deliver the invoice';

test('a window with more decisions than it shows says so, and one with only a lost decision does not deny it', async () => {
  const line = (body: string) => `- [2026-02-21T10:31:00Z] Agent: ${body}\n`;
  const lost = line('Decision — Lost [under:: [[#^g-zzzzzz]]] ^d-zzzzzz');
  await writeFile(join(desk.vault, path), planNote() + lost);
  const shown = async (words: string): Promise<string> => {
    await desk.button('Decisions').click();
    await modal().getByText(words).first().waitFor();
    const text = await modal().innerText();
    await desk.page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
    return text;
  };
  await desk.button('Decisions').waitFor();
  expect(await shown('Lost')).not.toContain('No decision has been recorded');
  const letter = (n: number) => 'abcdefghijklmnopqrstuvwxyz'.charAt(n);
  const many = Array.from({ length: 203 }, (_, n) =>
    line(`Decision — ${n} ^d-aaaa${letter(Math.floor(n / 26))}${letter(n % 26)}`),
  );
  await writeFile(join(desk.vault, path), planNote() + many.join(''));
  await expect.poll(async () => shown('Not decided yet')).toContain('… and 3 more decisions');
  await writeFile(join(desk.vault, path), planNote());
}, 60_000);

test('a person records a decision, its options and why; what was typed stays until then', async () => {
  const { page } = desk;
  await desk.button('Record a decision…').click();
  await record().click();
  await modal().getByText('Not saved. Check the marked fields.').waitFor();
  await field('What is to be decided?').fill(question);
  await page.keyboard.press('Escape');
  await modal().waitFor({ state: 'detached' });

  await desk.openCommand('Record a decision…');
  await expect.poll(() => field('What is to be decided?').inputValue()).toBe(question);
  // All by keyboard from here.
  await page.keyboard.press('Tab');
  await page.keyboard.type('WhatsApp');
  await modal().getByRole('button', { name: 'Add option' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('By post');
  await modal().getByLabel('Remove option 2').focus();
  await page.keyboard.press('Enter');
  expect(await field('Option 2').inputValue()).toBe('By post');
  await modal().getByRole('button', { name: 'Add option' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('E-mail');
  expect(await field('Why, option 1').isDisabled()).toBe(true);
  await modal().getByLabel('Nothing is chosen yet').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The contract asks for it');
  await field('Why, option 1').fill('No number on file');
  await record().focus();
  await page.keyboard.press('Enter');
  await page.getByText(`Recorded in PLAN-2026-001: ${question}.`).waitFor();
  const written = (await desk.text(path)).split('\n').filter((line) => line.includes('Human: '));
  const said = (line: string) =>
    line.replace(/^.*Human: /u, '').replace(/ ?(?:#?\^[dor]-\w{6})/gu, '');
  expect(written.map(said)).toEqual([
    `Decision — ${question}`,
    ...['WhatsApp', 'By post', 'E-mail'].map((option) => `Option for [[|${question}]] — ${option}`),
    'Rejected [[|WhatsApp]] — No number on file',
    'Chose [[|E-mail]] — The contract asks for it',
  ]);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('the decisions of a plan are shown with their reasons, who says so and what is damaged; a press opens the line', async () => {
  const [decision] = /d-\w{6}(?=$)/mu.exec(await desk.text(path)) ?? [];
  await appendFile(
    join(desk.vault, path),
    `- [${new Date().toISOString().slice(0, 19)}Z] Human: Observed — She said so [informs:: [[#^${decision}]]] ^b-2345ab\n` +
      '- [2026-02-21T10:31:00Z] Agent: Decision — Which address to use ^d-2345ab\n' +
      '- [2026-02-21T10:31:00Z] Agent: Chose nothing ^o-2345ab\n',
  );
  await desk.button('Decisions').click();
  const card = modal().locator('section').filter({ hasText: question });
  await expect
    .poll(() => card.getByRole('listitem').allInnerTexts())
    .toEqual([
      '✓ Chosen\nE-mail\nThe contract asks for it',
      'Open\nBy post',
      '✗ Rejected\nWhatsApp\nNo number on file',
      'Based on\nShe said so Outside',
    ]);
  expect(await modal().innerText()).toMatch(
    /Not decided yet\s+Which address to use not verified\s+Problems in the record/u,
  );
  await modal().getByText(`${path}, line `).focus();
  await desk.page.keyboard.press('Enter');
  await modal().waitFor({ state: 'detached' });
  // It is the last line: reading view goes as far down as it can.
  await expect.poll(scrolledTo).toBeGreaterThan(20);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('decisions are drawn into a new file where a person says, and nothing is written over', async () => {
  const { page } = desk;
  const to = 'Logs/reasoning/PLAN-2026-001-decisions';
  const exported = () => modal().getByRole('button', { name: 'Export', exact: true });
  const said = modal().locator('.countersign-modal-problem');
  await desk.openCommand('Export the decisions of the current plan…');
  await expect.poll(() => field('File').inputValue()).toBe(`${to}.canvas`);
  await exported().focus();
  await page.keyboard.press('Enter');
  await page.getByText(`Wrote ${to}.canvas.`).waitFor();
  expect(await desk.text(`${to}.canvas`)).toContain(`**Decision**\\n\\n${question}`);
  await modal().waitFor({ state: 'detached' });

  await desk.openCommand('Export the decisions of the current plan…');
  await exported().click();
  await expect.poll(() => said.innerText()).toContain(`${to}.canvas`);
  await field('File').fill('Approved/x.md');
  await exported().click();
  await expect.poll(() => said.innerText()).toContain('Approved is for plans and requests only.');
  await field('File').fill(`${to}.canvas`);
  await field('Form').selectOption('md');
  expect(await field('File').inputValue()).toBe(`${to}.md`);
  await exported().click();
  await page.getByText(`Wrote ${to}.md.`).waitFor();
  expect(await desk.text(`${to}.md`)).toMatch(/^```mermaid\nflowchart LR\n/u);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('what cannot be recorded is said in the window, which keeps what was typed', async () => {
  await desk.openCommand('Record a decision…');
  await field('What is to be decided?').fill('Whom to ask');
  await writeFile(join(desk.vault, path), '---\ntask_id: [PLAN-2026-001\n---\n');
  await record().click();
  const said = modal().locator('.countersign-modal-problem');
  await until('a problem', async () => ((await said.innerText()) === '' ? null : true));
  expect(await field('What is to be decided?').inputValue()).toBe('Whom to ask');
  expect(desk.errors).toEqual([]);
}, 60_000);

/** How far the note that is open is scrolled, in lines. */
const scrolledTo = () =>
  desk.page.evaluate(() => {
    const { app } = window.standIn! as unknown as {
      app: { workspace: { activeLeaf: { view: { currentMode: { getScroll(): number } } } } };
    };
    return app.workspace.activeLeaf.view.currentMode.getScroll();
  });
