import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/alert.js';
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

const path = 'Pending_Approval/a.md';
const text = cardText({ to: 'a@example.com' });
const show = (notes: readonly CardNote[], rest: object = {}) =>
  page.evaluate(([cards, others]) => panelPage.show(cards, others), [notes, rest] as const);
const asked = (name: string) =>
  page.evaluate((wanted) => panelPage.asked.filter(([what]) => what === wanted), name);

describe('how long a request waits', () => {
  const age = () => page.locator('.countersign-age');

  test('is shown, and is updated without anything else being drawn again', async () => {
    await show([{ path, text }]);
    expect(await age().textContent()).toBe('1 h (since 10:40)');
    await page.evaluate(() => {
      const changed: string[] = [];
      new MutationObserver((mutations) => {
        for (const { target } of mutations) changed.push(target.parentElement?.className ?? '');
      }).observe(document.body, {
        ...{ subtree: true, childList: true, characterData: true, attributes: true },
      });
      Object.assign(window, { changed });
    });
    await page.clock.runFor(59 * 60_000);
    expect(await age().textContent()).toBe('1 h (since 10:40)');
    await page.clock.runFor(60_000);
    expect(await age().textContent()).toBe('2 h (since 10:40)');
    // Besides the age, only Approve becomes pressable once the card was there for a moment.
    const changed = await page.evaluate(() => (window as unknown as { changed: string[] }).changed);
    expect(changed.filter((name) => name === 'countersign-age')).toHaveLength(1);
    expect(changed.filter((name) => name !== 'countersign-age').length).toBeLessThan(3);
  });

  test('is not told of what says to come from the future', async () => {
    await show([{ path, text: text.replace('2026-02-21T10', '2027-02-21T10') }]);
    expect(await age().count()).toBe(0);
  });

  test('needs no timer while nothing waits', async () => {
    await page.evaluate(() => {
      const timers = new Set<number>();
      const set = window.setInterval.bind(window);
      const clear = window.clearInterval.bind(window);
      Object.assign(window, {
        timers,
        setInterval: (handler: TimerHandler, ms: number) => {
          const timer = set(handler, ms);
          timers.add(timer);
          return timer;
        },
        clearInterval: (timer: number) => {
          timers.delete(timer);
          clear(timer);
        },
      });
    });
    const timers = () =>
      page.evaluate(() => (window as unknown as { timers: Set<number> }).timers.size);
    await show([
      { path, text },
      { path: 'Pending_Approval/b.md', text: cardText({ to: 'b' }, { id: 'r-2' }) },
    ]);
    await expect.poll(timers).toBe(1);
    await show([]);
    await expect.poll(timers).toBe(0);
  });
});

describe('what was edited since it was drafted', () => {
  const note = () => page.locator('.countersign-since-drafted');

  test('stands on the card argument by argument, before what would be sent; hidden characters are visible', async () => {
    const readDate = '2026-02-21T10:41:00Z';
    const changes = [
      { name: 'To', before: 'a@example.com', after: 'b‹U+202E›@example.com' },
      { name: 'Bcc', before: null, after: 'c@example.com' },
    ];
    await show([{ path, text }], { drafted: { [path]: { readDate, changes } } });
    const said = (await note().innerText()).replace(/\s+/g, ' ');
    expect(said).toContain('Edited since it was drafted');
    expect(said).toMatch(
      /To Before a@example.com Now b‹U\+202E›@example.com Bcc Before: nothing Now c@example.com/,
    );
    expect(said).toMatch(/is what this device first saw/);
    const order = await page.locator('.countersign-review').innerText();
    expect(order.indexOf('Edited since')).toBeLessThan(order.indexOf('Exactly what will be sent'));
  });

  test('is said also where what was drafted was too long to be kept', async () => {
    const readDate = '2026-02-21T10:41:00Z';
    await show([{ path, text }], { drafted: { [path]: { readDate, changes: null } } });
    expect(await note().innerText()).toContain('so the changes can’t be shown');
  });

  test('gives way to what changed since the person looked', async () => {
    const seen = cardText({ to: 'z@example.com' });
    const drafted = { [path]: { readDate: '2026-02-21T10:41:00Z', changes: [] } };
    await show([{ path, text, seen }], { drafted });
    expect(await note().count()).toBe(0);
    await page.getByText('Changed since you looked').waitFor();
  });
});

describe('suggested missions', () => {
  const suggestion = (number: number): Alert => ({
    ...{
      subject: { kind: 'path', id: `Inbox/${number}.md` },
      kind: 'suggestion',
      text: 'x',
      advice: 'y',
    },
    path: `Inbox/${number}.md`,
    suggests: { title: `Invoice ${number}`, reasons: ['Suggested because it mentions “send”.'] },
  });
  const items = () => page.locator('.countersign-suggestion');

  test('are a few, each with its reasons, and none of them is an alert', async () => {
    await show([], { alerts: [1, 2, 3, 4, 5].map(suggestion) });
    expect(await items().count()).toBe(3);
    expect(await items().first().innerText()).toContain('Suggested because it mentions “send”.');
    expect(await page.getByRole('heading', { name: /Alerts/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show 2 more' }).click();
    expect(await items().count()).toBe(5);
  });

  test('become a plan, are ignored, or opened', async () => {
    await show([], { alerts: [suggestion(1)] });
    for (const [name, action] of [
      ['Create plan', 'createPlan'],
      ['Review steps…', 'reviewSteps'],
      ['Ignore', 'ignoreItem'],
      ['Open note', 'open'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true, description: 'Invoice 1' });
      await button.click();
      expect(await asked(action)).toEqual([[action, 'Inbox/1.md']]);
    }
  });
});

test('alerts are shown in parts, and none is out of reach', async () => {
  const alert = (number: number): Alert => ({
    ...{
      subject: { kind: 'path', id: `Plans/${number}.md` },
      kind: 'invalid',
      text: `Note ${number}.`,
    },
    advice: 'Repair it.',
  });
  await show([], { alerts: Array.from({ length: 47 }, (_, at) => alert(at + 1)) });
  const shown = () => page.locator('.countersign-alert').count();
  expect(await shown()).toBe(20);
  await page.getByRole('button', { name: '… and 27 more: show 20' }).click();
  expect(await shown()).toBe(40);
  await page.getByRole('button', { name: '… and 7 more: show 7' }).click();
  await page.getByText('Note 47.').waitFor();
});

test('an alert tells when it goes on by the clock of this device', async () => {
  const alert: Alert = {
    ...{ subject: { kind: 'request', id: 'r-1' }, kind: 'waits', text: 'The budget is used up.' },
    advice: 'Raise the limit to run it sooner.',
    runsAt: { ms: Date.UTC(2026, 1, 21, 17, 30), to: 'minutes' },
  };
  await show([], { alerts: [alert] });
  const words = await page.locator('.countersign-alert').textContent();
  expect(words).toMatch(/It runs at (.+, )?\d\d?:30\./);
});

describe('the list of what waits', () => {
  test('says once for each server that it describes nothing', async () => {
    const others = ['b', 'c'].map((id) => ({
      path: `Pending_Approval/${id}.md`,
      text: cardText({ to: id }, { id }),
      toolHints: {},
    }));
    const elsewhere = {
      ...others[1],
      text: cardText({ to: 'd' }, { id: 'd' }).replace('bridge: email', 'bridge: chat'),
      path: 'Pending_Approval/d.md',
      toolHints: {},
    };
    await show([{ path, text: cardText({ to: 'a' }), toolHints: {} }, ...others, elsewhere]);
    const cards = await page.locator('.countersign-review').allTextContents();
    expect(
      cards.map((shown) =>
        shown.includes('doesn’t say whether this tool can change or delete things'),
      ),
    ).toEqual([...[true, false, false, true]]);
  });

  test('offers Edit where a request waits, and not where it is about to run', async () => {
    const edit = page.getByRole('button', { name: 'Edit…', exact: true });
    await show([{ path: 'Approved/a.md', text, asks: true }]);
    expect(await edit.count()).toBe(0);
    await show([{ path, text, heldMs: 5_000 }]);
    expect(await edit.count()).toBe(0);
    await show([{ path, text, blocked: 'It is not prepared.' }]);
    await edit.click();
    expect(await asked('edit')).toEqual([['edit', path]]);
  });
});
