import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeSharedBrowser } from '../../stand-in/chromium/browser.js';
import { cardText, openPanelPage } from '../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  await page.addStyleTag({ content: ':root { --line-height-normal: 20px; --size-4-2: 8px }' });
  await page.setViewportSize({ width: 600, height: 900 });
  return () => page.close();
});
afterAll(closeSharedBrowser);

const path = 'Pending_Approval/a.md';

/** These words of an element in the order in which they are drawn, from left to right. */
function drawnOrder(place: Locator, words: readonly string[]): Promise<string[]> {
  return place.evaluate((element, wanted) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: [string, number][] = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const word of wanted) {
        const at = node.textContent?.indexOf(word) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const [rect] = range.getClientRects();
        found.push([word, rect?.left ?? NaN]);
      }
    }
    return found.sort(([, a], [, b]) => a - b).map(([word]) => word);
  }, words);
}

test('words from right to left do not carry an amount to their other side', async () => {
  const args = {
    text: 'Pay 100 אבג 999 EUR',
    more: { אבג: 100, to: ['ד 5', 7] },
    'אב 5': '6 דה 7',
  };
  const text = cardText(args, { recipient: 'Bank אבג 100 or 999' });
  const step = { text: 'Pay אבג 500 or 700' };
  const withStep = text.replace('rationale:', 'plan_id: PLAN-2026-001\nstep_id: s2\nrationale:');
  await page.evaluate(
    (note) => {
      panelPage.show([note], {
        alerts: [
          {
            kind: 'plan',
            subject: { kind: 'plan', id: 'x' },
            text: 'The request for אבג 500 of 700 came back.',
            advice: 'Look at it.',
          } as never,
        ],
      });
    },
    { path, text: withStep, step },
  );
  const values = page.locator('.countersign-value');
  expect(await drawnOrder(values.nth(0), ['100', 'אבג', '999', 'EUR'])).toEqual([
    ...['100', 'אבג', '999', 'EUR'],
  ]);
  expect(await drawnOrder(values.nth(1), ['אבג', '100,'])).toEqual(['אבג', '100,']);
  expect(await drawnOrder(values.nth(1), ['ד', ' 5"'])).toEqual(['ד', ' 5"']);
  const facts = page.locator('.countersign-facts dd');
  expect(await drawnOrder(facts.nth(1), ['Bank', 'אבג', '100', '999'])).toEqual([
    ...['Bank', 'אבג', '100', '999'],
  ]);
  expect(await drawnOrder(facts.nth(3), ['step 2:', 'אבג', '500', '700'])).toEqual([
    ...['step 2:', 'אבג', '500', '700'],
  ]);
  const alert = page.locator('.countersign-alert p').first();
  expect(await drawnOrder(alert, ['for', 'אבג', '500', '700'])).toEqual([
    ...['for', 'אבג', '500', '700'],
  ]);
});

test('a letter in Hebrew runs from right to left, line by line, and nothing else does', async () => {
  const text = 'שלום דנה\nהסכום הוא 1500 שקל בלבד\nKind regards 5';
  await page.evaluate(
    (note) => {
      panelPage.show([note]);
    },
    { path, text: cardText({ text }) },
  );
  const value = page.locator('.countersign-value');
  expect(await drawnOrder(value, ['הסכום', '1500', 'שקל'])).toEqual(['שקל', '1500', 'הסכום']);
  expect(await drawnOrder(value, ['Kind', 'regards'])).toEqual(['Kind', 'regards']);
  expect(await value.textContent()).toBe(text);
  const [lines, gap] = await value.evaluate((it) => {
    const { lineHeight, paddingTop } = getComputedStyle(it);
    const box = it.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(it.querySelector('bdi') ?? it);
    const height = box.height - 2 * parseFloat(paddingTop);
    return [height / parseFloat(lineHeight), box.right - range.getBoundingClientRect().right];
  });
  expect(lines).toBeCloseTo(3, 0);
  expect(gap).toBeLessThan(20);
});

test('stacked marks are drawn inside of their own value', async () => {
  const text = `Z${'\u0300\u0316'.repeat(60)}`;
  await page.evaluate(
    (note) => {
      panelPage.show([note]);
    },
    { path, text: cardText({ text }) },
  );
  const value = page.locator('.countersign-value');
  expect(await value.evaluate((it) => getComputedStyle(it).overflowY)).toBe('clip');
  await page.getByText('Marks are stacked on letters').waitFor();
});
