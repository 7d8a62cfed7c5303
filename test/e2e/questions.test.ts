import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { paidTwiceLines } from '../support/builders/paid-twice.js';
import { planNote } from '../support/builders/plan-note.js';
import { openDesk, type Desk } from './desk.js';

let desk: Desk;
const path = 'Plans/PLAN-2026-001.md';
beforeAll(async () => {
  desk = await openDesk({ size: { width: 1700, height: 900 } });
  await writeFile(join(desk.vault, path), planNote());
  await desk.button('Decisions').waitFor();
  await desk.openCommand('Open reasoning pane');
  await appendFile(join(desk.vault, path), paidTwiceLines);
}, 60_000);

const pane = () => desk.page.locator('.workspace-leaf-content[data-type="countersign-reasoning"]');
const board = () => pane().getByRole('region', { name: 'Questions' });
const probe = (words: string) =>
  board().getByRole('list', { name: 'Probes' }).getByRole('listitem').filter({ hasText: words });
const texts = async (list: string, part: string) =>
  (await board().getByRole('list', { name: list }).locator(part).allTextContents()).map((text) =>
    text.replace(/\s+/gu, ' ').trim(),
  );
const shares = () => texts('Hypotheses', '.countersign-board-share');
const tree = async (words: string) =>
  (await pane().getByRole('treeitem').filter({ hasText: words }).first().textContent())?.trim();

test('a person sees what is asked, what it could be, and which probe is worth most', async () => {
  await board().getByText('Why was invoice 2026-114').waitFor();
  await pane().getByText('PLAN-2026-001 · 2 questions').waitFor();
  expect(await shares()).toEqual(['32%', '32%', '32%', '5%']);
  expect(await texts('Probes', '.countersign-board-text')).toEqual([
    'Compare the ids of the two payments',
    'Look for a time-out in the upload log',
    'Count the lines of the import',
    'Ask colleagues',
  ]);
  const next = probe('Compare the ids');
  expect(await next.innerText()).toContain('Expected to settle the most for its cost.');
  expect(await board().getByText('Next', { exact: true }).count()).toBe(1);
  // What is settled is folded to its answer.
  await board().locator('summary').filter({ hasText: 'The customer' }).waitFor();
  expect(await board().getByText('It answered a day later').isVisible()).toBe(false);
  await board().getByRole('button', { name: 'A colleague paid it by hand' }).click();
  await pane().getByText('Opened line 24 of PLAN-2026-001.').waitFor();
  expect(desk.errors).toEqual([]);
}, 60_000);

test('the drawing names questions, hypotheses, probes and subsystems as what they are', async () => {
  expect(await tree('Bank interface')).toMatch(/^Subsystem/u);
  expect(await tree('Why was invoice')).toMatch(/^Question · open/u);
  expect(await tree('imported twice')).toMatch(/^Hypothesis /u);
  expect(await tree('The customer')).toMatch(/^Hypothesis · holds/u);
  expect(await tree('It answered')).toMatch(/^Hypothesis · ruled out/u);
  expect(await tree('Ask colleagues')).toMatch(/^Probe/u);
}, 60_000);

test('a person records an observation in two presses, and the shares move', async () => {
  const next = probe('Compare the ids');
  const record = next.getByRole('button', { name: 'Record what was observed' });
  // A second click on the same place records nothing.
  await record.dblclick();
  expect(await record.getAttribute('aria-expanded')).toBe('false');
  await record.click();
  await next.getByRole('button', { name: 'same', exact: true }).click();
  await desk.page.locator('.notice').getByText('Recorded in PLAN-2026-001: same.').waitFor();
  await expect.poll(shares).toEqual(['51%', '46%', '0%', '3%']);
  expect(await readFile(join(desk.vault, path), 'utf8')).toMatch(
    /Human: Observed — same \[informs:: \[\[#\^q-whyaaa[^\]]*\]\]\] \[probe:: \[\[#\^p-idsaaa[^\]]*\]\]\] \[outcome:: same\]/u,
  );
  await next.getByRole('button', { name: 'same', exact: true }).waitFor();
  expect(await record.count()).toBe(0);
  expect((await texts('Probes', '.countersign-is-next'))[0]).toContain('Look for a time-out');
  expect(await desk.page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(
    'Why was invoice 2026-114 for $1,500 paid twice?',
  );
  expect(desk.errors).toEqual([]);
}, 60_000);

test('what is refused is said at the probe, and nothing is recorded', async () => {
  const log = probe('Look for a time-out');
  await log.getByRole('button', { name: 'Record what was observed' }).click();
  const offered = await log.getByRole('button', { name: 'time-out', exact: true }).elementHandle();
  const before = await shares();
  // A pane that is out of sight is not drawn again: the person presses what is no longer so.
  const hide = (isHidden: boolean) =>
    pane().evaluate((element, hidden) => element.toggleAttribute('hidden', hidden), isHidden);
  await hide(true);
  await desk.page.evaluate(async (name) => {
    const { vault } = window.standIn!.app;
    await vault.process(vault.getFileByPath(name)!, (text) =>
      text.replaceAll(/— time-out: /gu, '— pause: '),
    );
  }, path);
  await offered?.dispatchEvent('click');
  await log.locator('[role="alert"]').waitFor({ state: 'attached' });
  await hide(false);
  expect(await log.getByRole('alert').innerText()).toContain('“time-out” is no outcome of');
  expect(await shares()).toEqual(before);
  expect(await desk.text(path)).not.toContain('Observed — time-out');
  expect(desk.errors).toEqual([]);
}, 60_000);

test('the write-up is saved as a note beside the record, and never over another one', async () => {
  for (const name of ['PLAN-2026-001-write-up', 'PLAN-2026-001-write-up-2']) {
    await pane().getByRole('button', { name: 'Save write-up' }).click();
    const file = join(desk.vault, `Logs/reasoning/${name}.md`);
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('Result: same.');
    await desk.page.locator('.view-header-title').filter({ hasText: name }).first().waitFor();
  }
  expect(desk.errors).toEqual([]);
}, 60_000);
