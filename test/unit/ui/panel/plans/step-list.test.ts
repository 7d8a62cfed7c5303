import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PlanSummary, StepSummary } from '../../../../../src/core/mission/summaries.js';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { requestNote } from '../../../../support/builders/request-note.js';
import { cardText, openPanelPage } from '../../../../support/panel-page/open-panel-page.js';
import type { CardNote, PanelPage } from '../../../../support/panel-page/page/panel-page.js';

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
async function show(
  text: string,
  rest: object = {},
  cards: readonly CardNote[] = [],
  plan: Partial<PlanSummary> = {},
): Promise<void> {
  const step = stepWith(text);
  const mission: PlanSummary = {
    ...{
      path: 'Plans/PLAN-2026-001.md',
      planId: 'PLAN-2026-001',
      sourceLink: '',
      createdMs: 0,
      checkpoint: null,
    },
    ...{ priority: 'high', status: 'Active', blockedReason: null, objective: 'Pay what is due.' },
    ...{ steps: [step], doneSteps: 0, warned: false, current: step },
    ...plan,
  };
  const device = { cannotRun: null, runs: true, paused: false, bridges: [] };
  const model = { mission, device, ...rest };
  await page.evaluate(([notes, others]) => panelPage.show(notes, others), [cards, model] as const);
}

test('a draft without steps says so, and can be started and given to an agent', async () => {
  await show('Pay the rent');
  const card = page.locator('.countersign-card').first();
  expect(await card.textContent()).not.toContain('draft');
  await show('Pay the rent', {}, [], { status: 'Draft', steps: [], current: null });
  await read();
  expect(await card.textContent()).toContain('Nothing in it runs until you start it.');
  expect(await card.textContent()).toContain('No steps yet.');
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('button', { name: 'Start plan', exact: true }).click();
  await page.getByRole('button', { name: 'Connect your agent…', exact: true }).click();
  expect(await page.evaluate(() => panelPage.asked)).toEqual([
    ['activatePlan', 'PLAN-2026-001'],
    ['connectAgent'],
  ]);
});

const didIt = () => page.getByRole('button', { name: 'I’ve done this myself…', exact: true });
/** Long enough for a control to have been where it is. */
const read = () => page.clock.runFor(1_000);
const pressed = () =>
  page.evaluate(() => panelPage.asked.filter(([what]) => what === 'doneByHand'));

const confirm = () => page.getByRole('button', { name: 'Mark as done', exact: true });

test('that a step was done by hand is asked first, with the focus on what changes nothing', async () => {
  await show('Pay the rent', { requested: ['s1'] });
  await read();
  await didIt().click();
  const asks = page.getByRole('group', { name: 'Did you do this yourself?' });
  expect(await asks.textContent()).toContain(
    'This marks the step as done, withdraws its request and finishes the plan. Nothing is sent.',
  );
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe('Cancel');
  await page.keyboard.press('Enter');
  expect(await asks.count()).toBe(0);
  expect(await focused()).toBe('I’ve done this myself…');
  await didIt().click();
  await page.keyboard.press('Escape');
  expect(await asks.count()).toBe(0);
  expect(await pressed()).toEqual([]);
});

test('of what may have been sent it says so, before anything is marked', async () => {
  const doubted = { path: 'Pending_Approval/a.md', unknownOutcome: { attemptId: 'r-0' } };
  await show('Pay the rent', { requested: ['s1'] }, [
    { ...doubted, text: requestNote({ plan_id: 'PLAN-2026-001', step_id: 's1' }) },
  ]);
  await didIt().click();
  expect(await page.getByRole('group').first().textContent()).toContain(
    'An earlier attempt may have been sent, so check first.',
  );
});

test('a press on a step says which step was shown', async () => {
  await show('Pay the rent');
  await read();
  await didIt().click();
  await read();
  await confirm().click();
  expect(await pressed()).toEqual([
    ['doneByHand', 'PLAN-2026-001', stepWith('Pay the rent'), 'steady'],
  ]);
});

test('a press on a step whose row was redrawn under the pointer asks again, and counts once it lay there for a while', async () => {
  await show('Pay the rent');
  await read();
  await didIt().click();
  await read();
  const box = await confirm().boundingBox();
  if (!box) throw new Error('The button is not shown.');
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
  // Other words under the same id: what was asked about the first ones is asked no more.
  await show('Pay the bank');
  expect(await confirm().count()).toBe(0);
  await page.mouse.click(...at);
  expect(await pressed()).toEqual([]);
  await show('Pay the bank');
  await didIt().click();
  await confirm().click();
  await read();
  await confirm().click();
  expect((await pressed()).map((one) => one.slice(2))).toEqual([
    [stepWith('Pay the bank'), 'not steady'],
    [stepWith('Pay the bank'), 'steady'],
  ]);
});

test('a long step, objective or alert is folded, and shown whole by a press', async () => {
  const long = `${'Check every line of it. '.repeat(5_000)}END`;
  await show(long);
  const objective = `Objective ${long}`;
  const alert = {
    subject: { kind: 'plan', id: 'PLAN-2026-001' },
    kind: 'rejected',
    text: `Alert ${long}`,
    advice: 'Look.',
  };
  const panel = page.locator('.countersign-panel');
  const length = async () => (await panel.innerText()).length;
  expect(await length()).toBeLessThan(2_000);
  await page.getByRole('button', { name: 'more characters: show all' }).click();
  expect(await panel.innerText()).toContain('END');
  expect(await page.getByRole('button', { name: 'show all' }).count()).toBe(0);
  const plan = { path: 'Plans/P.md', planId: 'P', status: 'Active', objective, steps: [] };
  const others = { otherMissions: [plan], missionCount: 2, headline: objective };
  await page.evaluate((rest) => panelPage.show([], rest), {
    ...{ mission: plan, alerts: [alert], ...others },
  } as object);
  expect(await length()).toBeLessThan(4_000);
  for (const folded of await page.getByRole('button', { name: 'show all' }).all()) {
    expect(await folded.textContent()).toContain('more characters');
  }
  expect(await page.getByRole('button', { name: 'show all' }).count()).toBe(2);
});

test('an action is drafted for a step that has no request, waiting or approved', async () => {
  const draft = page.getByRole('button', { name: 'Draft request…' });
  await show('Pay the rent');
  await draft.waitFor();
  await show('Pay the rent', { requested: ['s1'] });
  expect(await draft.count()).toBe(0);
});

test('a ✋ step that is set aside says so; it can still be marked as done, and nothing is drafted for it', async () => {
  const aside = { ...stepWith('Pay the rent'), setAside: '-' };
  const current = { ...stepWith('File it'), position: 2, id: 's2', gated: false };
  await show('', {}, [], { steps: [aside, current], current });
  const row = page.getByRole('listitem').filter({ hasText: 'Pay the rent' });
  expect(await row.textContent()).toContain('Marked [-]: nothing runs for it');
  expect(await row.textContent()).not.toContain('Needs approval');
  expect(await page.getByRole('button', { name: 'Draft request…' }).count()).toBe(0);
  expect(await didIt().count()).toBe(1);
});

test('a press on the words of a step opens the plan there', async () => {
  await show('Pay the rent');
  await page.getByTitle('Open the plan at this step').click();
  expect(await page.evaluate(() => panelPage.asked)).toContainEqual([
    ...['openStep', 'Plans/PLAN-2026-001.md'],
    stepWith('Pay the rent'),
  ]);
});

test('a tick box is named by the beginning of a long step', async () => {
  const step = { ...stepWith('word '.repeat(20_000)), gated: false };
  const plan = { path: 'P.md', planId: 'P', status: 'Active', objective: 'Pay.', steps: [step] };
  await page.evaluate((rest) => panelPage.show([], rest), { mission: plan } as object);
  const name = await page.getByRole('checkbox').getAttribute('aria-label');
  expect(name).toMatch(/^Step 1: word .*…$/);
  expect(name?.length).toBeLessThan(320);
});

test('a card is approved only when its step was shown whole', async () => {
  const text = `${'Check every line of it. '.repeat(300)}END`;
  const note = {
    path: 'Pending_Approval/a.md',
    text: cardText({ to: 'someone' }).replace(
      'status:',
      'plan_id: PLAN-2026-001\nstep_id: s2\nstatus:',
    ),
    step: { text },
  };
  await page.evaluate((card) => panelPage.show([card]), note);
  await read();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  const card = page.locator('article');
  expect(await approve.isDisabled()).toBe(true);
  expect(await card.textContent()).toContain('Expand the full text to approve.');
  expect(await card.textContent()).not.toContain('END');
  await card.getByRole('button', { name: 'show all' }).click();
  expect(await card.textContent()).toContain('END');
  await approve.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await read();
      return approve.isEnabled();
    })
    .toBe(true);
  // Another text of the step was not shown yet.
  await page.evaluate((one) => panelPage.show([one]), { ...note, step: { text: `${text}!` } });
  expect(await card.textContent()).not.toContain('END');
});
