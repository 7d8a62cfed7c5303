import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { openTrustedPage } from './open-trusted-page.js';
import type { TrustedPage } from './page/trusted-page.js';

declare const trusted: TrustedPage;

const BODY = `
  <button id="approve"><b>Approve</b></button>
  <button id="other">Other</button>
  <label for="approve">Label</label>`;

describe('a gesture on a control', () => {
  let page: Page;
  beforeEach(async () => {
    page = await openTrustedPage(BODY);
    return () => page.close();
  });
  afterAll(closeSharedBrowser);
  const clicks = (): Promise<(string | null)[]> => page.evaluate(() => trusted.clicks);

  test.each<[string, () => Promise<void>]>([
    ['a click', () => page.click('#approve')],
    ['a click on what is in it', () => page.click('#approve b')],
    ['a tap twice as long', () => page.click('#approve', { delay: 200 })],
    ['Enter', () => page.press('#approve', 'Enter')],
    ['Space', () => page.press('#approve', 'Space')],
  ])('is %s by a person', async (_what, act) => {
    await act();
    expect(await clicks()).toEqual(['press']);
  });

  test.each<[string, () => unknown]>([
    ['element.click()', () => document.querySelector<HTMLElement>('#approve')?.click()],
    ['a click of a label by a script', () => document.querySelector('label')?.click()],
    [
      'an event made by a script',
      () =>
        document
          .querySelector('#approve')
          ?.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 1 })),
    ],
    [
      'an event that was over when it was sent again',
      () => document.querySelector('#approve')?.dispatchEvent(new MouseEvent('click')),
    ],
  ])('is not %s [GATE-5]', async (_what, act) => {
    await page.evaluate(act);
    expect((await clicks()).filter((kind) => kind !== null)).toEqual([]);
  });

  test('is not a click on another control [GATE-5]', async () => {
    await page.click('#other');
    expect(new Set(await clicks())).toEqual(new Set([null]));
  });

  test.each([
    ['transparent', 'opacity: 0'],
    ['in a transparent box', 'display: block', 'opacity: 0'],
  ])('is not a click on a control that is %s [GATE-5]', async (_what, own, box = '') => {
    await page.evaluate(
      ([style = '', around = '']) => {
        document.querySelector('#approve')?.setAttribute('style', style);
        document.body.setAttribute('style', around);
      },
      [own, box],
    );
    await page.click('#approve', { force: true });
    expect(await clicks()).toEqual([null]);
  });

  test('counts once, and only while it happens [GATE-5]', async () => {
    await page.click('#approve');
    expect(
      await page.evaluate(() => trusted.kept.map((event) => trusted.gestureOf(event))),
    ).toEqual([null]);
    await page.evaluate(() => {
      document.addEventListener('click', (event) => {
        trusted.clicks.push(trusted.gestureOf(event));
      });
    });
    await page.click('#approve');
    expect(await clicks()).toEqual(['press', 'press', null]);
  });

  test('is not an object that looks like an event [GATE-5]', async () => {
    const kind = await page.evaluate(() => {
      const target = document.querySelector('#approve');
      const fields = {
        isTrusted: true,
        eventPhase: 3,
        type: 'click',
        target,
        currentTarget: target,
      };
      const fake = { ...fields, composedPath: () => [target] };
      const properties = Object.fromEntries(
        Object.entries(fake).map(([name, value]) => [name, { value: value }]),
      );
      const synthetic = new MouseEvent('click');
      return [
        trusted.gestureOf(fake as unknown as Event),
        trusted.gestureOf(Object.create(Event.prototype, properties) as Event),
        trusted.gestureOf(
          new Proxy(synthetic, { get: (_event, name) => Reflect.get(fake, name) as unknown }),
        ),
      ];
    });
    expect(kind).toEqual([null, null, null]);
  });

  test('is one in a pop-out window, which has classes of its own', async () => {
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => {
      const popOut = window.open('about:blank');
      if (!popOut) return;
      popOut.document.body.innerHTML = '<button id="approve">Approve</button>';
      trusted.listenIn(popOut.document);
    });
    const popOut = await opening;
    await popOut.click('#approve');
    await popOut.evaluate(() => document.querySelector<HTMLElement>('#approve')?.click());
    expect(await clicks()).toEqual(['press', null]);
  });
});
