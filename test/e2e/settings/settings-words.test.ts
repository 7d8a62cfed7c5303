import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { VaultSettings } from '../../../src/core/settings/vault-settings.js';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { button, config, desk, open, openSettings, page, row, saved } from './in-settings.js';

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });

async function settings(): Promise<VaultSettings> {
  return JSON.parse(await desk.text('.obsidian/plugins/countersign/data.json')) as VaultSettings;
}

const savedInVault = (
  what: string,
  holds: (now: VaultSettings) => boolean,
): Promise<VaultSettings> =>
  until(what, async () => {
    // It may be read while it is written.
    const now = await settings().catch(() => null);
    return now && holds(now) ? now : null;
  });

describe('the words by which a plan is suggested', () => {
  const several = 'Words: The text suggests several steps';
  const save = `Save ${several}`;
  const verdict = (): Locator => page.locator('.mod-settings .countersign-verdict');
  beforeEach(() => open('Plan suggestions'));

  test('are checked as they are typed, and nothing is saved that is wrong', async () => {
    const before = await settings();
    expect(await field(several).inputValue()).toContain('invoice, payment, client');
    expect(await button(save).isEnabled()).toBe(false);
    for (const [typed, says] of [
      ['a', '“a” is too short. A word has at least 2 characters.'],
      ['x'.repeat(41), 'is too long. A word has at most 40 characters.'],
      ['pay\u202eload', '“pay‹U+202E›load” contains an invisible character.'],
      ['--', '“--” has no letter and no digit.'],
    ] as const) {
      await field(several).fill(`invoice, ${typed}`);
      expect(await row('The text suggests several steps').textContent()).toContain(says);
      expect(await field(several).getAttribute('aria-invalid')).toBe('true');
      expect(await button(save).isEnabled()).toBe(false);
    }
    await field(several).fill('invoice');
    expect(await field(several).getAttribute('aria-invalid')).toBe('false');
    expect(await settings()).toEqual(before);
  });

  test('can be tried with a brief before they are saved', async () => {
    await field('Task').fill('Rechnung schreiben');
    expect(await verdict().textContent()).toContain('This looks like a simple task');
    await field(several).fill('Rechnung\nMahnung');
    expect(await verdict().textContent()).toBe(
      'A plan could help hereSuggested because it mentions “Rechnung”.',
    );
    // What is wrong is not tried: what is saved holds.
    await field(several).fill('R');
    expect(await verdict().textContent()).toContain('This looks like a simple task');
    expect((await settings()).words).toBeUndefined();
  });

  test('are saved for the vault and count at once; the way back is one press', async () => {
    await writeFile(join(desk.vault, 'Inbox', 'brief.md'), 'Rechnung');
    await field(several).fill('Rechnung, rechnung,  Mahnung ');
    await button(save).click();
    const now = await savedInVault('the words are saved', ({ words }) => words !== undefined);
    expect(now.words).toEqual({ multiStep: ['Rechnung', 'Mahnung'] });
    await until('the field shows what was saved', async () =>
      (await field(several).inputValue()) === 'Rechnung, Mahnung' ? true : null,
    );
    await page.keyboard.press('Escape');
    await desk.panel.getByText('Rechnung').first().waitFor({ timeout: 10_000 });

    await openSettings();
    await open('Plan suggestions');
    await button(`Back to the defaults ${several}`).click();
    await savedInVault('the defaults hold', ({ words }) => words === undefined);
    await until('the field shows them', async () =>
      (await field(several).inputValue()).startsWith('invoice, payment') ? true : null,
    );
    expect(await page.getByRole('button', { name: /^Back to the defaults/ }).count()).toBe(0);
  });

  test('may be none: then the group suggests nothing', async () => {
    await field(several).fill('');
    await button(save).click();
    const now = await savedInVault('no word is left', ({ words }) => words !== undefined);
    expect(now.words).toEqual({ multiStep: [] });
    await button(`Back to the defaults ${several}`).click();
    await savedInVault('the defaults hold', ({ words }) => words === undefined);
  });
});

test('the hours until a blocked plan is told are whole hours, for each priority, with a way back', async () => {
  await open('Reminders');
  const high = 'High priority: hours';
  expect(await field(high).inputValue()).toBe('4');
  expect(await field('Low priority: hours').inputValue()).toBe('24');
  for (const typed of ['0', '721', '1.5', '', 'four']) {
    await field(high).fill(typed);
    expect(await row('High priority').textContent()).toContain(
      'Type a whole number of hours from 1 to 720.',
    );
    expect(await button(`Save ${high}`).isEnabled()).toBe(false);
  }
  await field(high).fill('8');
  await button(`Save ${high}`).click();
  const now = await savedInVault('the hours are saved', (all) => all.blockedHours !== undefined);
  expect(now.blockedHours).toEqual({ high: 8 });
  await button('Back to the default High priority').click();
  await savedInVault('the default holds', (all) => all.blockedHours === undefined);
  await until('the field shows it', async () =>
    (await field(high).inputValue()) === '4' ? true : null,
  );
});

test('what becomes a task by itself is chosen for the vault; nothing is written that nobody chose', async () => {
  await open('What becomes a task without you');
  const takes = row('Take new emails and messages as tasks').locator('.checkbox-container');
  const approval = page.getByRole('combobox', { name: /^Plans that nobody asked for/ });
  expect(await takes.getAttribute('class')).not.toContain('is-enabled');
  expect(await approval.inputValue()).toBe('risky');
  expect((await settings()).loop).toBeUndefined();
  await takes.click();
  await approval.selectOption('Never');
  const chosen = await savedInVault('both are saved', (all) => all.loop?.planApproval === 'never');
  expect(chosen.loop).toEqual({ takesItems: true, planApproval: 'never' });
  await writeFile(
    join(desk.vault, 'Inbox', 'EMAIL_ann.md'),
    '---\ntype: email\n---\n\nPlease look at the roof.\n',
  );
  await until('the mail is a task', async () =>
    (await desk.text('Inbox/EMAIL_ann.md')).includes('loop_state: ACT') ? true : null,
  );
  await takes.click();
  const off = await savedInVault('it is off', (all) => all.loop?.takesItems === false);
  expect(off.loop).toEqual({ takesItems: false, planApproval: 'never' });
});

describe('the hold time of this device', () => {
  const seconds = 'Undo time in seconds';
  const save = `Save ${seconds}`;
  const held = (wanted: number | undefined): Promise<unknown> =>
    saved(`${wanted} s are saved`, ({ holdSeconds }) => holdSeconds === wanted);
  beforeEach(() => open('Safety on this device'));

  test('is checked as it is typed', async () => {
    expect(await field(seconds).inputValue()).toBe('10');
    for (const typed of ['0', '4', '301', '-10', '7.5', '', 'ten']) {
      await field(seconds).fill(typed);
      expect(await row('Undo time').textContent()).toContain(
        'Give a whole number of seconds from 5 to 300.',
      );
      expect(await button(save).isEnabled()).toBe(false);
    }
    expect((await config()).holdSeconds).toBeUndefined();
  });

  test('is made longer at once, also by a script, and is told wherever it counts', async () => {
    await field(seconds).fill('60');
    await button(save).evaluate((control: HTMLElement) => control.click());
    await held(60);
    await row('Treat any move to Approved as approval')
      .getByText('runs 60 seconds later')
      .waitFor();
    expect((await settings()) as object).not.toHaveProperty('holdSeconds');
  });

  test('is made shorter by a press of a person only [GATE-5] [GATE-23]', async () => {
    await field(seconds).fill('5');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await button(save).evaluate((control: HTMLElement) => control.click());
    await page.getByText('That wasn’t a click by a person.').first().waitFor();
    expect((await config()).holdSeconds).toBe(60);
    expect(await field(seconds).inputValue()).toBe('5');
    await pressAsPerson(button(save));
    await held(5);
    await row('Treat any move to Approved as approval').getByText('runs 5 seconds later').waitFor();
    await field(seconds).fill('10');
    await button(save).click();
    await held(undefined);
  });

  test('is not asked for where nothing runs', async () => {
    await button('Turn off').click();
    await row('Undo time')
      .getByText('This device runs no actions, so there is nothing to undo.')
      .waitFor();
    expect(await field(seconds).count()).toBe(0);
    await pressAsPerson(button('Turn on'));
    await field(seconds).waitFor({ timeout: 20_000 });
    expect(desk.errors).toEqual([]);
  });
});

test('reasoning on record is switched on for the vault; its notes come on a press, and the alert goes [SUB-10] [SUB-11]', async () => {
  await open('Whether agents record their reasoning');
  const on = row('Record reasoning').locator('.checkbox-container');
  expect(await on.getAttribute('class')).not.toContain('is-enabled');
  await on.click();
  await savedInVault('it is on', ({ reasoning }) => reasoning === true);
  const degraded = desk.panel.getByText('Reasoning is degraded').first();
  await until('the panel says it', async () => ((await degraded.count()) > 0 ? true : null));
  expect(await desk.text('Knowledge/kb-bundle.toml').catch(() => null)).toBeNull();
  await pressAsPerson(button('Create notes'));
  await until('the notes are there', async () =>
    (await row('Knowledge base').textContent())?.includes('All default notes') ? true : null,
  );
  expect(await desk.text('Knowledge/kb-bundle.toml')).toContain('[base]');
  await until('the alert is gone', async () => ((await degraded.count()) === 0 ? true : null));
  await on.click();
  await savedInVault('it is off', ({ reasoning }) => reasoning === undefined);
});
