import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyPanelModel, type PanelModel } from '../../../../src/core/screens/panel-model.js';
import type { Denial, ReviewModel } from '../../../../src/core/screens/review-model.js';
import type { StepSummary } from '../../../../src/core/mission/summaries.js';
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

const note = (id: string, args: object = { to: id }): CardNote => ({
  path: `Pending_Approval/${id}.md`,
  text: cardText(args, { id }),
});
const show = (card: CardNote | null, rest: Partial<ReviewModel> = {}) =>
  // As text: the type of the model is too deep for what the page is handed.
  page.evaluate(
    ([it, others]) => panelPage.showReview(it, JSON.parse(others) as Partial<ReviewModel>),
    [card, JSON.stringify(rest)] as const,
  );
const asked = (...names: string[]) =>
  page.evaluate(
    (wanted) => panelPage.asked.filter(([what]) => wanted.includes(String(what))),
    names,
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
const pressable = (name: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(200);
      return button(name).isEnabled();
    })
    .toBe(true);
/** As long as a person reads. */
const read = () => page.clock.runFor(1_000);

describe('the keyboard', () => {
  test.each([
    ['j', 1],
    ['n', 1],
    ['ArrowRight', 1],
    ['k', -1],
    ['p', -1],
    ['ArrowLeft', -1],
  ])('%s goes %s', async (key, by) => {
    await show(note('a'), { matching: 3, position: 2 });
    await page.keyboard.press(key);
    expect(await asked('go')).toEqual([['go', by]]);
  });

  test('its arrows point the other way where words run from right to left', async () => {
    await show(note('a'), { matching: 3, position: 2 });
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('j');
    expect(await asked('go')).toEqual([
      ['go', 1],
      ['go', 1],
    ]);
  });

  test('is left alone with Ctrl, and in a field', async () => {
    await show(note('a'));
    await page.keyboard.press('Control+j');
    await page.keyboard.press('r');
    await page.getByLabel('Reason (optional)').waitFor();
    await page.keyboard.type('jkn');
    expect(await page.getByLabel('Reason (optional)').inputValue()).toBe('jkn');
    expect(await asked('go')).toEqual([]);
  });

  test('brings the focus to Approve when that can be pressed, and approves by its own press only', async () => {
    await show(note('a'));
    await page.keyboard.press('a');
    expect(await focused()).not.toBe('Approve');
    await pressable('Approve');
    await expect.poll(focused).toBe('Approve');
    expect(await asked('approve')).toEqual([]);
    await page.keyboard.press('Enter');
    await read();
    await page.keyboard.press('Enter');
    expect((await asked('approve')).map((each) => each.at(-1))).toEqual(['not steady', 'steady']);
  });

  test('does not bring it to the Approve of another request that came meanwhile', async () => {
    await show(note('a'));
    await page.keyboard.press('a');
    await show(note('b'));
    await pressable('Approve');
    expect(await focused()).not.toBe('Approve');
  });

  test('keeps the focus on Approve when the same request is drawn again', async () => {
    await show(note('a'));
    await pressable('Approve');
    await page.keyboard.press('a');
    await show(note('a'), { waiting: 2, matching: 2 });
    await page.getByText('1 of 2').waitFor();
    await page.clock.runFor(100);
    expect(await focused()).toBe('Approve');
  });

  test('asks why before it rejects', async () => {
    await show(note('a'));
    await page.keyboard.press('r');
    await page.keyboard.type('Too late');
    expect(await asked('reject')).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await asked('reject')).toEqual([['reject', 'Pending_Approval/a.md', 'Too late']]);
  });
});

test('the next request has the focus, and is read from its beginning', async () => {
  await page.evaluate(() => {
    document.body.style.cssText = 'display:flex; flex-direction:column; height:300px';
  });
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, 'y']));
  await show(note('a', long));
  await page.locator('.countersign-review-list').evaluate((it) => it.scrollTo(0, it.scrollHeight));
  await button('Reject').click();
  await show(note('b', long));
  await expect
    .poll(() => page.locator('.countersign-review-list').evaluate((it) => it.scrollTop))
    .toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('article');
  expect(await page.getByLabel('Reason (optional)').count()).toBe(0);
});

test('in a small window the buttons are in sight, Approve waits for the end of the request, and “Reject all” comes after it', async () => {
  await page.setViewportSize({ width: 280, height: 400 });
  await page.evaluate(() => {
    document.body.style.cssText = 'display:flex; flex-direction:column; height:380px; margin:0';
  });
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, 'y']));
  await show(note('a', long), { waiting: 3, matching: 3 });
  const isInSight = (name: string) =>
    button(name).evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  for (const name of ['Approve', 'Reject']) expect(await isInSight(name), name).toBe(true);
  expect(await isInSight('Reject all 3…')).toBe(false);
  const list = page.locator('.countersign-review-list');
  // All but the last few lines, which the buttons lie over.
  await list.evaluate((it) => {
    const end = it.querySelector('.countersign-end-of-content')!.getBoundingClientRect().bottom;
    it.scrollBy(0, end - it.getBoundingClientRect().bottom - 10);
  });
  await read();
  expect(await button('Approve').isDisabled()).toBe(true);
  await page.getByText('Scroll through all of it to approve.').waitFor();
  await page.keyboard.press('a');
  await pressable('Approve');
  expect(await page.getByText('to approve.').count()).toBe(0);
  await list.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  expect(await isInSight('Reject all 3…')).toBe(true);
});

test('it says where it is, and what became of the last one', async () => {
  await show(note('a'), { waiting: 1_200, matching: 1_000, position: 7, said: 'Approved: x.' });
  expect(await page.getByRole('status').allTextContents()).toEqual(['7 of 1,000', 'Approved: x.']);
  await show(note('a'), { matching: 2, position: 2 });
  expect(await button('Next request').isDisabled()).toBe(true);
  await button('Previous request').click();
  expect(await asked('go')).toEqual([['go', -1]]);
});

test('it is filtered by what the requests differ in, and never without a way back', async () => {
  const facets: ReviewModel['facets'] = [
    {
      facet: 'plan',
      choices: [
        { value: 'PLAN-2026-001', label: 'PLAN-2026-001', count: 2 },
        { value: '', label: 'No plan', count: 1 },
      ],
      left: 12,
    },
  ];
  await show(note('a'), { facets });
  expect(await page.getByLabel('Plan').isVisible()).toBe(false);
  await button('Filter').click();
  expect(await page.getByLabel('Plan').locator('option').allTextContents()).toEqual([
    'Any',
    'PLAN-2026-001 (2)',
    'No plan (1)',
    '… and 12 more',
  ]);
  await page.getByLabel('Plan').selectOption({ label: 'No plan (1)' });
  await page.getByLabel('Plan').selectOption({ label: 'Any' });
  expect(await asked('narrow')).toEqual([
    ['narrow', 'plan', ''],
    ['narrow', 'plan', null],
  ]);
  await show(null, { facets, filter: { plan: '' }, waiting: 5 });
  await page.getByText('No request matches the filter. 5 in all.').waitFor();
  await button('Clear the filter').click();
  expect(await asked('clearFilter')).toHaveLength(1);
});

test('when nothing waits it says so, and what there is to do', async () => {
  await show(null);
  await page.getByText('Nothing is waiting for your approval.').waitFor();
  await button('Close').click();
  expect(await asked('close')).toHaveLength(1);
});

describe('rejecting the rest', () => {
  const lines = Array.from({ length: 120 }, (_, at) => ({
    ...{ tool: 'send_email', bridge: 'mail', title: `“Email to n${at}@example.com”` },
  }));
  const stage = (denial: Denial) => show(note('a'), { denial });

  test('names what it rejects, fifty at a time, and asks for the reason', async () => {
    await show(note('a'));
    expect(await page.getByRole('button', { name: /^Reject .*…$/ }).count()).toBe(0);
    await show(note('a'), { waiting: 1_200, matching: 120, filter: { plan: '' } });
    await button('Reject all 120 that match the filter…').waitFor();
    await show(note('a'), { waiting: 120, matching: 120 });
    const all = button('Reject all 120…');
    // The request leads, and what is about all of them comes last.
    expect(
      await all.evaluate((it) => it.compareDocumentPosition(document.querySelector('article')!)),
    ).toBe(2);
    await all.click();
    expect(await asked('askToDeny', 'deny')).toEqual([['askToDeny']]);
    await stage({ stage: 'asks', requests: lines });
    const list = page.getByRole('list', { name: 'Requests to reject' }).locator('li');
    expect(await list.count()).toBe(50);
    await button('… and 70 more: show 50').click();
    await button('… and 20 more: show 20').click();
    expect(await list.count()).toBe(120);
    await page.keyboard.press('j');
    await page.getByLabel('Reason (optional)').fill('All cancelled');
    await button('Reject 120 requests').click();
    expect(await asked('go', 'deny')).toEqual([['deny', 'All cancelled']]);
    await button('Cancel').click();
    expect(await asked('leaveDenial')).toHaveLength(1);
  });

  test('says how far it is, and can be stopped', async () => {
    await stage({ stage: 'runs', rejected: 40, total: 1_000 });
    expect(
      await page.getByRole('progressbar').evaluate((it: HTMLProgressElement) => it.value),
    ).toBe(40);
    await page.getByText('40 of 1,000').waitFor();
    await button('Stop').click();
    expect(await asked('stopDenying')).toHaveLength(1);
  });

  test('leaves the focus where a person types or would press when it is drawn again', async () => {
    // The very same question, as when something else in the vault changed.
    const again = () =>
      page.evaluate(
        ([it, others]) => {
          const kept = window as unknown as { rest?: Partial<ReviewModel> };
          kept.rest ??= JSON.parse(others) as Partial<ReviewModel>;
          panelPage.showReview(it, { ...kept.rest });
        },
        [note('a'), JSON.stringify({ denial: { stage: 'asks', requests: lines } })] as const,
      );
    await again();
    const reason = page.getByLabel('Reason (optional)');
    await reason.click();
    await page.keyboard.type('Too ');
    await again();
    await page.clock.runFor(100);
    await page.keyboard.type('late');
    expect(await reason.inputValue()).toBe('Too late');

    await stage({ stage: 'runs', rejected: 1, total: 9 });
    await button('Stop').focus();
    await stage({ stage: 'runs', rejected: 2, total: 9 });
    await page.clock.runFor(100);
    expect(await focused()).toBe('Stop');
  });

  test('says how many were rejected, and which wait still and why', async () => {
    const problem = { code: 'request_not_open', message: 'It is another’s.', advice: 'Go there.' };
    const kept = lines.slice(0, 60).map((request) => ({ request, problem }));
    await stage({ stage: 'over', rejected: 1, gone: 2, left: 63, kept } as Denial);
    const list = page
      .getByRole('list', { name: '60 requests couldn’t be rejected here:' })
      .locator('li');
    expect(await list.count()).toBe(50);
    expect((await list.first().textContent())?.replace(/\s+/g, ' ').trim()).toBe(
      '“Email to n0@example.com” (mail · send_email): It is another’s. Go there.',
    );
    await button('… and 10 more: show 10').click();
    expect(await list.count()).toBe(60);
    expect((await page.getByRole('status').textContent())?.replace(/\s+/g, ' ').trim()).toBe(
      '1 request was rejected. 2 requests were handled elsewhere meanwhile. 63 of them still wait.',
    );
  });
});

describe('the lists of the panel', () => {
  const step = (position: number): StepSummary => ({
    ...{ position, id: `s${position}`, text: `Step ${position}`, after: null, gated: false },
    done: position < 500,
  });
  const plan = (count: number) => {
    const steps = Array.from({ length: count }, (_, at) => step(at + 1));
    return {
      ...{
        path: 'Plans/P.md',
        planId: 'P',
        sourceLink: '',
        createdMs: 0,
        priority: 'high' as const,
      },
      ...{ status: 'Active' as const, blockedReason: null, objective: 'Long', steps },
      ...{ doneSteps: 0, warned: false, current: steps[499] ?? null, checkpoint: null },
    };
  };
  const panel = (rest: Partial<PanelModel>) =>
    page.evaluate(
      (others) => panelPage.show([], JSON.parse(others) as Partial<PanelModel>),
      JSON.stringify({ ...emptyPanelModel, stage: 'ready', ...rest }),
    );

  test('a plan of a thousand steps shows those around the current one, and more when asked', async () => {
    await panel({ mission: plan(1_000) });
    const steps = page.locator('.countersign-step');
    expect(await steps.count()).toBe(50);
    expect(await page.locator('[aria-current="step"]').textContent()).toContain('Step 500');
    expect(await steps.first().getAttribute('aria-posinset')).toBe('495');
    expect(await steps.first().getAttribute('aria-setsize')).toBe('1000');
    await button('Show 50 of 494 earlier steps').click();
    await button('Show 50 of 456 more steps').click();
    expect(await steps.count()).toBe(150);
    expect(await steps.first().getAttribute('aria-posinset')).toBe('445');
  });

  test('one of sixty is shown whole', async () => {
    await panel({ mission: plan(60) });
    expect(await page.locator('.countersign-step').count()).toBe(60);
    expect(await page.locator('.countersign-step').first().getAttribute('aria-setsize')).toBeNull();
  });

  test('where more than one request waits, all can be reviewed one at a time', async () => {
    await panel({ waitingCount: 1 });
    expect(await button('Review all, one at a time').count()).toBe(0);
    await panel({ waitingCount: 1_000 });
    await button('Review all, one at a time').click();
    expect(await asked('reviewAll')).toHaveLength(1);
  });
});

test('a card calls out at its top what is easily overlooked', async () => {
  await page.evaluate(
    ([one]) => panelPage.show(one ? [one] : []),
    [note('a', { text: 'x\u200by' })],
  );
  const list = page.getByRole('list', { name: 'Worth a look' });
  expect(await list.textContent()).toContain(
    '1 hidden or unusual character, shown as ‹U+200B›. Make sure',
  );
});
