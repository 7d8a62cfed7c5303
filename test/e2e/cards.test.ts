import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from './desk.js';
import { bringIntoSight } from '../support/press-as-person.js';
import { startPressClock, stopPressClockWhen } from './press-clock.js';
import { letterRequest, type Letter } from '../support/builders/letter-request.js';
import { until } from '../support/until.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({
    notes: { 'Diary.md': '# Diary\n' },
    size: { width: 1400, height: 2400 },
    width: 420,
  });
}, 90_000);
afterAll(() => desk.close());
// No test begins with what another left behind.
afterEach(async () => {
  await startPressClock(desk.page);
  const pending = join(desk.vault, 'Pending_Approval');
  for (const name of await readdir(pending)) await rm(join(pending, name));
  await expect.poll(() => desk.panel.locator('article').count(), { timeout: 10_000 }).toBe(0);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than anything takes that leads from a press to a mail. */
const settle = () => pause(2_500);

const fileOf = (id: string) => join(desk.vault, `Pending_Approval/${id}.md`);
const put = (letter: Letter) => writeFile(fileOf(letter.id), letterRequest(letter));
const approve = (to: string) => desk.card(to).getByRole('button', { name: 'Approve' });
/** Until its card can be approved, and a person has read it. */
const ready = async (to: string) => {
  await bringIntoSight(approve(to));
  await pause(700);
};
const centreOf = async (to: string) => {
  const box = await approve(to).boundingBox();
  if (!box) throw new Error(`The card of ${to} is not shown.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

describe('a press meant for one card', () => {
  test('stays with it when another comes: the new one comes last, whatever its date', async () => {
    const [first, second, late] = ['one@example.com', 'two@example.com', 'late@example.com'];
    await put({ id: 'shift-1', to: first, created: '2026-01-01T10:40:00Z' });
    await ready(first);
    await put({ id: 'shift-2', to: second, created: '2026-01-02T10:40:00Z' });
    await ready(second);
    const before = await centreOf(second);
    await put({ id: 'shift-3', to: late, created: '2001-01-01T00:00:00Z' });
    // Not brought into sight, which may scroll.
    await approve(late).waitFor();
    await pause(700);
    expect(await centreOf(second)).toEqual(before);
    await desk.page.mouse.click(before.x, before.y);
    await until('the second is sent', async () => (desk.mailsTo(second) === 1 ? true : null));
    expect([desk.mailsTo(first), desk.mailsTo(late)]).toEqual([0, 0]);
  }, 60_000);

  test('is not taken by the one that slides into its place', async () => {
    const [first, next] = ['going@example.com', 'next@example.com'];
    await put({ id: 'slide-1', to: first });
    await ready(first);
    await put({ id: 'slide-2', to: next });
    await ready(next);
    // The first goes, and what follows slides under the pointer of a person who goes on pressing.
    await stopPressClockWhen(desk.page, { selector: 'article', text: first, change: 'goes' });
    await approve(first).click();
    await desk.card(first).waitFor({ state: 'detached' });
    // What else the panel says of it moves cards, too. The clock of presses stands still meanwhile.
    await pause(500);
    const now = await centreOf(next);
    await approve(next).click();
    await desk.card(next).getByText('button just moved').waitFor();
    expect(await centreOf(next)).toEqual(now);
    await startPressClock(desk.page);
    await settle();
    expect(desk.mailsTo(next)).toBe(0);
    await desk.page.mouse.click(now.x, now.y);
    await until('it is sent', async () => (desk.mailsTo(next) === 1 ? true : null));
  }, 60_000);

  test('a second press on Pause, however slow, does not resume', async () => {
    await stopPressClockWhen(desk.page, { selector: 'button', text: 'Resume', change: 'comes' });
    await desk.button('Pause').click();
    await desk.button('Resume').click();
    const device = desk.panel.getByRole('region', { name: 'This device' });
    await device.getByText('button just moved').waitFor();
    await startPressClock(desk.page);
    await desk.press(desk.button('Resume'));
    await desk.button('Pause').waitFor();
  }, 60_000);
});

describe('a long card is read to its end, and can then be approved', () => {
  const setHeight = (height: string) =>
    desk.panel.evaluate((it, to) => {
      it.style.height = to;
    }, height);
  afterEach(() => setHeight(''));

  test.each([
    ['less than half as high as the window', 600],
    ['less than a tenth as high as the card', 200],
  ])(
    'in a panel that is %s',
    async (how, height) => {
      await setHeight(`${height}px`);
      const [first, to] = [`above-${height}@example.com`, `long-${height}@example.com`];
      await put({ id: `above-${height}`, to: first });
      await put({ id: `long-${height}`, to, text: 'word '.repeat(900).trim() });
      await approve(to).waitFor();
      const card = (await desk.card(to).boundingBox())!;
      expect(card.height, how).toBeGreaterThan(height === 200 ? 10 * height : 2 * height);
      const panel = (await desk.panel.boundingBox())!;
      await desk.page.mouse.move(panel.x + panel.width / 2, panel.y + height / 2);
      const scrollUntil = (what: string, isThere: () => Promise<boolean>) =>
        until(what, async () => {
          await desk.page.mouse.wheel(0, 60);
          return (await isThere()) ? true : null;
        });
      const endIn = async () => (await approve(to).boundingBox())!.y - panel.y - height;
      await scrollUntil('all but the end was in sight', async () => (await endIn()) < 200);
      await pause(700);
      await desk.card(to).getByText('Scroll through all of it to approve.').waitFor();
      expect(await approve(to).isDisabled()).toBe(true);
      await scrollUntil('it can be approved', () => approve(to).isEnabled());
    },
    60_000,
  );
});

describe('what was changed since a person looked is said', () => {
  const text = 'I read this and like it.';

  test('when the note got another id with it [GATE-8]', async () => {
    await put({ id: 'other-id', to: 'benign@example.com', text });
    await ready('benign@example.com');
    await writeFile(
      fileOf('other-id'),
      letterRequest({ id: 'other-id-2', to: 'malign@example.com', text }),
    );
    const card = desk.card('malign@example.com');
    await card.getByText('Changed since you looked').waitFor();
    expect(await card.locator('del').allTextContents()).toContainEqual(
      expect.stringMatching(/^\s*other-id\s*$/),
    );
    expect(await approve('malign@example.com').count()).toBe(0);
    await rm(fileOf('other-id'));
  }, 60_000);

  test('when it could not be approved for a moment in between [GATE-8]', async () => {
    const to = 'copied@example.com';
    await put({ id: 'copied', to, text });
    await ready(to);
    const seen = await readFile(fileOf('copied'), 'utf8');
    const copy = join(desk.vault, 'Rejected/copied.md');
    await writeFile(copy, seen);
    await desk.card(to).getByText('more than one note').first().waitFor();
    await writeFile(fileOf('copied'), seen.replace(text, 'Something that I never read.'));
    await desk.card(to).getByText('never read').first().waitFor();
    await rm(copy);
    await desk.card(to).getByText('Changed since you looked').waitFor();
    expect(await approve(to).count()).toBe(0);
    await rm(fileOf('copied'));
  }, 60_000);
});

test('two notes of one id are both shown and both blocked, and the panel goes on', async () => {
  const to = 'twice@example.com';
  await put({ id: 'twice', to });
  await ready(to);
  const copy = join(desk.vault, 'Pending_Approval/twice (1).md');
  await copyFile(fileOf('twice'), copy);
  await expect.poll(() => desk.card(to).count()).toBe(2);
  await expect.poll(() => desk.card(to).getByText('more than one note').count()).toBe(2);
  expect(await approve(to).count()).toBe(0);
  await put({ id: 'after', to: 'after@example.com' });
  await ready('after@example.com');
  await rm(copy);
  await expect.poll(() => desk.card(to).count()).toBe(1);
  await approve(to).waitFor();
  expect(desk.errors).toEqual([]);
}, 60_000);

describe('a drag while nobody can see the panel', () => {
  const undoInNotice = () =>
    desk.page.locator('.notice').getByRole('button', { name: 'Undo', exact: true });
  const collapse = () =>
    desk.page.evaluate(() => window.standIn!.app.workspace.rightSplit.collapse());
  const close = () =>
    desk.page.evaluate(() => {
      window.standIn!.app.workspace.detachLeavesOfType('countersign-current-mission');
    });

  test.each<[string, () => Promise<unknown>]>([
    ['folded', collapse],
    ['closed', close],
  ])(
    'shows it when it is %s, and a notice with Undo [GATE-23]',
    async (how, hide) => {
      const to = `${how}@example.com`;
      await put({ id: how, to });
      await ready(to);
      await hide();
      expect(await desk.panel.filter({ visible: true }).count()).toBe(0);
      await desk.drag(`Pending_Approval/${how}.md`, 'Approved');
      await desk.card(to).getByRole('timer').waitFor();
      expect(await desk.panel.isVisible()).toBe(true);
      await hide();
      await undoInNotice().click();
      await expect.poll(async () => (await desk.find(to))?.folder).toBe('Pending_Approval');
      expect(await undoInNotice().count()).toBe(0);
      await pause(11_000);
      expect(desk.mailsTo(to)).toBe(0);
      await desk.page.getByRole('button', { name: 'Open current mission' }).first().click();
    },
    60_000,
  );
});
