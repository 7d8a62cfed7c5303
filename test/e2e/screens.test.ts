import { createRequire } from 'node:module';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { bringIntoSight } from '../support/press-as-person.js';
import { paidTwiceLines } from '../support/builders/paid-twice.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { planNote } from './office.js';
import { screenFaults } from './screen-faults.js';
import type { Workbench } from '../support/workbench.js';

declare global {
  interface Window {
    axe: { run(root: Element, options: object): Promise<AxeResults> };
  }
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const panelView = '.workspace-leaf-content[data-type="countersign-current-mission"]';
const startView = '.workspace-leaf-content[data-type="countersign-start"]';
const reasoningView = '.workspace-leaf-content[data-type="countersign-reasoning"]';
const settingsView = '.mod-settings .vertical-tab-content';
const settingsPages = [
  'Permissions overview',
  'Safety on this device',
  'Connect an agent',
  'Servers',
  'Routes and limits',
  'Folders',
  'Tasks',
  'Plan suggestions',
  'Reminders',
  'Reasoning',
];
/** Words without a place to break, and many of them. */
const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);

/** A decision with options, a reason and an outcome; one that is open; and a line that is damaged. */
const decisionLines = [
  'Decision — How to send it ^d-aaaaaa',
  `Option for [[#^d-aaaaaa]] — ${longWord} ^o-aaaaaa`,
  'Option for [[#^d-aaaaaa]] — Letter ^o-bbbbbb',
  'Chose [[#^o-aaaaaa]] — The contract asks for it',
  `Rejected [[#^o-bbbbbb]] — ${longWord}`,
  'Action for [[#^d-aaaaaa]] — Send it ^a-aaaaaa',
  'Outcome of [[#^a-aaaaaa]] — failed: The server was away ^r-aaaaaa',
  'Decision — When to send it ^d-bbbbbb',
  'Chose nothing ^o-cccccc',
  'Question — Why was it sent late? ^q-lateaa',
  `Hypothesis for [[#^q-lateaa]] — ${longWord} ^h-lateaa`,
  `Probe for [[#^q-lateaa]] — ${longWord} [cost:: ${longWord}] ^p-lateaa`,
  `Expected under [[#^h-lateaa]] — ${longWord}: likely, none: unlikely [probe:: [[#^p-lateaa]]]`,
]
  .map((entry) => `- [2026-02-21T10:31:00Z] Agent (claude): ${entry}\n`)
  .join('');

interface Screen {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
  /** What of the window it is. */
  readonly root: string;
  /** Whether something else stands above it, so that it is scrolled to for its picture. */
  readonly isBelow?: boolean;
  /** Whether it lies in the panel at the side, which has a width of its own. */
  readonly isPanel?: boolean;
}

const runCommand = (page: Page, id: string): Promise<unknown> =>
  page.evaluate((command) => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    return commands.executeCommandById(`countersign:${command}`);
  }, id);
/** Where a card can be approved, its picture is taken when it was read. */
async function readCard(shown: Locator): Promise<void> {
  const approve = shown.locator('[data-does="approve"]');
  if ((await approve.count()) > 0) await bringIntoSight(approve);
}

const modal = (page: Page): Locator => page.locator('.modal');

async function openSettings(page: Page, name: string | null): Promise<void> {
  // A phone has the way to the settings in the drawer at its side.
  await page.evaluate(() => {
    if (document.body.hasClass('is-phone')) window.standIn!.app.workspace.leftSplit.expand();
  });
  await page.getByLabel('Settings').first().click();
  const tabs = page.locator('.vertical-tab-header');
  await tabs.evaluate((element: HTMLElement) => element.style.removeProperty('display'));
  await tabs.getByRole('button', { name: 'Countersign', exact: true }).click();
  if (name === null) return;
  await page
    .locator('.setting-item.mod-clickable')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
}

const onEveryDevice: readonly Screen[] = [
  { name: 'panel', root: `${panelView} .countersign-panel`, isPanel: true, open: openPanel },
  {
    name: 'review',
    root: '.modal',
    async open(page) {
      await runCommand(page, 'review-requests');
      await modal(page).locator('article').waitFor();
      await readCard(modal(page));
      // As it opens: at the beginning of the request.
      await modal(page)
        .locator('.countersign-review-list')
        .evaluate((list) => list.scrollTo(0, 0));
    },
  },
  {
    name: 'card in its note',
    root: '[data-type="markdown"] article.countersign-review',
    isBelow: true,
    async open(page) {
      await openNote(page, 'Pending_Approval/letter.md');
      const card = page.locator('[data-type="markdown"] article.countersign-review').first();
      await card.waitFor();
      await readCard(card);
    },
  },
  {
    name: 'reasoning pane',
    root: `${reasoningView} .countersign-reasoning`,
    async open(page) {
      await runCommand(page, 'open-reasoning');
      // It opens beside the others, which would take half of a narrow window.
      await page.evaluate(() => {
        const { workspace } = window.standIn!.app;
        for (const type of ['empty', 'markdown', 'countersign-start'])
          for (const leaf of workspace.getLeavesOfType(type)) leaf.detach();
      });
      const pane = page.locator(reasoningView);
      await pane.getByRole('treeitem').first().waitFor();
      // With what is folded.
      for (const folded of await pane.locator('details:not([open]) > summary').all())
        await folded.click();
      const record = pane.getByRole('button', { name: 'Record what was observed' }).first();
      if ((await record.count()) > 0) await record.click();
    },
  },
  {
    name: 'start page',
    root: startView,
    async open(page) {
      await runCommand(page, 'open-start-page');
      await page.locator(startView).getByRole('region').first().waitFor();
    },
  },
];
const onComputers: readonly Screen[] = [
  {
    name: 'decisions in their note',
    root: '.countersign-in-note',
    isBelow: true,
    async open(page) {
      await openNote(page, 'Plans/PLAN-2026-001.md');
      await page.locator('.countersign-in-note').getByRole('treeitem').first().waitFor();
    },
  },
  {
    name: 'new mission',
    root: '.modal',
    async open(page) {
      await runCommand(page, 'new-mission');
      const field = modal(page).getByLabel('What should be done?');
      await field.fill(`Write the invoice and send an email to ${longWord}, then pay it.`);
      await modal(page).getByText('Suggested because').first().waitFor();
    },
  },
  {
    name: 'draft action',
    root: '.modal',
    async open(page) {
      await runCommand(page, 'draft-action');
      await modal(page).getByLabel('Tool').waitFor();
    },
  },
  {
    name: 'record a decision',
    root: '.modal',
    async open(page) {
      await runCommand(page, 'record-decision');
      await modal(page).getByLabel('Option 1', { exact: true }).fill(longWord);
      await modal(page).getByRole('radio').first().check();
      await modal(page).getByLabel('Why, option 2', { exact: true }).fill('Too slow');
    },
  },
  {
    name: 'decisions',
    root: '.modal',
    async open(page) {
      await runCommand(page, 'show-decisions');
      await modal(page).getByText('How to send it').first().waitFor();
    },
  },
  {
    name: 'edit request',
    root: '.modal',
    async open(page) {
      // The panel may be folded away.
      await page.locator('[data-does="edit"]').first().dispatchEvent('click');
      await modal(page).getByText('Save changes').waitFor();
    },
  },
];
const settingsScreens: readonly Screen[] = [
  { name: 'settings', root: settingsView, open: (page) => openSettings(page, null) },
  ...settingsPages.map((name) => ({
    name: `settings, ${name}`,
    root: settingsView,
    open: (page: Page) => openSettings(page, name),
  })),
];

async function openNote(page: Page, path: string): Promise<void> {
  await page.evaluate(async (name) => {
    const { vault, workspace } = window.standIn!.app;
    for (const leaf of workspace.getLeavesOfType('countersign-reasoning')) leaf.detach();
    const state = { mode: 'preview' };
    await workspace.getLeaf(false).openFile(vault.getFileByPath(name)!, { state });
  }, path);
}

async function openPanel(page: Page): Promise<void> {
  await runCommand(page, 'open-current-mission');
  await page.locator(panelView).getByRole('heading').first().waitFor();
}

async function showTop(found: Locator): Promise<void> {
  const shown = found.filter({ visible: true }).first();
  await shown.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

async function closeAll(page: Page): Promise<void> {
  while ((await modal(page).count()) > 0) await page.keyboard.press('Escape');
}

/** Axe's findings and ours, each as a line. */
async function faultsOf(page: Page, { root }: Screen): Promise<readonly string[]> {
  const found = page.locator(root).filter({ visible: true }).first();
  await found.waitFor();
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axeFile, 'utf8'));
  const byAxe = await found.evaluate(async (element) => {
    const { violations } = await window.axe.run(element, {
      // It is about whole pages: what we draw is a part of Obsidian's.
      rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
  return [...byAxe, ...(await found.evaluate(screenFaults))];
}

async function fillVault(desk: Desk): Promise<void> {
  const write = (path: string, text: string) => writeFile(join(desk.vault, path), text);
  const plan = planNote('PLAN-2026-001', `${longWord}@example.com`);
  await write('Plans/PLAN-2026-001.md', `${plan.trimEnd()}\n${decisionLines}${paidTwiceLines}`);
  await write('Plans/PLAN-2026-002.md', '---\ntask_id: [PLAN-2026-002\n---\n');
  await write(
    'Pending_Approval/letter.md',
    letterRequest({
      id: 'letter',
      to: 'client@example.com',
      text: `"${longWord} \\u202e hidden"`,
    }),
  );
  await bringIntoSight(desk.card('client@example.com').getByRole('button', { name: 'Approve' }));
  // Another that can be approved: still one of the buttons stands out.
  await write(
    'Pending_Approval/reminder.md',
    letterRequest({ id: 'reminder', to: 'second@example.com' }),
  );
  await bringIntoSight(desk.card('second@example.com').getByRole('button', { name: 'Approve' }));
}

/** Looks at screens, one after the other, in windows of these widths. */
async function lookAt(
  workbench: Workbench,
  screens: readonly Screen[],
  widths: readonly number[],
  title: string,
  windowWidth = 1280,
): Promise<readonly string[]> {
  const { page } = workbench;
  const faults: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize({ width: Math.max(windowWidth, ...widths), height: 900 });
    await closeAll(page);
    await page.evaluate((isPanel) => {
      const { leftSplit, rightSplit } = window.standIn!.app.workspace;
      leftSplit.collapse();
      if (isPanel) rightSplit.expand();
      else rightSplit.collapse();
    }, screen.isPanel === true);
    await screen.open(page);
    for (const width of widths) {
      if (screen.isPanel && windowWidth > width) {
        const side = page.locator('.mod-right-split');
        await side.evaluate((element: HTMLElement, px) => {
          element.style.cssText = `width: ${px}px; flex: none`;
        }, width);
      } else {
        await page.setViewportSize({ width, height: 900 });
        // Where there is no room for it, Obsidian shows the list of tabs by itself.
        for (const tabs of await page.locator('.vertical-tab-header').all()) {
          if (width < 400)
            await tabs.evaluate((element: HTMLElement) => (element.style.display = 'none'));
        }
      }
      // The note's own properties stand above its card.
      if (screen.isBelow) await showTop(page.locator(screen.root));
      await workbench.screenshot(
        `screen-${screen.name.replaceAll(/[^a-z]+/gi, '-')}-${title}-${width}`,
      );
      const found = await faultsOf(page, screen);
      faults.push(...found.map((fault) => `${screen.name}, ${width} px: ${fault}`));
    }
  }
  await closeAll(page);
  return faults;
}

describe.each(['light', 'dark'] as const)('the screens in %s', (theme) => {
  let desk: Desk;
  afterAll(() => desk.close());

  test('axe finds nothing, nothing is cut off, and there is one primary action at most', async () => {
    desk = await openDesk({ theme, size: { width: 1280, height: 900 } });
    await fillVault(desk);
    const screens = [...onEveryDevice, ...onComputers, ...settingsScreens];
    expect(await lookAt(desk, screens, [600, 280], theme)).toEqual([]);
    expect(desk.errors).toEqual([]);
  }, 180_000);
});

describe.each(['light', 'dark'] as const)('the screens of a phone in %s', (theme) => {
  let desk: Desk;
  afterAll(() => desk.close());

  test('axe finds nothing, nothing is cut off, and there is one primary action at most', async () => {
    desk = await openDesk();
    await fillVault(desk);
    const phone = await desk.secondDevice({
      device: 'phone',
      platform: 'phone',
      plugin: true,
      theme,
    });
    const screens = [...onEveryDevice, ...settingsScreens];
    expect(await lookAt(phone, screens, [390], `phone-${theme}`, 390)).toEqual([]);
    expect(phone.errors).toEqual([]);
  }, 180_000);
});
