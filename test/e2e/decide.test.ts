import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { planNote } from './office.js';
import { until } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1400, height: 1600 }, width: 600 });
}, 90_000);
afterAll(() => desk.close());

const step = 'Send the letter to';
const focused = () => desk.page.evaluate(() => document.activeElement?.textContent);
const alertOf = (kind: string) => desk.panel.locator(`.countersign-alert[data-kind=${kind}]`);
const notice = () => desk.page.locator('.notice');

/** A plan with a letter to approve, and a step after it; the value is the path of the plan. */
async function letter(number: number, address: string): Promise<string> {
  const planId = `PLAN-2026-00${number}`;
  const plan = `Plans/${planId}.md`;
  const text = planNote(planId, address).replace('priority: low', 'priority: high');
  await writeFile(
    join(desk.vault, plan),
    text.replace('\n\n## Reasoning', '\n2. [ ] Write it down\n\n## Reasoning'),
  );
  const id = `letter-${number}`;
  await writeFile(
    join(desk.vault, `Pending_Approval/${id}.md`),
    letterRequest({ id, to: address, planId }),
  );
  await desk.card(address).getByRole('button', { name: 'Approve' }).waitFor();
  return plan;
}

const holds = (plan: string, part: string | RegExp) =>
  until(`${plan} holds ${String(part)}`, async () => {
    const text = await readFile(join(desk.vault, plan), 'utf8').catch(() => '');
    return (typeof part === 'string' ? text.includes(part) : part.test(text)) ? text : null;
  });

/** The plan is over, so that the next one is the current mission. */
async function cancel(planId: string): Promise<void> {
  await desk.openCommand('Cancel the current plan');
  const modal = desk.page.locator('.modal');
  await modal.getByText(`Cancel ${planId}?`).waitFor();
  expect(await focused()).toBe('Keep plan');
  await modal.getByRole('button', { name: 'Cancel plan' }).click();
  await until(`${planId} is archived`, async () =>
    (await desk.notes('Archive')).some((name) => name.startsWith(planId)) ? true : null,
  );
}

test('a step done by hand is confirmed first, and Undo brings its request back to be approved [GATE-9]', async () => {
  const address = 'ana@example.com';
  const plan = await letter(1, address);
  await desk.press(desk.button('I’ve done this myself…'));
  await desk.panel
    .getByText('withdraws its request. Nothing is sent. You can undo this.')
    .waitFor();
  expect(await focused()).toBe('Cancel');
  await desk.screenshot('decide-done');
  await desk.press(desk.button('Mark as done'));
  await holds(plan, `1. [x] ✋ ${step}`);
  await notice().getByText('You marked step 1 as done.').waitFor();
  await desk.panel.getByText('1 of 2', { exact: false }).first().waitFor();
  await desk.screenshot('decide-undo');
  await notice().getByRole('button', { name: 'Undo' }).click();
  await holds(plan, /1\. \[ \] ✋[^]*Human: Reopened step 1/);
  await desk.card(address).getByRole('button', { name: 'Approve' }).waitFor();
  // Its card came into view, with the focus.
  await expect.poll(focused).toContain(address);
  expect((await desk.find(address))?.folder).toBe('Pending_Approval');
  expect(desk.mailsTo(address)).toBe(0);
  await cancel('PLAN-2026-001');
}, 90_000);

test('a ✋ step that is ticked in the note asks what that means, and its request comes back by a press [GATE-9]', async () => {
  const address = 'bob@example.com';
  const plan = await letter(2, address);
  const tick = async () => {
    const text = await desk.text(plan);
    await writeFile(join(desk.vault, plan), text.replace('1. [ ] ✋', '1. [x] ✋'));
    await alertOf('ticked_outside').getByText('Did you do it yourself?').waitFor();
  };
  await tick();
  await alertOf('blocked_long').waitFor({ state: 'detached' });
  await desk.screenshot('decide-ticked');
  await desk.press(alertOf('ticked_outside').getByRole('button', { name: 'Draft again…' }));
  await holds(plan, '1. [ ] ✋');
  await desk.card(address).getByRole('button', { name: 'Approve' }).waitFor();
  await expect.poll(focused).toContain(address);
  await tick();
  const did = alertOf('ticked_outside').getByRole('button', { name: 'I’ve done this myself' });
  await did.evaluate((control: HTMLElement) => control.click());
  await desk.panel.getByText('That wasn’t a click by a person.').waitFor();
  await desk.press(did);
  await alertOf('ticked_outside').waitFor({ state: 'detached' });
  await holds(plan, 'Human: Did step 1');
  expect(desk.mailsTo(address)).toBe(0);
  await cancel('PLAN-2026-002');
}, 90_000);

test('why a person rejected is in the plan, the note and the alert, and a redraft shows its card [GATE-9]', async () => {
  const address = 'eve@example.com';
  const plan = await letter(3, address);
  const reason = 'The amount is wrong: it is 15,000';
  await desk.press(desk.card(address).getByRole('button', { name: 'Reject' }));
  await desk.panel.getByLabel('Reason (optional)').fill(reason);
  await desk.panel.getByRole('button', { name: 'Reject', exact: true }).click();
  await holds(plan, `Rejected request for step 1 — ${reason}`);
  expect((await desk.find(address))?.text).toContain(`Rejected: ${reason}`);
  await alertOf('rejected').getByText(`Reason: “${reason}”`).waitFor();
  await desk.screenshot('decide-rejected');
  await desk.press(alertOf('rejected').getByRole('button', { name: 'Cancel plan…' }));
  await expect.poll(focused).toBe('Keep plan');
  await desk.screenshot('decide-cancel');
  await desk.page.keyboard.press('Enter');
  expect(await desk.text(plan)).toContain('status: Active');
  await desk.press(alertOf('rejected').getByRole('button', { name: 'Draft again…' }));
  await desk.card(address).getByRole('button', { name: 'Approve' }).waitFor();
  await expect.poll(focused).toContain(address);
  await desk.card(address).getByText(`Reason: “${reason}”`).waitFor();
  await desk.card(address).getByText('It is exactly the same as that request.').waitFor();
  await desk.card(address).locator('[data-does="approve"]:enabled').waitFor();
  expect(await desk.card(address).locator('.mod-cta').allInnerTexts()).toEqual(['Edit…']);
  await desk.screenshot('decide-redrafted');
  await cancel('PLAN-2026-003');
}, 90_000);

test('trust in moves is asked about first, with the focus on what changes nothing [GATE-23]', async () => {
  const trust = desk.panel.getByRole('switch', {
    name: 'Treat any move to Approved as approval',
  });
  await desk.press(trust);
  await desk.panel.getByText('moving a note to Approved approves it').waitFor();
  expect(await focused()).toBe('Cancel');
  await desk.screenshot('decide-trust');
  expect(await trust.getAttribute('aria-checked')).toBe('false');
  await desk.press(desk.button('Treat moves as approval'));
  await desk.panel.getByText('Notes that were already there ask first').waitFor();
  await desk.press(trust);
  await expect.poll(() => trust.getAttribute('aria-checked')).toBe('false');
  expect(desk.errors).toEqual([]);
}, 60_000);
