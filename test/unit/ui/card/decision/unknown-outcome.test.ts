import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { cardText, openPanelPage } from '../../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const path = 'Pending_Approval/a.md';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = () => page.evaluate(() => panelPage.asked);

test('a card of an unknown outcome asks whether it happened, takes both answers, and offers nothing else that decides', async () => {
  const unknownOutcome = {
    attemptId: 'r-0',
    reason: 'The server answered with error -32000.',
    answer: 'Insufficient funds: \u202eRUE 21',
  };
  const note = { path, text: cardText({ to: 'a@example.com' }), unknownOutcome };
  await page.evaluate((cards) => panelPage.show(cards), [note]);
  const card = page.locator('.countersign-review');
  const words = await card.innerText();
  expect(words).toContain('We don’t know whether this was sent');
  expect(words.match(/\?/g), 'it asks once').toHaveLength(1);
  expect(words).toContain('Was it sent?');
  expect(words).toMatch(/No, it wasn’t sent\s+You can then approve it again\./);
  expect(words, 'the words of the server').toContain('Insufficient funds: ‹U+202E›RUE 21');
  // The technical answer is for whoever unfolds it.
  expect(words).not.toContain('-32000');
  expect(words).not.toContain('r-0');
  await card.getByText('Details', { exact: true }).click();
  expect(await card.innerText()).toContain('The server answered with error -32000. Attempt: r-0');
  for (const name of ['Approve', 'Reject']) expect(await button(name).count()).toBe(0);
  await page.clock.runFor(1_000);
  await button('Yes, it was sent').click();
  await button('No, it wasn’t sent').click();
  const said = (await asked()).filter(([what]) => what === 'confirmUnknown');
  expect(said).toEqual([
    ['confirmUnknown', path, true, 'steady'],
    ['confirmUnknown', path, false, 'steady'],
  ]);
});

test('a card of a call that nobody answered says so, and asks above what was tried', async () => {
  const reason = 'No usable answer came. The connection ended.';
  const unknownOutcome = { attemptId: 'r-0', reason };
  const note = { path, text: cardText({ to: 'a@example.com' }), unknownOutcome };
  await page.evaluate((cards) => panelPage.show(cards), [note]);
  const words = await page.locator('.countersign-review').innerText();
  expect(words).toContain(reason);
  expect(words).not.toContain('The server said');
  expect(words.indexOf('Was it sent?')).toBeLessThan(words.indexOf('What Countersign tried'));
});

test('a card whose question was answered says so, and asks nothing twice [GATE-3]', async () => {
  const attempts = [{ id: 'r-0', outcome: 'unknown' as const, wasAnswered: true as const }];
  const note = { path, text: cardText({ to: 'a@example.com' }), attempts };
  await page.evaluate((cards) => panelPage.show(cards), [note]);
  await page.clock.runFor(1_000);
  const card = page.locator('.countersign-review');
  expect(await card.textContent()).toContain('You said it wasn’t sent. Approve to try again.');
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await button('Approve').click();
  // The approval names what was answered: it is signed.
  expect((await asked()).filter(([what]) => what === 'approve')).toEqual([
    ['approve', path, ['r-0'], 'steady'],
  ]);
  const other = { id: 'r-1', outcome: 'executed' as const };
  await page.evaluate(
    (cards) => panelPage.show(cards),
    [{ ...note, attempts: [...attempts, other] }],
  );
  expect(await card.textContent()).not.toContain('You said it wasn’t sent');
  expect(await button('Approve').isDisabled()).toBe(true);
  await page.getByRole('checkbox').click();
  await page.clock.runFor(1_000);
  await button('Approve').click();
  expect((await asked()).filter(([what]) => what === 'approve').at(-1)).toEqual([
    ...['approve', path],
    ['r-0', 'r-1'],
    'steady',
  ]);
});

test('a card of an unknown outcome that cannot be approved asks, and says nothing else of why', async () => {
  const blocked = 'This version has not been prepared for approval.';
  const note = { path, text: cardText({ to: 'a@example.com' }), blocked };
  const show = (card: object) =>
    page.evaluate((one) => panelPage.show([one]), { ...note, ...card });
  await show({});
  expect(await page.getByText(blocked).count()).toBe(1);
  await show({ unknownOutcome: { attemptId: 'r-0' } });
  await button('Yes, it was sent').waitFor();
  expect(await page.getByText(blocked).count()).toBe(0);
  expect(await button('Approve').count()).toBe(0);
  await button('Open note').waitFor();
  await show({ path: 'Approved/a.md', unknownOutcome: { attemptId: 'r-0' } });
  await button('Move back').waitFor();
  expect(await page.getByText(blocked).count()).toBe(0);
});

test('alerts offer what can be done about them', async () => {
  const of = (kind: string, rest: object = {}) => ({
    subject: { kind: 'request', id: `${kind}-1` },
    kind,
    text: kind,
    advice: 'Decide.',
    ...rest,
  });
  const step = { planId: 'PLAN-1', stepId: 's2', text: 'Pay the rent' };
  const alerts = [
    of('missing', { offers: { do: 'bring_back', requestId: 'missing-1' } }),
    of('expired', { path }),
    of('rejected', { path, step }),
    of('ticked_outside', { path, offers: { do: 'answer_tick', requestId: 'ticked-1', step } }),
    of('unknown_outcome', { offers: { do: 'bring_back', requestId: 'unknown_outcome-1' } }),
  ];
  await page.evaluate(
    (list) => panelPage.show([], { alerts: list } as Parameters<PanelPage['show']>[1]),
    alerts,
  );
  const within = (kind: string) => page.locator(`.countersign-alert[data-kind=${kind}]`);
  await within('missing').getByRole('button', { name: 'Withdraw now' }).click();
  await within('missing').getByRole('button', { name: 'Restore the note' }).click();
  const ticked = within('ticked_outside');
  await page.clock.runFor(1_000);
  await ticked.getByRole('button', { name: 'I’ve done this myself' }).click();
  await ticked.getByRole('button', { name: 'Draft again…' }).click();
  await ticked.getByRole('button', { name: 'Reopen step' }).click();
  const buried = within('unknown_outcome');
  await buried.getByRole('button', { name: 'Restore the note' }).click();
  await buried.getByRole('button', { name: 'Withdraw now' }).click();
  await within('expired').getByRole('button', { name: 'Draft again…' }).click();
  await within('rejected').getByRole('button', { name: 'Cancel plan…' }).click();
  await within('rejected').getByRole('button', { name: 'Skip step…' }).click();
  await page.getByLabel('Reason for skipping').fill('Paid in cash');
  await page.getByRole('button', { name: 'Skip step' }).click();
  expect(await asked()).toEqual([
    ['withdraw', 'missing-1'],
    ['bringBack', 'missing-1'],
    ['confirmTick', 'ticked-1', 'steady'],
    ['reopenStep', step, 'ticked-1'],
    ['reopenStep', step, null],
    ['bringBack', 'unknown_outcome-1'],
    ['withdraw', 'unknown_outcome-1'],
    ['redraft', 'expired-1'],
    ['cancelPlan', 'PLAN-1'],
    ['skipStep', step, 'Paid in cash'],
  ]);
});

test('a question whose note is there is answered there, and not withdrawn from its alert', async () => {
  const alert = {
    subject: { kind: 'request', id: 'r-1' },
    kind: 'unknown_outcome',
    text: 'x',
    advice: 'y',
    path,
  };
  await page.evaluate(
    (list) => panelPage.show([], { alerts: list } as Parameters<PanelPage['show']>[1]),
    [alert],
  );
  await button('Open note').waitFor();
  expect(await button('Withdraw now').count()).toBe(0);
});

test('trust in moves is asked about, switched on by a press, and shown for as long as it is on', async () => {
  const device = { cannotRun: null, runs: true, paused: false, bridges: [] };
  const show = (trustsMoves: boolean) =>
    page.evaluate((role) => panelPage.show([], { device: role }), { ...device, trustsMoves });
  await show(false);
  const trust = page.getByRole('switch', { name: 'Treat any move to Approved as approval' });
  // Without a theme the switch has no size.
  const toggle = () => trust.evaluate((it) => (it as HTMLElement).click());
  await toggle();
  const warning = page.locator('.countersign-state').getByText('Any move approves');
  const asks = page.getByRole('group', { name: 'Treat any move to Approved as approval?' });
  expect(await asks.textContent()).toContain('It runs 10 seconds later unless you press Undo.');
  expect(await warning.count()).toBe(0);
  // What changes nothing has the focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Enter');
  expect(await asks.count()).toBe(0);
  await toggle();
  await page.clock.runFor(1_000);
  await button('Treat moves as approval').click();
  await show(true);
  expect(await asks.count()).toBe(0);
  expect(await warning.count()).toBe(1);
  await toggle();
  expect(await asked()).toEqual([['trustMoves', 'steady'], ['askForMoves']]);
});

test('of each earlier attempt it says what is known, and who says so', async () => {
  const file = 'Logs/audit/d-other-2026-02.jsonl';
  const unknown = { outcome: 'unknown' as const };
  const attempts = [
    { id: 'r-0', outcome: 'executed' as const, toldBy: file },
    { id: 'r-1', ...unknown, since: 'happened' as const },
    { id: 'r-2', ...unknown, since: 'late' as const },
  ];
  const note = { path, text: cardText({ to: 'a@example.com' }), attempts };
  await page.evaluate((cards) => panelPage.show(cards), [note]);
  const said = page.getByText('Earlier attempts').locator('..').getByRole('listitem');
  expect(await said.allInnerTexts()).toEqual([
    `r-0: it ran, as ${file} says`,
    'r-1: you said it was sent',
    'r-2: outcome unknown, but the server answered late. Open its note.',
  ]);
});
