import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  barLines,
  emptyPanelModel,
  type DeviceRole,
  type PanelModel,
} from '../../../../src/core/screens/panel-model.js';
import type { PanelRow } from '../../../../src/core/screens/result-row.js';
import type { RequestState } from '../../../../src/core/request/request-state.js';
import { formatResult } from '../../../../src/ui/card/format-result.js';
import { closeSharedBrowser } from '../../../stand-in/chromium/browser.js';
import { cardText, openPanelPage } from '../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const device: DeviceRole = { cannotRun: null, runs: true, paused: false, bridges: [] };
const mission = { path: 'Plans/PLAN-1.md' } as PanelModel['mission'];
const lines = (model: Partial<PanelModel>) => barLines({ ...emptyPanelModel, ...model });

const path = 'Pending_Approval/a.md';
const text = cardText({ to: 'a@example.com', text: 'Line' });
const show = (rest: object, cards = [{ path, text }]) =>
  page.evaluate(([notes, others]) => panelPage.show(notes, JSON.parse(others) as object), [
    cards,
    JSON.stringify(rest),
  ] as const);
const asked = () =>
  page.evaluate(() =>
    panelPage.asked.filter(([what]) => !['shown', 'offered', 'broughtUp'].includes(String(what))),
  );
const bar = () => page.locator('.countersign-state');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the bar says the most serious first, and nothing where nothing is to be said', () => {
  expect(lines({ device })).toEqual([]);
  const all = { device: { ...device, paused: true, trustsMoves: true }, unknownCount: 2 };
  expect(lines(all)).toEqual(['unknown', 'paused', 'trusted']);
  const off = { ...device, runs: false };
  expect(lines({ device: off, mission })).toEqual(['off']);
  // Without a plan the panel begins with that offer; phones, and computers beside another one, are off by right.
  expect(lines({ device: off })).toEqual([]);
  expect(lines({ device: { ...off, cannotRun: 'A phone.' }, mission })).toEqual([]);
  expect(lines({ device: { ...off, waits: true }, mission })).toEqual([]);
  const approves = { ...{ device: 'd', fingerprint: 'F', isShared: true }, isTrusted: false };
  const beside = { ...off, approves: { ...approves, onlyOthersRan: true } };
  expect(lines({ device: beside, mission })).toEqual([]);
});

test('each line has its one button, fits in one line at 280 px, and Resume needs a steady press', async () => {
  await page.setViewportSize({ width: 280, height: 600 });
  await show({ device: { ...device, paused: true, trustsMoves: true }, unknownCount: 1 });
  expect(await bar().getByRole('listitem').allTextContents()).toEqual([
    ' 1 unknown outcome Show',
    ' Actions are paused Resume',
    ' Any move approves Turn off',
  ]);
  for (const line of await bar().getByRole('listitem').all()) {
    expect((await line.boundingBox())?.height).toBeLessThan(40);
  }
  await button('Resume').click();
  await page.clock.runFor(1_000);
  await button('Resume').click();
  await button('Turn off').click();
  await button('Show').click();
  expect(await asked()).toEqual([
    ['resume', 'not steady'],
    ['resume', 'steady'],
    ['askForMoves'],
    ['showUnknown'],
  ]);
});

test('the bar stays on top, and what lies behind it is not pressed', async () => {
  await page.setViewportSize({ width: 320, height: 400 });
  const other = { path: 'Pending_Approval/b.md', text: cardText({ to: 'b' }, { id: 'r-2' }) };
  await show({ device: { ...device, paused: true } }, [{ path, text }, other]);
  const approve = button('Approve').first();
  await page
    .locator('article')
    .first()
    .evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await expect.poll(async () => (await page.clock.runFor(300), approve.isEnabled())).toBe(true);
  await approve.evaluate((element) => {
    element.style.scrollMarginTop = '0';
    element.scrollIntoView({ block: 'start' });
  });
  await page.clock.runFor(1_000);
  expect((await bar().boundingBox())?.y).toBeLessThan(4);
  const box = await approve.boundingBox();
  if (!box) throw new Error('No button.');
  await page.mouse.click(box.x + 5, box.y + 5);
  expect(await asked()).toEqual([]);
  // With the Tab key it comes out from below.
  await approve.evaluate((element) => element.style.removeProperty('scroll-margin-top'));
  await approve.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const barBox = await bar().boundingBox();
  const [top, bottom] = [(await approve.boundingBox())?.y ?? 0, barBox && barBox.y + barBox.height];
  expect(top).toBeGreaterThanOrEqual(bottom ?? Infinity);
});

const row = (more: Partial<PanelRow>): PanelRow => ({
  ...{ requestId: 'r-1', did: 'approved', title: 'Send email to a', position: 0 },
  ...{ isPractice: false, pressedMs: 0, state: { is: 'approved' } },
  ...more,
});

test('a row stands among the cards, and opens, takes back and goes by a press', async () => {
  const second = { path: 'Pending_Approval/b.md', text: cardText({ to: 'b' }, { id: 'r-2' }) };
  const results = [
    row({ requestId: 'r-0', state: { is: 'executed', isPractice: false, atMs: 0 } }),
    row({
      requestId: 'r-3',
      position: 1,
      state: { is: 'waits_for', waitsFor: { what: 'resume' } },
    }),
  ];
  await show({ results }, [{ path, text }, second]);
  const order = await page
    .locator('.countersign-waiting [data-request]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-request')));
  expect(order).toEqual(['r-0', 'r-1', 'r-3', 'r-2']);
  await button('Open').click();
  await page
    .locator('.countersign-result')
    .getByRole('button', { name: 'Take back approval' })
    .click();
  await page.getByLabel('Dismiss').last().click();
  expect((await asked()).map(([what, of]) => [what, typeof of === 'string' ? of : 'row'])).toEqual([
    ['openResult', 'r-0'],
    ['undo', 'row'],
    ['dismissResult', 'r-3'],
  ]);
});

test('what was decided is not said to be waiting', async () => {
  const heading = page.getByRole('heading', { name: /^(?:Waiting for your|Recent decisions)/ });
  await show({ results: [row({})] }, [{ path, text }]);
  expect((await heading.textContent())?.replace(/\s+/g, ' ').trim()).toBe(
    'Waiting for your approval 1',
  );
  await show({ results: [row({})] }, []);
  await expect.poll(() => heading.textContent()).toContain('Recent decisions');
});

test.each<[Partial<PanelRow>, RequestState, RegExp]>([
  [{}, { is: 'approved' }, /^Sending…$/],
  [{ isPractice: true }, { is: 'approved' }, /^Saving the practice call…$/],
  [{ isPractice: true, isEmail: true }, { is: 'approved' }, /^Saving the practice email…$/],
  [{}, { is: 'executed', isPractice: false, atMs: 0 }, /^Sent 1 Jan 1970, \d\d:\d\d$/],
  [{}, { is: 'executed', isPractice: true, atMs: 0 }, /^Practice call saved 1 Jan/],
  [{ isEmail: true }, { is: 'executed', isPractice: true, atMs: 0 }, /^Practice email saved 1 Jan/],
  [
    { isEmail: true },
    { is: 'unknown', isPractice: true, successor: 'x' },
    /^We don’t know whether the practice email was saved$/,
  ],
  [
    {},
    { is: 'unknown', isPractice: false, successor: 'x' },
    /^We don’t know whether this was sent$/,
  ],
  [
    {},
    { is: 'returned', reason: 'It expired.', successor: 'x' },
    /^Not sent\. It’s waiting for you again\.$/,
  ],
  [
    {},
    { is: 'waits_for', waitsFor: { what: 'resume' } },
    /^Approved\. Nothing is sent until you resume\.$/,
  ],
  [
    {},
    { is: 'waits_for', waitsFor: { what: 'step', position: 2 } },
    /^Approved\. Waiting for step 2 of its plan\.$/,
  ],
  [
    {},
    { is: 'waits_for', waitsFor: { what: 'limit', untilMs: 0 } },
    /^Approved\. Hourly limit reached\. Waiting until 1 Jan 1970/,
  ],
  [
    { did: 'rejected' },
    { is: 'ended', why: 'rejected', isLogged: true },
    /^Rejected 1 Jan 1970, \d\d:\d\d, not sent\. Recorded in the plan’s log\.$/,
  ],
  [
    { did: 'rejected' },
    { is: 'ended', why: 'rejected' },
    /^Rejected 1 Jan 1970, \d\d:\d\d, not sent$/,
  ],
  [
    {},
    { is: 'lost', how: 'missing', isApproved: true },
    /^Approved, but its note is missing\. Nothing is sent\.$/,
  ],
  [
    {},
    { is: 'lost', how: 'missing', isApproved: false },
    /^Nothing was approved: its note is missing\. Restore it and approve it, or draft it again\.$/,
  ],
  [
    {},
    { is: 'lost', how: 'doubled', isApproved: true },
    /^Approved, but its note exists more than once/,
  ],
  [{}, { is: 'gone' }, /^Approved\. Its note was filed; the Dashboard shows the result\.$/],
  [{ did: 'moved_back' }, { is: 'waiting' }, /^Moved back 1 Jan 1970, \d\d:\d\d$/],
])('a row of %j that is %j says %s', (more, state, words) => {
  expect(formatResult(row({ ...more, state }), new Date(2026, 1, 21))).toMatch(words);
});
