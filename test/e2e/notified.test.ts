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

test('who is at another window gets a notification of the system; a click opens the card and presses nothing', async () => {
  const { page, panel } = desk;
  await desk.request('first@example.com');
  const texts = await until('a notification', async () => {
    const now = await asked(page);
    return now.length > 0 ? now : null;
  });
  expect(texts).toEqual(['1 request is waiting for you: Email, server “email”.']);

  await hidePanel();
  await page.evaluate(() => window.asked[0]?.onclick?.());
  await panel.waitFor({ state: 'visible' });
  await focusIsOn('ARTICLE');
  await nothingWasSent();
});

test('a link opens the panel, and nothing while a review is open', async () => {
  const { page, panel } = desk;
  const open = (code: string): Promise<void> =>
    page.evaluate(async (given) => {
      const { registries } = window.standIn!.host;
      await registries.protocols.get('countersign')?.({ action: 'countersign', open: given });
    }, code);
  const outOfDate = page.locator('.notice').filter({ hasText: 'That is out of date.' });
  await hidePanel();
  await open('made-up');
  await panel.waitFor({ state: 'visible' });
  await outOfDate.waitFor();
  await outOfDate.click();
  await outOfDate.waitFor({ state: 'detached' });

  await page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:review-requests');
  });
  const review = page.locator('.modal');
  await review.waitFor();
  await hidePanel();
  await open('made-up');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await panel.isVisible()).toBe(false);
  expect(await outOfDate.count()).toBe(0);
  expect(await review.isVisible()).toBe(true);
  await nothingWasSent();
});

async function hidePanel(): Promise<void> {
  await desk.page.evaluate(() => window.standIn!.app.workspace.rightSplit.collapse());
  await desk.panel.waitFor({ state: 'hidden' });
}

const focusIsOn = (tag: string): Promise<true> =>
  until(`the focus is on ${tag}`, async () =>
    (await desk.page.evaluate(() => document.activeElement?.tagName)) === tag ? true : null,
  );

async function nothingWasSent(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(desk.mailsTo('first@example.com')).toBe(0);
  expect((await desk.find('first@example.com'))?.folder).toBe('Pending_Approval');
}
