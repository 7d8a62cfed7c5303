import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { until } from '../support/until.js';

let desk: Desk;
const modal = () => desk.page.locator('.modal');
const button = (name: string) => modal().getByRole('button', { name, exact: true });
const call = () => modal().getByLabel('As written in the note').textContent();

const servers = {
  mcpServers: {
    practice: { type: 'practice' },
    trial: { type: 'practice' },
    gone: { command: 'no-such-program-anywhere' },
    silent: { command: process.execPath, args: ['-e', 'setInterval(() => undefined, 1000)'] },
  },
};

const plan = `---
task_id: PLAN-2026-001
source_link: "[[brief]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Pay Bob.

## Context
He asked.

## Roadmap
1. [ ] ✋ Pay Bob, bob@example.com
2. [ ] ✋ Tell him

## Reasoning Logs
- [2026-02-21T10:30:00Z] Human: Created plan — It was asked for.
`;

beforeAll(async () => {
  desk = await openDesk();
  await desk.button('Import servers…').click();
  await modal().getByRole('textbox').fill(JSON.stringify(servers));
  await desk.press(button('Import'));
  await button('Done').click();
  await modal().waitFor({ state: 'detached' });
  await writeFile(join(desk.vault, 'Plans/PLAN-2026-001.md'), plan);
  await desk.button('Draft request…').waitFor();
}, 60_000);

test('the form is made from the tool’s schema, and judged as it is typed', async () => {
  await desk.openCommand('Draft request for the current step');
  expect(await modal().getByLabel('Server').inputValue(), 'not a practice server').not.toMatch(
    /practice|trial/,
  );
  await modal().getByLabel('Server').selectOption('practice');
  expect(await modal().getByLabel('Tool').inputValue(), 'the tool that pays').toBe('pay_invoice');
  await modal().getByLabel('Tool').selectOption('send_email');
  await modal().getByLabel('Server').selectOption('trial');
  expect(await modal().getByLabel('Tool').inputValue(), 'the same tool').toBe('send_email');
  await modal().getByLabel('Tool').selectOption('pay_invoice');
  expect(await modal().getByLabel('Type').inputValue()).toBe('payment');
  expect(await modal().getByLabel('to, required').inputValue()).toBe('bob@example.com');
  await modal().getByText('ISO 4217, like EUR.').waitFor();

  const amount = modal().getByLabel('amount, required');
  await amount.fill('ten');
  await modal().getByText('Not a number. Type digits, such as 12 or 12.5.').waitFor();
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  await amount.fill('-5');
  await modal().getByText('Must be more than 0').waitFor();
  await amount.fill('12.5');
  await modal().getByLabel('currency, required').fill('euro');
  await modal().getByText('t match the pattern').waitFor();
  expect(await call()).toBe('Check the marked fields first.');
  await modal().getByLabel('currency, required').fill('EUR');
  await modal().getByLabel('reference, required').fill('Invoice\u202e 7');
  expect(await call()).toContain('amount: 12.5\n  currency: EUR\n  reference: ');
  expect(await call()).toContain('‹U+202E›');
  await desk.page.mouse.click(5, 300);
  await modal().getByText('What you typed isn’t saved.').waitFor();
  expect(await modal().getByLabel('currency, required').inputValue()).toBe('EUR');
}, 60_000);

test('form and JSON hold the same, and what the tool does not name is refused', async () => {
  await modal().getByLabel('reference, required').fill('Invoice 7');
  await button('Edit as JSON').click();
  const json = modal().getByLabel('Arguments as JSON');
  const typed = JSON.parse(await json.inputValue()) as object;
  expect(typed).toEqual({
    ...{ to: 'bob@example.com', amount: 12.5, currency: 'EUR', reference: 'Invoice 7' },
  });
  await json.fill(JSON.stringify({ ...typed, trace: true }));
  await modal().getByText('The tool has no input named “trace”. Remove it.').waitFor();
  await button('Show the form').click();
  await modal().getByText('A form can’t show these arguments.').waitFor();
  await json.fill('{"amount": ');
  await button('Draft request').click();
  await modal().getByText('Not saved. Check the marked fields.').waitFor();
  await json.fill(JSON.stringify({ ...typed, amount: 13 }));
  await button('Show the form').click();
  expect(await modal().getByLabel('amount, required').inputValue()).toBe('13');
}, 60_000);

test('another tool keeps what it takes, and a bridge that does not answer takes JSON', async () => {
  await modal().getByLabel('Tool').selectOption('send_email');
  expect(await modal().getByLabel('to, required').inputValue()).toBe('bob@example.com');
  await modal().getByLabel('to, required').fill('typed@example.com');
  await modal().getByLabel('Server').selectOption('silent');
  await button('Draft request').click();
  await modal().getByText('Still asking the server for its tools.').waitFor();
  expect(await desk.notes('Pending_Approval')).toEqual([]);
  await modal().getByLabel('Server').selectOption('practice');
  // Nothing was chosen of the server that did not answer: what was chosen of this one still is.
  expect(await modal().getByLabel('Tool').inputValue()).toBe('send_email');
  expect(await modal().getByLabel('to, required').inputValue()).toBe('typed@example.com');
  await modal().getByLabel('Server').selectOption('gone');
  await modal().getByText('The list of tools couldn’t be loaded').waitFor();
  await modal().getByLabel('Tool').fill('send');
  await modal().getByLabel('Arguments as JSON').fill('{"to": "half');
  await button('Try again').click();
  await button('Try again').waitFor();
  await modal().getByText('The list of tools couldn’t be loaded').waitFor();
  expect(await modal().getByLabel('Tool').inputValue()).toBe('send');
  expect(await modal().getByLabel('Arguments as JSON').inputValue()).toBe('{"to": "half');
  await modal().getByLabel('Tool').fill('');
  await modal().getByLabel('Arguments as JSON').fill('{}');
  await button('Draft request').click();
  await modal().getByText('No tool selected. Type the name of the tool.').waitFor();
  await modal().getByLabel('Tool').fill('pay');
  await modal().getByLabel('Arguments as JSON').fill('{"to": "Bob", "amount": 5}');
  expect(await call()).toBe('bridge: gone\ntool: pay\narguments:\n  to: Bob\n  amount: 5\n');
  await button('Draft request').click();
  await modal().waitFor({ state: 'detached' });
  // The new card is brought up.
  await desk.panel.locator('article:focus').waitFor();
  const [note] = await desk.notes('Pending_Approval');
  expect(await desk.text(`Pending_Approval/${note ?? ''}`)).toContain(
    'bridge: gone\ntool: pay\narguments:\n  to: Bob\n  amount: 5\n',
  );
}, 60_000);

test('a tool that nothing suggests is asked for beside its field', async () => {
  const path = join(desk.vault, 'Plans/PLAN-2026-001.md');
  // The plan may be written at the same moment, with the request of the test before.
  await until('step 1 is ticked', async () => {
    const text = await readFile(path, 'utf8');
    if (text.includes('1. [ ]')) await writeFile(path, text.replace('1. [ ]', '1. [x]'));
    const next = desk.panel.locator('[aria-current=step]').getByText('Tell him');
    return (await next.isVisible()) ? true : null;
  });
  await desk.openCommand('Draft request for the current step');
  await modal().getByLabel('Server').selectOption('practice');
  await modal().getByLabel('Tool').waitFor();
  expect(await modal().getByLabel('Tool').inputValue()).toBe('');
  await button('Draft request').click();
  await modal().getByText('Choose a tool.').waitFor();
  expect(await modal().getByLabel('Tool').getAttribute('aria-invalid')).toBe('true');
  await modal().getByLabel('Tool').selectOption('send_email');
  await modal().getByText('Choose a tool.').waitFor({ state: 'detached' });
  expect(desk.errors).toEqual([]);
}, 60_000);
