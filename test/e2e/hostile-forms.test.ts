import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import {
  expectNothingDrawn,
  expectOnlyText,
  hostileText,
  longWord,
  rawControls,
  spelledOut,
} from './hostile-texts.js';
import { screenFaults } from './screen-faults.js';

/** As a name, which shows the same as {@link hostileText}, and then runs on. */
const longName = `${hostileText} ${longWord}`;
const hidden = 'a\u202Eb';

const tools = [
  {
    name: hostileText,
    description: hostileText,
    inputSchema: {
      type: 'object',
      properties: {
        [hostileText]: { type: 'string', description: hostileText, default: hostileText },
        choice: { enum: [hostileText, longName], default: hostileText },
        pattern: { type: 'string', pattern: `^${hidden}$` },
        [longName]: { type: 'string', description: longName },
      },
      required: ['choice', 'pattern'],
      additionalProperties: false,
    },
    annotations: { title: hostileText },
  },
  { name: longName, description: longName, inputSchema: { type: 'object', properties: {} } },
];

const plan = `---
task_id: PLAN-2026-001
source_link: "[[brief]]"
created_date: 2026-02-21T10:30:00Z
priority: high
status: Active
---

# Objective
Answer ${hostileText}

## Context
None.

## Roadmap
1. [ ] ✋ Send ${hostileText} ${longWord}

## Reasoning Logs
- [2026-02-21T10:30:00Z] Human: Created plan — ${hostileText}
`;

let folder: string;
let desk: Desk;
/** Addresses outside this computer that the page asked for. */
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const file = join(folder, 'texts.json');
  await writeFile(file, JSON.stringify({ tools }));
  const server = join(process.cwd(), 'test/support/servers/hostile-texts-server.mjs');
  const email = {
    command: process.execPath,
    args: [server, hostileText],
    env: { TEXTS_FILE: file },
  };
  const refusing = join(folder, 'refusing.json');
  const error = { code: -32000, message: hostileText };
  await writeFile(refusing, JSON.stringify({ error }));
  const refuses = { ...email, env: { TEXTS_FILE: refusing } };
  desk = await openDesk({ servers: { mcpServers: { email, refuses } } });
  desk.page.on('request', (one) => {
    if (one.url().includes('evil.example')) asked.push(one.url());
  });
  await writeFile(join(desk.vault, 'Plans/PLAN-2026-001.md'), plan);
  await desk.button('Draft request…').waitFor();
}, 90_000);
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const modal = (): Locator => desk.page.locator('.modal').last();
const settings = (): Locator => desk.page.locator('.mod-settings .vertical-tab-content');

/** How many pictures the test took so far. */
let pictures = 0;

beforeEach(async () => {
  pictures = 0;
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  while ((await desk.page.locator('.modal').count()) > 0) await desk.page.keyboard.press('Escape');
});

async function openSettings(name: string): Promise<void> {
  const { page } = desk;
  await page.getByLabel('Settings').first().click();
  const tabs = page.locator('.vertical-tab-header');
  await tabs.evaluate((element: HTMLElement) => element.style.removeProperty('display'));
  await page.getByRole('button', { name: 'Countersign', exact: true }).click();
  await page.locator('.setting-item.mod-clickable', { hasText: name }).first().click();
}

/**
 * It stays in its place, also where there is little of it, and nothing of it did anything.
 * @param subject what its picture is to show, where that is not its beginning
 */
async function expectInPlace(root: Locator, subject?: Locator): Promise<void> {
  for (const width of [600, 280]) {
    await desk.page.setViewportSize({ width, height: 900 });
    // Where there is no room for it, Obsidian shows the list of tabs by itself.
    for (const tabs of await desk.page.locator('.vertical-tab-header').all()) {
      await tabs.evaluate((element: HTMLElement, isShown) => {
        element.style.display = isShown ? '' : 'none';
      }, width > 400);
    }
    expect(await root.evaluate(screenFaults), `${width} px`).toEqual([]);
  }
  await (subject ?? root).first().evaluate((element, isPart) => {
    if (isPart) element.scrollIntoView({ block: 'center' });
    else element.closest('.modal')?.scrollTo(0, 0);
  }, subject !== undefined);
  pictures += 1;
  const name = (expect.getState().currentTestName ?? '').slice(0, 40);
  await desk.screenshot(`hostile-${name}-${pictures}`);
  expect(await desk.page.evaluate(() => 'taken' in window)).toBe(false);
  expect(asked).toEqual([]);
  expect(desk.errors).toEqual([]);
}

/** The first tool of the server that is chosen: nothing is chosen for a person. */
async function chooseTool(): Promise<void> {
  const tool = modal().getByLabel('Tool', { exact: true });
  await tool.locator('option').nth(1).waitFor({ state: 'attached' });
  await tool.selectOption({ index: 0 });
}

test('the form of an action shows names, descriptions, choices and defaults as text', async () => {
  await desk.openCommand('Draft request for the current step');
  await modal().getByLabel('Type').waitFor();
  await chooseTool();
  await expectOnlyText(modal());
  const call = modal().getByLabel('As written in the note');
  const pattern = modal().getByLabel('pattern, required');
  await pattern.fill(hidden);
  await expect.poll(() => call.textContent()).toContain('‹U+202E›');
  // What cannot be seen in a field is seen below, without a press.
  expect(await call.isVisible()).toBe(true);
  expect(await call.textContent()).not.toMatch(rawControls);
  for (const option of await modal().locator('option').allTextContents()) {
    expect(option).not.toMatch(rawControls);
    expect(option.length).toBeLessThan(500);
  }
  await expectInPlace(modal(), call);
});

test('what is wrong with a field is said as text, in the server’s words too', async () => {
  await desk.openCommand('Draft request for the current step');
  await chooseTool();
  await modal().getByLabel('pattern, required').fill('no');
  await modal().getByText('t match the pattern').waitFor();
  expect(await modal().innerText()).not.toMatch(rawControls);
  await modal().getByRole('button', { name: 'Edit as JSON' }).click();
  const json = modal().getByLabel('Arguments as JSON');
  await json.fill(
    `{"choice": "x", "pattern": "no", ${spelledOut(hostileText)}: 1, ${spelledOut(hidden)}: 1}`,
  );
  await modal().locator('.setting-item-error', { hasText: '‹U+202E›' }).first().waitFor();
  expect(await modal().innerText()).not.toMatch(rawControls);
  await expectNothingDrawn(modal());
  await expectInPlace(modal(), modal().locator('.setting-item-error', { hasText: '‹U+202E›' }));
});

test('the form of an action says as text why a server does not tell its tools', async () => {
  await desk.openCommand('Draft request for the current step');
  await modal().getByLabel('Server').selectOption('refuses');
  const answer = modal().getByText('The list of tools couldn’t be loaded');
  await answer.waitFor();
  await expectOnlyText(modal());
  await expectInPlace(modal(), answer);
});

test('the test of a bridge lists its tools as text', async () => {
  await openSettings('Servers');
  await expectOnlyText(settings());
  await settings().getByRole('button', { name: 'Test email' }).click();
  await modal().getByText('It responded, and has 2 tools').waitFor();
  await expectOnlyText(modal());
  expect((await modal().innerText()).length).toBeLessThan(10_000);
  await expectInPlace(modal());
});

test('a route to such a tool is chosen and shown as text', async () => {
  await openSettings('Routes and limits');
  await settings().getByRole('button', { name: 'Add route…' }).click();
  await modal().getByText('This server has 2 tools').waitFor();
  const tool = modal().getByPlaceholder('Such as send_email');
  await tool.fill(hidden);
  await modal().getByText('The server has no tool').waitFor();
  expect(await modal().innerText()).not.toMatch(rawControls);
  await expectInPlace(modal());
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  await tool.fill('tp.file');
  const suggested = desk.page.locator('.suggestion-item').first();
  await suggested.waitFor();
  expect(await suggested.innerText()).not.toMatch(rawControls);
  await suggested.click();
  await desk.press(modal().getByRole('button', { name: 'Add route', exact: true }));
  await settings().getByText('‹U+202E›').first().waitFor();
  await expectOnlyText(settings());
  for (const button of await settings().getByRole('button').all()) {
    expect((await button.getAttribute('aria-label')) ?? '').not.toMatch(rawControls);
  }
  await expectInPlace(settings(), settings().getByText('‹U+202E›'));
});

test('the list of everything shows it as text', async () => {
  await openSettings('Permissions overview');
  await expectOnlyText(settings());
  await expectInPlace(settings(), settings().getByText('‹U+202E›'));
});

test('a bridge is never named so, and words with hidden characters are refused by name', async () => {
  await openSettings('Servers');
  await settings().getByRole('button', { name: 'Import servers…' }).click();
  await modal()
    .getByRole('textbox')
    .fill(JSON.stringify({ mcpServers: { [hidden]: tools[0] } }));
  await modal().getByText('a name must be 1 to 64 letters').waitFor();
  expect(await modal().innerText()).toContain('a‹U+202E›b');
  await expectInPlace(modal());
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  await openSettings('Plan suggestions');
  const words = settings().getByRole('textbox', {
    name: 'Words: The text suggests a high priority',
  });
  await words.fill(`<img src=x>, ${hidden}`);
  await settings().getByText('contains an invisible character').waitFor();
  expect(await settings().innerText()).toContain('“a‹U+202E›b”');
  const refused = settings().getByText('contains an invisible character');
  await expectInPlace(settings(), refused);
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  await words.fill('<img src=x>, [[Secret]]');
  await settings().getByLabel('Task').fill(`Write <img src=x> to [[Secret]] ${longWord}`);
  const found = settings().getByText('Suggested because it mentions “<img src=x>”');
  await found.first().waitFor();
  await expectNothingDrawn(settings());
  await expectInPlace(settings(), found);
});

test('folders, and devices that others named in the vault, are shown as text', async () => {
  const file = join(desk.vault, '.obsidian/plugins/countersign/data.json');
  const saved = JSON.parse(await readFile(file, 'utf8')) as { folders: Record<string, string> };
  const archive = `Archive ${hidden} <img src=x>`.replaceAll(/[<>]/g, '');
  await rename(join(desk.vault, 'Archive'), join(desk.vault, archive));
  const keys = [{ device: hostileText, publicKey: hostileText }];
  await writeFile(file, JSON.stringify({ ...saved, folders: { ...saved.folders, archive }, keys }));
  await desk.panel.getByText('This vault’s folder names changed').waitFor();
  expect(await desk.panel.innerText()).toContain('Archive a‹U+202E›b');
  for (const line of (await desk.panel.innerText()).split('\n'))
    expect(line).not.toMatch(rawControls);

  await openSettings('Folders');
  await settings().getByText('Archive a‹U+202E›b').waitFor();
  const field = settings().getByLabel('Archive: folder');
  await field.fill(`Done ${hidden}/Archive?`);
  expect(await settings().innerText()).not.toMatch(rawControls);
  await expectInPlace(settings());
  await desk.page.keyboard.press('Escape');
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  await openSettings('Safety on this device');
  const changed = settings().getByText('Archive a‹U+202E›b');
  await changed.waitFor();
  expect(await settings().innerText()).not.toMatch(rawControls);
  await expectNothingDrawn(settings());
  await expectInPlace(settings(), changed);
});
