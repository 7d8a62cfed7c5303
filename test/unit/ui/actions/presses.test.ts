import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
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
const show = (notes: readonly CardNote[], rest: object = {}) =>
  page.evaluate(([cards, others]) => panelPage.show(cards, others), [notes, rest] as const);
const asked = (name: string) =>
  page.evaluate((wanted) => panelPage.asked.filter(([what]) => what === wanted), name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Long enough for a card to have been read. */
const read = () => page.clock.runFor(1_000);
/** Lets time pass until a button can be pressed. */
const pressable = (name: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(200);
      return button(name).isEnabled();
    })
    .toBe(true);

describe('a press', () => {
  const address = { x: 0, y: 0 };
  const centre = async () => {
    const box = await button('Approve').boundingBox();
    if (!box) throw new Error('Approve is not shown.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const note: CardNote = { path, text: cardText({ to: 'a' }) };
  beforeEach(async () => {
    await show([note]);
    await pressable('Approve');
    await read();
    Object.assign(address, await centre());
  });
  const how = async () => (await asked('approve')).map((each) => each.at(-1));

  test('on a control that lay there is steady', async () => {
    await page.mouse.click(address.x, address.y);
    expect(await how()).toEqual(['steady']);
  });

  test('on a control that slid under the pointer is not, until it lay there for a while', async () => {
    await show([note], { headline: 'Resuming plan' });
    const now = await centre();
    expect(now.y).not.toBe(address.y);
    await page.mouse.click(now.x, now.y);
    await read();
    await page.mouse.click(now.x, now.y);
    expect(await how()).toEqual(['not steady', 'steady']);
  });

  test('on a control that was moved by something outside of the panel is not, once', async () => {
    await page.evaluate(() => document.body.style.setProperty('padding-top', '37px'));
    const now = await centre();
    await page.mouse.click(now.x, now.y);
    await read();
    await page.mouse.click(now.x, now.y);
    expect(await how()).toEqual(['not steady', 'steady']);
  });

  test('right after scrolling is not, and a moment later is', async () => {
    await page.evaluate(() => document.body.style.setProperty('padding-bottom', '5000px'));
    await page.mouse.wheel(0, 40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await read();
    await page.mouse.wheel(0, 40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(80);
    const now = await centre();
    await page.mouse.click(now.x, now.y);
    await page.mouse.wheel(0, -40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(40);
    await read();
    const then = await centre();
    await page.mouse.click(then.x, then.y);
    expect(await how()).toEqual(['not steady', 'steady']);
  });

  test('that takes long counts by where the control was when it began', async () => {
    await show([note], { headline: 'Resuming plan' });
    const now = await centre();
    await page.mouse.move(now.x, now.y);
    await page.mouse.down();
    await read();
    await page.mouse.up();
    expect(await how()).toEqual(['not steady']);
  });

  test.each(['Enter', 'Space'])(
    'of %s counts by how long the control had the focus',
    async (key) => {
      await button('Approve').focus();
      await page.keyboard.press(key);
      await read();
      await page.keyboard.press(key);
      expect(await how()).toEqual(['not steady', 'steady']);
    },
  );

  test('of Enter that is held down counts once', async () => {
    await button('Approve').focus();
    await read();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await how()).toEqual(['steady', 'not steady']);
  });

  test('of Space that began elsewhere and is held until the control has the focus is not', async () => {
    await page.keyboard.down('Space');
    await button('Approve').focus();
    await page.keyboard.down('Space');
    await read();
    await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    expect(await how()).toEqual(['not steady']);
  });

  test('that the browser passes on from a label is not', async () => {
    await button('Approve').evaluate((approve) => {
      approve.id = 'approve';
      const label = document.createElement('label');
      label.htmlFor = 'approve';
      label.textContent = 'Read more';
      document.body.append(label);
    });
    await read();
    await page.locator('label[for="approve"]').click();
    expect(await how()).toEqual(['not steady']);
  });
});
