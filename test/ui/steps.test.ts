import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PlanSummary, StepSummary } from '../../src/core/mission/summaries.js';
import { closeSharedBrowser } from '../host/chromium/browser.js';
import { openPanelPage } from './open-panel-page.js';
import type { PanelPage } from './page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const stepWith = (text: string): StepSummary => ({
  ...{ position: 1, id: 's1', text, done: false, gated: true, after: null },
});

/** The panel with a mission whose one step, always under one id, reads like this. */
async function show(text: string): Promise<void> {
  const step = stepWith(text);
  const mission: PlanSummary = {
    ...{
      path: 'Plans/PLAN-1.md',
      planId: 'PLAN-1',
      sourceLink: '',
      createdMs: 0,
      checkpoint: null,
    },
    ...{ priority: 'high', status: 'Active', blockedReason: null, objective: 'Pay what is due.' },
    ...{ steps: [step], doneSteps: 0, warned: false, current: step },
  };
  const device = { cannotRun: null, runs: true, paused: false, bridges: [] };
  await page.evaluate((rest) => panelPage.show([], rest), { mission, device });
}

const didIt = () => page.getByRole('button', { name: 'Did it myself', exact: true });
/** Long enough for a control to have been where it is. */
const read = () => page.clock.runFor(1_000);
const pressed = () =>
  page.evaluate(() => panelPage.asked.filter(([what]) => what === 'doneByHand'));

test('a press on a step says which step was shown', async () => {
  await show('Pay the rent');
  await read();
  await didIt().click();
  expect(await pressed()).toEqual([['doneByHand', 'PLAN-1', stepWith('Pay the rent'), 'steady']]);
});

test('a press on a step whose row was redrawn under the pointer does not count, until it lay there for a while', async () => {
  await show('Pay the rent');
  await read();
  const box = await didIt().boundingBox();
  if (!box) throw new Error('The button is not shown.');
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
  // Other words of one length under the same id: nothing moves.
  await show('Pay the bank');
  expect(await didIt().boundingBox()).toEqual(box);
  await page.mouse.click(...at);
  await read();
  await page.mouse.click(...at);
  expect((await pressed()).map((one) => one.slice(2))).toEqual([
    [stepWith('Pay the bank'), 'not steady'],
    [stepWith('Pay the bank'), 'steady'],
  ]);
});
