import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { practiceNotes } from '../stand-in/practice-notes.js';
import { projectRoot } from '../stand-in/server/project-root.js';
import { pressAsPerson } from '../support/press-as-person.js';
import { startPressClock, stopPressClockWhen } from './press-clock.js';
import { until } from '../support/until.js';
import { openWorkbench, type Workbench } from '../support/workbench.js';

let workbench: Workbench;
afterEach(() => workbench.close());

const start = (page: Page) =>
  page.locator('.workspace-leaf-content[data-type="countersign-start"]');
const panel = (page: Page) =>
  page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
const step = (page: Page, title: string) => start(page).getByRole('region', { name: title });
const button = (page: Page, name: string) => start(page).getByRole('button', { name, exact: true });

/** Switches the plugin off and on again, as a person does in the settings. */
async function enable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { plugins } = window.standIn!;
    await plugins.disablePluginAndSave('countersign');
    await plugins.enablePluginAndSave('countersign');
  });
}

test('who enables the plugin is shown how to begin, and has a first mission approved from there [HOST-7]', async () => {
  workbench = await openWorkbench({ notes: { 'Welcome.md': '# Welcome\n' } });
  const { page } = workbench;
  await enable(page);

  const tree = start(page).getByLabel('What will be created');
  expect(await start(page).getByLabel('Base folder').inputValue()).toBe('Countersign');
  expect(await tree.innerText()).toContain('Pending_Approval/');
  expect(await workbench.notes('.')).toEqual(['Welcome.md']);
  await workbench.screenshot('start-1-preview');
  await pressAsPerson(button(page, 'Set up and start the practice plan'));
  await step(page, '1. Set up').getByText('Done', { exact: true }).waitFor();
  await start(page).getByText('1 of 2 parts done').waitFor();
  expect(await workbench.notes('Countersign')).toContain('Pending_Approval');
  await pressAsPerson(panel(page).getByRole('button', { name: 'Approve', exact: true }));
  await start(page).getByText('You’re set up.').waitFor();
  const connect = button(page, 'Connect your agent…');
  expect(await connect.getAttribute('class')).toContain('mod-cta');
  await workbench.screenshot('start-3-approved');
  await connect.click();
  const modal = page.locator('.modal');
  await modal.getByText('Instructions for your agent', { exact: true }).waitFor();
  await modal.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await workbench.notes('Countersign/Practice')).toHaveLength(1);
  expect(workbench.errors).toEqual([]);

  // What is done is read from the vault: the page, opened anew, knows it.
  await workbench.restart();
  await workbench.openCommand('Open start page');
  await start(workbench.page).getByText('You’re set up.').waitFor();
  // Who enables it again goes on where they were.
  await start(workbench.page).evaluate(() => {
    const { workspace } = window.standIn!.app;
    workspace.detachLeavesOfType('countersign-start');
    workspace.detachLeavesOfType('countersign-current-mission');
  });
  await enable(workbench.page);
  await panel(workbench.page).getByText('Allow actions on this computer').waitFor();
  expect(await start(workbench.page).count()).toBe(0);
}, 120_000);

test('the first mission of the README, press by press with its words, takes a new user less than two minutes [HOST-7]', async () => {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const section = /^## A first mission[^]*?(?=^## )/m.exec(readme)?.[0] ?? '';
  const named = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
  workbench = await openWorkbench({ notes: practiceNotes });
  const { page } = workbench;
  const pressed: string[] = [];
  const read = new Set<string>();
  /** What a new user reads where they press, and in the README's list: each line once. */
  const readLines = (text: string): void => {
    for (const line of text.split('\n')) read.add(line.trim());
  };
  readLines([...section.matchAll(/^\d\. .*$/gm)].join('\n'));
  const press = async (where: Locator, name: string) => {
    const control = where.getByRole('button', { name, exact: true });
    await control.waitFor();
    readLines(await where.innerText());
    await pressAsPerson(control);
    pressed.push(name);
  };
  const tick = async (number: number) => {
    await panel(page)
      .getByRole('checkbox', { name: new RegExp(`^Step ${number}:`) })
      .click();
    presses += 1;
  };
  let presses = 1;
  const began = performance.now();

  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await press(panel(page), 'Open the start page');
  await press(step(page, 'Set up and try it'), 'Set up and start the practice plan');
  await press(panel(page).locator('article.countersign-review'), 'Approve');
  // From an empty vault to the first approved action.
  expect(presses + pressed.length).toBeLessThanOrEqual(4);
  await press(step(page, '2. Approve the practice request'), 'Open the email');
  await page.getByText('An email that goes nowhere').first().waitFor();
  // It waited once, and not again after it was approved.
  const entries = panel(page).locator('.countersign-activity li');
  expect(await entries.filter({ hasText: 'Waiting for approval' }).count()).toBe(1);
  await tick(2);
  await until('the plan is done', async () =>
    (await workbench.notes('Countersign/Done/Plans')).length === 1 ? true : null,
  );

  expect(pressed).toEqual(named);
  presses += pressed.length;
  const seconds = Math.round((performance.now() - began) / 1_000);
  const words = [...read].join(' ').split(/\s+/).length;
  // Four words a second (Brysbaert 2019), and two seconds to find and press each control.
  const person = Math.round(words / 4 + presses * 2);
  console.warn(
    `First mission: ${presses} presses and ${words} words to read, about ${person} s for a person; ${seconds} s here.`,
  );
  expect(person).toBeLessThan(120);
  expect(workbench.errors).toEqual([]);
}, 120_000);

test('folders can be created alone, and the second, impatient click on that switches nothing on [GATE-5]', async () => {
  workbench = await openWorkbench({ notes: practiceNotes });
  const { page } = workbench;
  await workbench.openCommand('Open start page');
  const create = button(page, 'Create folders only');
  await create.waitFor();
  await create.scrollIntoViewIfNeeded();
  const box = await create.boundingBox();
  if (!box) throw new Error('There is no button.');
  // Its lower edge, as far as a person may press it.
  const at = [box.x + box.width / 2, box.y + box.height - 2] as const;
  const under = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent, at);
  await page.mouse.click(...at);
  await start(page).getByText('0 of 2 parts done').waitFor();
  // The page does not slide away below the pointer.
  expect(await under()).toBeUndefined();
  await page.mouse.click(...at);
  await page.mouse.move(5, 5);
  await stopPressClockWhen(page, { selector: 'h1', text: 'Start', change: 'comes' });
  await start(page).evaluate((it) => it.querySelector('h1')?.append(' '));
  const both = button(page, 'Allow actions on this computer and start');
  // Where it slid under the pointer all the same, the press is refused.
  await both.evaluate((it) => (it.style.marginBlockStart = '60px'));
  await both.click();
  await start(page).getByText('button just moved').waitFor();
  await startPressClock(page);
  expect(await start(page).getByText('0 of 2 parts done').count()).toBe(1);
  await pressAsPerson(both);
  await start(page).getByText('1 of 2 parts done').waitFor();
  expect(workbench.errors).toEqual([]);
}, 120_000);

test('a phone is told what it can do, and where actions run [HOST-5]', async () => {
  workbench = await openWorkbench({ platform: 'phone' });
  const { page } = workbench;
  await enable(page);
  await start(page).getByText('Actions run on your computer').waitFor();
  await button(page, 'Create folders').click();
  const device = step(page, '3. Approve from this phone');
  await device
    .getByText(
      'You can set up this device to approve requests. The computer that runs actions then runs what you approve here',
    )
    .waitFor();
  await start(page).getByText('1 of 3 parts done').waitFor();
  expect(await start(page).innerText()).toContain('Start it on the computer that runs actions.');
  expect(
    await start(page)
      .getByRole('button', { name: /allow actions/i })
      .count(),
  ).toBe(0);
  const width = await start(page).evaluate(({ scrollWidth, clientWidth }) => [
    scrollWidth,
    clientWidth,
  ]);
  expect(width[0]).toBe(width[1]);
  await pressAsPerson(button(page, 'Let this device approve'));
  await start(page).locator('code.countersign-fingerprint').waitFor();
  expect(workbench.errors).toEqual([]);
}, 120_000);

test('in one press from a configuration of another app to tested servers, with why one does not work; what is in the vault is read first', async () => {
  const claude = {
    email: { type: 'practice' },
    gone: { command: process.execPath, args: ['/no/such/server.mjs'] },
    old: { type: 'sse', url: 'https://example.com' },
  };
  workbench = await openWorkbench({
    home: { '.claude.json': JSON.stringify({ numStartups: 1, mcpServers: claude }) },
    notes: { '.mcp.json': JSON.stringify({ mcpServers: { mine: { type: 'practice' } } }) },
  });
  const { page } = workbench;
  await workbench.openCommand('Open start page');
  await pressAsPerson(button(page, 'Set up and start the practice plan'));
  await start(page)
    .getByText('1 of 2 parts done. When both are done, connect your agent.')
    .waitFor();
  await button(page, 'Import servers…').click();
  const modal = page.locator('.modal');
  await modal.getByText('Claude Code · 3 servers').waitFor();
  await workbench.screenshot('import-found');
  const take = modal.getByRole('button', { name: 'Import and test Claude Code', exact: true });
  await take.evaluate((control: HTMLElement) => control.click());
  await pressAsPerson(take);
  const lines = modal.getByRole('status', { name: 'Imported servers' });
  await lines.getByText('3 tools').waitFor();
  await lines.getByText('Cannot find module').waitFor();
  expect(await lines.locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(/^OK:\s+email · 3 tools$/) as string,
    expect.stringMatching(
      /^Problem:\s+gone · Can’t be reached: .*The server wrote: “Error: Cannot find module/,
    ) as string,
    expect.stringMatching(/^Problem:\s+“old” can’t be imported: it uses the older/) as string,
  ]);
  await modal
    .getByText('1 server ready, 1 can’t be used yet, 1 not imported', { exact: true })
    .waitFor();
  await workbench.screenshot('import-tested');
  // One that fails can be taken away again at once, and no other.
  const remove = modal.getByRole('button', { name: /^Remove/ });
  expect(await remove.count()).toBe(1);
  await remove.click();
  await lines.getByText('Removed').waitFor();
  await modal.getByRole('button', { name: 'Done', exact: true }).click();

  await button(page, 'Import servers…').click();
  await modal.getByRole('button', { name: 'Review This vault (.mcp.json)', exact: true }).click();
  expect(await modal.getByRole('textbox').inputValue()).toContain('"mine"');
  expect(await lines.count()).toBe(0);
  await modal.getByRole('button', { name: 'Cancel', exact: true }).click();

  // Where nothing else is found, it is there to be read at once.
  await rm(join(workbench.home, '.claude.json'));
  await button(page, 'Import servers…').click();
  await modal
    .getByText('Its contents are in the box below. Read them before you import.')
    .waitFor();
  await workbench.screenshot('import-vault');
  expect(await modal.getByRole('textbox').inputValue()).toContain('"mine"');
  await pressAsPerson(modal.getByRole('button', { name: 'Import', exact: true }));
  await lines.getByText('mine').waitFor();
  expect(workbench.errors).toEqual([]);
}, 120_000);
