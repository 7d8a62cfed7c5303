import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TaskSummary } from '../../../../../src/core/loop/task-summary.js';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { openPanelPage } from '../../../../support/panel-page/open-panel-page.js';
import type { PanelPage } from '../../../../support/panel-page/page/panel-page.js';

declare const panelPage: PanelPage;

let page: Page;
beforeEach(async () => {
  page = await openPanelPage();
  return () => page.close();
});
afterAll(closeSharedBrowser);

const task = (n: number, more: Partial<TaskSummary> = {}): TaskSummary => ({
  ...{ taskId: `T-aaaaaaa${n}`, path: `Inbox/${n}.md`, title: `Look at the roof ${n}.` },
  ...{ priority: 'low', received: null, stage: 'ACT', planId: null, isDirect: true },
  ...more,
});
const show = (tasks: readonly TaskSummary[]) =>
  page.evaluate((shown) => panelPage.show([], { tasks: shown }), tasks);
const list = () => page.getByRole('region', { name: 'Tasks' });
const asked = (name: string) =>
  page.evaluate((wanted) => panelPage.asked.filter(([what]) => what === wanted), name);

test('a few tasks are a line each, the urgent ones named so, and the others counted [US1.2]', async () => {
  await show([task(1, { priority: 'high' }), ...[2, 3, 4, 5, 6, 7].map((n) => task(n))]);
  expect(await list().getByRole('button').allTextContents()).toEqual([
    'Look at the roof 1. · High priority',
    ...[2, 3, 4, 5].map((n) => `Look at the roof ${n}.`),
  ]);
  expect(await list().textContent()).toContain('… and 2 more');
  await list().getByRole('button', { name: 'Look at the roof 2.' }).click();
  expect(await asked('open')).toEqual([['open', 'Inbox/2.md']]);
});

test('one press on its box marks a task as done; the second of a double click marks no other one', async () => {
  await show([task(1), task(2)]);
  const box = list().getByRole('checkbox', { name: 'Mark as done: Look at the roof 1.' });
  await box.dblclick();
  expect(await asked('finishTask')).toEqual([['finishTask', task(1)]]);
  // Its note says whether it is done.
  expect(await box.isChecked()).toBe(false);
});

test('without tasks nothing is said of them', async () => {
  await show([]);
  expect(await list().count()).toBe(0);
});
