import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { planNote } from '../support/builders/plan-note.js';

let desk: Desk;
const path = 'Plans/PLAN-2026-001.md';
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1700, height: 900 } });
  await writeFile(join(desk.vault, path), planNote());
  await desk.button('Decisions').waitFor();
  // The side bar would take the room that columns need.
  await desk.page.evaluate(() => window.standIn!.app.workspace.leftSplit.collapse());
}, 60_000);

const pane = () => desk.page.locator('.workspace-leaf-content[data-type="countersign-reasoning"]');
const inNote = () => desk.page.locator('.countersign-in-note');
const node = (words: string) => pane().getByRole('treeitem').filter({ hasText: words });
/** What is read aloud of nodes, without who recorded them and when. */
const said = (texts: readonly (string | null)[]) =>
  texts.map((text) =>
    (text ?? '')
      .replace(/\s+/gu, ' ')
      .replace(/(?:Human|Agent \(claude\)) · [^+]*/u, '')
      .trim(),
  );
const names = async () => said(await pane().getByRole('treeitem').allTextContents());
const focused = async () =>
  said([await desk.page.evaluate(() => document.activeElement?.textContent ?? null)])[0];
const write = (...entries: readonly string[]) =>
  appendFile(
    join(desk.vault, path),
    entries.map((entry) => `- [2099-02-21T10:31:00Z] Agent (claude): ${entry}\n`).join(''),
  );

test('the pane opens from its command, says how to begin, and is kept up to date while the record grows', async () => {
  const { page } = desk;
  await desk.openCommand('Open reasoning pane');
  await pane()
    .getByRole('heading', { name: 'No decisions recorded in PLAN-2026-001 yet' })
    .waitFor();
  await pane().getByRole('button', { name: 'Record a decision…' }).click();
  const modal = page.locator('.modal');
  await modal.getByLabel('What is to be decided?').fill('How to send it');
  await modal.getByLabel('Option 1', { exact: true }).fill('By post');
  await modal.getByLabel('Option 2', { exact: true }).fill('E-mail');
  await modal.getByLabel('Option 2: Chosen').check();
  await modal.getByLabel('Why, option 1').fill('Too slow');
  await modal.getByLabel('Why, option 2').fill('The contract asks for it');
  await modal.getByRole('button', { name: 'Record', exact: true }).click();
  await expect
    .poll(names)
    .toEqual([
      'Goal Do it.',
      'Decision How to send it',
      'Chosen E-mail The contract asks for it',
      'Rejected By post Too slow',
      'Steps without a decision +2 folded',
    ]);
  expect(await node('Outside').count()).toBe(0);
  await write(
    'Decision — When to send it ^d-aaaaaa',
    'Option for [[#^d-aaaaaa]] — Today ^o-aaaaaa',
  );
  await node('When to send it').waitFor();
  await write('Chose [[#^o-aaaaaa]] — The bank is open', 'Chose nothing ^o-bbbbbb');
  await node('The bank is open').waitFor();
  await expect.poll(names).toContainEqual('Decision When to send it Outside');
  expect(await pane().getByText('damaged').innerText()).toContain('PLAN-2026-001.md, line 28');
  expect(desk.errors).toEqual([]);
}, 60_000);

test('the chosen path is marked, and is one straight line; what was rejected is quiet', async () => {
  const onPath = await pane().locator('.countersign-is-on-path').allInnerTexts();
  expect(onPath.map((text) => text.split('\n').slice(0, 2).join(' ').trim())).toEqual([
    'Goal Do it.',
    'Decision How to send it',
    'Chosen E-mail',
    'Decision When to send it',
    'Chosen Today',
  ]);
  const tops = await Promise.all(
    ['Goal', 'How to send it', 'E-mail'].map(
      async (words) => (await node(words).first().boundingBox())?.y,
    ),
  );
  expect(new Set(tops).size).toBe(1);
  expect(await pane().locator('path[data-is="path"]').count()).toBe(4);
  expect(await node('By post').getAttribute('class')).not.toContain('is-on-path');
}, 60_000);

test('all of it works by keyboard: arrows follow the edges, Space folds, Enter opens the line, + and − zoom', async () => {
  const { page } = desk;
  await pane().getByRole('button', { name: 'Fit' }).focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Goal Do it.');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Decision How to send it');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Rejected By post Too slow');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  expect(await focused()).toBe(
    'Decision How to send it Chosen: E-mail — The contract asks for it +2 folded',
  );
  expect(await node('By post').count()).toBe(0);
  expect(await node('How to send it').innerText()).toContain('+2');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => node('By post').count()).toBe(1);
  await page.keyboard.press('End');
  expect(await focused()).toBe('Steps without a decision +2 folded');
  await page.keyboard.press('Enter');
  await node('One').waitFor();
  await page.keyboard.press('Home');

  const width = async () => (await node('Goal').boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(before * 1.25, 0);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(width).toBeCloseTo(before / 1.25, 0);
  await page.keyboard.press('0');
  await expect.poll(width).toBeCloseTo(before, 0);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const note = page.locator('.workspace-leaf-content[data-type="markdown"]:visible');
  await note.waitFor();
  await pane().getByText('Opened line 20 of PLAN-2026-001.').waitFor();
  expect(await pane().isVisible()).toBe(true);
  // A press with the mouse opens a line, too; one that drags does not.
  await node('Today').click();
  await pane().getByText('Opened line 26 of PLAN-2026-001.').waitFor();
  expect(await node('Today').getAttribute('aria-selected')).toBe('true');
  expect(desk.errors).toEqual([]);
}, 60_000);

test('the drawing is dragged with the mouse and zoomed with the wheel, and neither presses anything', async () => {
  const { page } = desk;
  const scroller = pane().locator('.countersign-drawing');
  const place = () => scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const box = await node('By post').boundingBox();
  if (!box) throw new Error('It is not there.');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await pane().getByRole('button', { name: 'Actual size, now 250%' }).waitFor();
  // What was under the pointer stays there.
  const zoomed = await node('By post').boundingBox();
  expect(zoomed?.x ?? 0).toBeLessThan(box.x + 20);
  expect((zoomed?.x ?? 0) + (zoomed?.width ?? 0)).toBeGreaterThan(box.x + 20);
  const before = await place();
  await page.mouse.down();
  await page.mouse.move(box.x - 80, box.y - 30, { steps: 4 });
  await page.mouse.up();
  expect(await place()).toEqual([(before[0] ?? 0) + 100, (before[1] ?? 0) + 40]);
  await pane().getByText('Opened line 26').waitFor();
  await pane().getByRole('button', { name: 'Fit' }).click();
  await expect.poll(place).toEqual([0, 0]);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('a note that is read has the drawing above its record, and a note without decisions has none', async () => {
  const { page } = desk;
  const read = async (file: string) => {
    // Obsidian reads the properties of a new note a moment after the note is there.
    const isThere = () =>
      page.evaluate((name) => {
        const { metadataCache } = window.standIn!.app;
        return metadataCache.getCache(name)?.frontmatter !== undefined;
      }, file);
    await expect.poll(isThere).toBe(true);
    await page.evaluate(async (name) => {
      const { vault, workspace } = window.standIn!.app;
      for (const leaf of workspace.getLeavesOfType('countersign-reasoning')) leaf.detach();
      const state = { mode: 'preview' };
      await workspace.getLeaf(false).openFile(vault.getFileByPath(name)!, { state });
    }, file);
  };
  await writeFile(
    join(desk.vault, 'Plans/PLAN-2026-002.md'),
    planNote({ task_id: 'PLAN-2026-002', source_link: '"[[Other]]"' }),
  );
  const long = 'Logs/reasoning/PLAN-2026-001-reasoning.md';
  await mkdir(join(desk.vault, 'Logs/reasoning'), { recursive: true });
  await writeFile(
    join(desk.vault, long),
    '---\ntype: decision_record\nplan_id: PLAN-2026-001\n---\nThe record goes on here.\n\n' +
      '- [2026-02-22T10:31:00Z] Agent: Decision — Whom to copy ^d-cccccc\n',
  );
  await read(path);
  await inNote().getByRole('treeitem').filter({ hasText: 'E-mail' }).waitFor();
  const above = await inNote().evaluate((element) => [
    element.previousElementSibling?.textContent,
    element.parentElement?.nextElementSibling?.tagName,
  ]);
  expect(above).toEqual(['Reasoning Logs', 'DIV']);
  await read(long);
  const item = inNote().getByRole('treeitem').filter({ hasText: 'Whom to copy' });
  await item.click();
  await inNote().getByText('Opened line 7 of PLAN-2026-001-reasoning.').waitFor();
  // Also what somebody writes into it.
  await appendFile(
    join(desk.vault, long),
    '- [2026-02-22T10:32:00Z] Agent: Option for [[#^d-cccccc]] — Nobody ^o-cccccc\n',
  );
  await inNote().getByRole('treeitem').filter({ hasText: 'Nobody' }).waitFor();
  await inNote().getByRole('button', { name: 'Open reasoning pane' }).click();
  await node('Whom to copy').waitFor();
  await read('Plans/PLAN-2026-002.md');
  await page.getByRole('heading', { name: 'Reasoning Logs' }).waitFor();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await inNote().count()).toBe(0);
  await rm(join(desk.vault, 'Plans/PLAN-2026-002.md'));
  await desk.panel.getByLabel('Open plan PLAN-2026-001').waitFor();
  expect(desk.errors).toEqual([]);
}, 60_000);

test('a large record starts folded, and a press unfolds a part of it', async () => {
  const id = (n: number) => `${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}dddd`;
  const entries = Array.from({ length: 70 }, (_, n) => [
    `Decision — Question ${n} ^d-${id(n)}`,
    `Option for [[#^d-${id(n)}]] — Yes ${n} ^o-${id(n)}`,
    `Chose [[#^o-${id(n)}]]`,
    `Action for [[#^d-${id(n)}]] — Do ${n} ^a-${id(n)}`,
  ]);
  await write(...entries.flat());
  await desk.button('Decisions').click();
  await desk.page.locator('.modal').getByRole('button', { name: 'Open reasoning pane' }).click();
  await node('Question 69').waitFor();
  const decision = node('Question 12');
  expect(await node('Do 12').count()).toBe(0);
  expect(await decision.innerText()).toContain('Yes 12');
  await decision.locator('[data-fold]').click();
  await node('Do 12').waitFor();
  expect(await decision.getAttribute('aria-expanded')).toBe('true');
  expect(await node('Do 13').count()).toBe(0);
  expect(desk.errors).toEqual([]);
}, 60_000);

test('a phone draws the decisions, too, with room for fingers', async () => {
  const phone = await desk.secondDevice({ device: 'phone', platform: 'phone', plugin: true });
  await phone.page.evaluate(() => {
    const { commands } = window.standIn!.app as unknown as {
      commands: { executeCommandById(id: string): boolean };
    };
    commands.executeCommandById('countersign:open-reasoning');
  });
  const items = phone.page
    .locator('.workspace-leaf-content[data-type="countersign-reasoning"]')
    .getByRole('treeitem');
  await items.filter({ hasText: 'How to send it' }).waitFor();
  for (const part of ['[role=treeitem]', '.clickable-icon', '[data-fold]']) {
    const box = await phone.page.locator(`.countersign-reasoning ${part}`).first().boundingBox();
    expect(Math.min(box?.height ?? 0, box?.width ?? 0), part).toBeGreaterThanOrEqual(40);
  }
  // Two fingers that move apart.
  await phone.page.locator('.countersign-drawing').evaluate((target) => {
    const touches = (...at: readonly number[]) =>
      at.map((clientX, identifier) => new Touch({ identifier, target, clientX, clientY: 400 }));
    target.dispatchEvent(new TouchEvent('touchstart', { touches: touches(150, 250) }));
    target.dispatchEvent(new TouchEvent('touchmove', { touches: touches(100, 300) }));
  });
  await phone.page.getByRole('button', { name: 'Actual size, now 200%' }).waitFor();
  expect(phone.errors).toEqual([]);
}, 60_000);
