import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { openDesk, type Desk } from './desk.js';

declare global {
  interface Window {
    /** What the system was asked to show, the newest last. */
    asked: { readonly body: string; onclick: (() => void) | null }[];
  }
}

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.page.evaluate(() => {
    window.asked = [];
    document.hasFocus = () => false;
    window.Notification = class {
      static readonly permission = 'granted';
      readonly body: string;
      onclick: (() => void) | null = null;
      constructor(_title: string, options: { readonly body: string }) {
        this.body = options.body;
        window.asked.push(this);
      }
      close(): void {
        // Nobody looks whether it is still there.
      }
    } as unknown as typeof Notification;
  });
}, 60_000);
afterAll(() => desk.close());

const asked = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => window.asked.map(({ body }) => body));

test('who is at another window gets a notification of the system; a click opens the panel and presses nothing', async () => {
  const { page, panel } = desk;
  await desk.request('first@example.com');
  const texts = await until('a notification', async () => {
    const now = await asked(page);
    return now.length > 0 ? now : null;
  });
  expect(texts).toEqual(['1 request is waiting for you: Email, server “email”.']);

  await page.evaluate(() => {
    window.standIn!.app.workspace.rightSplit.collapse();
  });
  await panel.waitFor({ state: 'hidden' });
  await page.evaluate(() => window.asked[0]?.onclick?.());
  await panel.waitFor({ state: 'visible' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(desk.mailsTo('first@example.com')).toBe(0);
  expect((await desk.find('first@example.com'))?.folder).toBe('Pending_Approval');
});
