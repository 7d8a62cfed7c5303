import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DeviceRole } from '../../../../src/core/screens/panel-model.js';
import { closeSharedBrowser } from '../../../stand-in/chromium/browser.js';
import { cardText, openPanelPage } from '../../../support/panel-page/open-panel-page.js';
import type { CardNote, PanelPage } from '../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const runs: DeviceRole = { cannotRun: null, runs: true, paused: false, bridges: [] };
const paused = { ...runs, paused: true };
const off = { ...runs, runs: false };
const card = (to: string, rest: Partial<CardNote> = {}): CardNote => ({
  path: `Pending_Approval/${to}.md`,
  text: cardText({ to }, { id: to, recipient: to }),
  ...rest,
});

/** The buttons that stand out, each with the card it is on. */
async function primary(notes: readonly CardNote[], device: DeviceRole): Promise<string[]> {
  const shown: [readonly CardNote[], object] = [notes, { device }];
  await page.evaluate(([cards, others]) => panelPage.show(cards, others), shown);
  const found = await page.locator('.mod-cta').all();
  return Promise.all(
    found.map(async (button) => {
      const on = await button.evaluate((element) =>
        element.closest('article')?.querySelector('dd + dt + dd')?.textContent.trim(),
      );
      return [on, (await button.textContent())?.trim()].filter(Boolean).join(': ');
    }),
  );
}

test.each<[string, readonly CardNote[], DeviceRole, string[]]>([
  ['nothing waits', [], runs, ['Start the practice plan']],
  ['nothing waits and nothing was begun', [], off, ['Allow actions on this computer']],
  ['a card waits', [card('anna')], runs, ['anna: Approve']],
  ['cards wait', [card('anna'), card('ben')], runs, ['anna: Approve']],
  ['cards wait where all is paused', [card('anna'), card('ben')], paused, ['anna: Approve']],
  ['all is paused', [], paused, ['Resume']],
  ['what waits cannot be decided yet', [card('anna', { blocked: 'Not yet.' })], runs, []],
  [
    'the first card cannot be approved',
    [card('anna', { blocked: 'Not yet.' }), card('ben')],
    runs,
    ['ben: Approve'],
  ],
  [
    'the first card changed since it was seen',
    [card('anna', { seen: cardText({ to: 'a' }, { id: 'anna' }) }), card('ben')],
    runs,
    ['ben: Approve'],
  ],
  ['the first card is held', [card('anna', { heldMs: 9_000 }), card('ben')], runs, ['anna: Undo']],
  [
    'the first card asks whether it may run',
    [
      card('anna', {
        asks: true,
        text: cardText({ to: 'a' }, { id: 'anna', recipient: 'a', stamp: true }),
      }),
    ],
    runs,
    ['a: Run it'],
  ],
  ['something else moved the first card to Approved', [card('anna', { asks: true })], runs, []],
  [
    'the first card was refused by its server',
    [card('anna', { returned: { returnReason: 'Unknown tool.', wasRefused: true } }), card('ben')],
    runs,
    ['anna: Test the server'],
  ],
  [
    'the only card is one of which nobody knows whether it happened',
    [card('anna', { unknownOutcome: { attemptId: 'r-0' } })],
    paused,
    ['Resume'],
  ],
])('one button stands out when %s', async (_when, notes, device, wanted) => {
  expect(await primary(notes, device)).toEqual(wanted);
});

test('the review of one at a time has a primary action of its own', async () => {
  await page.evaluate((note) => panelPage.showReview(note), card('anna'));
  expect(await page.locator('.mod-cta').allTextContents()).toEqual(['Approve']);
});
