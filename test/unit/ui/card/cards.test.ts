import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { changedSince } from '../../../../src/core/request/approval/return-reason.js';
import { machineLine } from '../../../support/builders/request-note.js';
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

const path = 'Pending_Approval/a.md';
const show = (notes: readonly CardNote[], rest: object = {}) =>
  page.evaluate(([cards, others]) => panelPage.show(cards, others), [notes, rest] as const);
const asked = (name: string) =>
  page.evaluate((wanted) => panelPage.asked.filter(([what]) => what === wanted), name);
const card = () => page.locator('.countersign-review');
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Long enough for a card to have been read. */
const read = () => page.clock.runFor(1_000);
/** Lets time pass until a button can be pressed. */
const pressable = (name: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(200);
      return button(name).isEnabled();
    })
    .toBe(true);

describe('a card', () => {
  test('says what the tool does as ours, and type and recipient as the note’s', async () => {
    await show([{ path, text: cardText({ to: 'a@example.com' }, { recipient: 'My bank' }) }]);
    expect(await card().getByRole('heading').textContent()).toMatch(/^Email\s+email · send_email$/);
    const words = card().locator('.countersign-part').last();
    expect(await words.textContent()).toMatch(/About this request.*Type.*email.*To.*My bank/s);
    expect(await card().textContent()).toContain('doesn’t clearly go to this recipient');
  });

  test('shows what state asks, then what will be sent as people read it, then why, then the buttons', async () => {
    const args = {
      priority: 'high',
      text: 'Dear Maria',
      subject: 'Invoice',
      to: 'maria@example.com',
    };
    const text = cardText(args, { recipient: 'maria@example.com' });
    await show([{ path, text, asks: true }]);
    expect(await card().getByRole('heading').textContent()).toMatch(
      /^Email to maria@example.com\s/,
    );
    const names = await card().locator('.countersign-arguments dt').allTextContents();
    expect(names.map((name) => name.trim())).toEqual(['to', 'subject', 'text', 'priority']);
    const whole = (await card().textContent()) ?? '';
    const parts = [
      'Email to',
      'Run it?',
      'Exactly what will be sent',
      'About this request',
      'Move back',
    ];
    const places = parts.map((part) => whole.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('shows the step that it is for, as that reads now, and what it read before', async () => {
    const text = cardText({ to: 'a' }).replace(
      'rationale:',
      'plan_id: PLAN-2026-001\nstep_id: s2\nrationale:',
    );
    const caution = 'This step changed. It was:';
    const words = card().locator('.countersign-part').last();
    await show([{ path, text, step: { text: 'Send the invoice' } }]);
    expect(await words.textContent()).toContain('PLAN-2026-001, step 2: Send the invoice');
    expect(await words.textContent()).not.toContain(caution);
    await show([{ path, text, step: { text: 'Pay \u202eBob', before: 'Send the invoice' } }]);
    expect(await words.textContent()).toContain('PLAN-2026-001, step 2: Pay ‹U+202E›Bob');
    expect(await words.textContent()).toMatch(new RegExp(`${caution} “Send the invoice”`));
  });

  test('of an agent says who asked, and what else waits in the plans it works on', async () => {
    const step = { planId: 'PLAN-2026-001', position: 3, shown: 'Send the letter' };
    const asker = { name: 'Claude', openSteps: [step] };
    await show([{ path, text: cardText({ to: 'a' }), asker }]);
    const words = (await card().locator('.countersign-part').last().textContent()) ?? '';
    expect(words).toMatch(/Outside any plan\s+Asked by\s+Claude/);
    expect(words).toMatch(
      /Claude also works on PLAN-2026-001, where step 3\s+is open:\s+“Send the letter”/,
    );
    await show([{ path, text: cardText({ to: 'a' }) }]);
    expect(await card().textContent()).not.toContain('Asked by');
  });

  test('asks anew to be read when its step reads otherwise', async () => {
    const text = cardText({ to: 'a' });
    await show([{ path, text, step: { text: 'Send the invoice' } }]);
    await pressable('Approve');
    await show([{ path, text, step: { text: 'Pay Bob' } }]);
    expect(await button('Approve').isDisabled()).toBe(true);
    await pressable('Approve');
  });

  test('lets values that are no texts look different from texts', async () => {
    await show([
      { path, text: cardText({ a: 100, b: '100', c: true, d: null, e: [1], f: { x: 1 }, g: '' }) },
    ]);
    const kinds = await card().locator('.countersign-arguments dt').allTextContents();
    expect(kinds.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'a number',
      'b',
      'c true/false',
      'd nothing',
      'e list',
      'f object',
      'g',
    ]);
    const empty = card().getByRole('note', { name: 'Empty text' });
    expect(await empty.textContent()).toBe('');
    expect(await empty.evaluate((it) => getComputedStyle(it, '::before').content)).toBe('"empty"');
  });

  test('shows all of a text, however long, before it can be approved', async () => {
    const text = `Dear friend,${'\n'.repeat(99)}PS: all the money to Mallory.`;
    await show([{ path, text: cardText({ text }) }]);
    const folded = button('… 80 more lines: show all');
    await folded.waitFor();
    await read();
    expect(await button('Approve').isDisabled()).toBe(true);
    await folded.click();
    expect(await card().locator('.countersign-value').textContent()).toBe(text);
    // Unfolded, its end is out of sight again.
    await read();
    expect(await card().textContent()).toContain('Scroll through all of it to approve.');
    expect(await button('Approve').isDisabled()).toBe(true);
    await button('Approve').scrollIntoViewIfNeeded();
    await pressable('Approve');
    expect(await card().textContent()).not.toContain('to approve.');
    await expect
      .poll(() =>
        card()
          .locator('.countersign-value')
          .evaluate((it) => it.scrollHeight - it.clientHeight),
      )
      .toBe(0);
  });

  test('folds one long line, too, and never halves a character', async () => {
    await show([{ path, text: cardText({ text: `x${'😀'.repeat(4_000)}` }) }]);
    await button('… 6,502 more characters: show all').waitFor();
    expect(await card().locator('.countersign-value').textContent()).toBe(`x${'😀'.repeat(749)}`);
  });

  test('takes “I checked” only for the attempts that were there when it was ticked', async () => {
    const first = { id: 'first', outcome: 'executed' } as const;
    const note: CardNote = { path, text: cardText({ to: 'a' }), attempts: [first] };
    await show([note]);
    await page.getByRole('checkbox').check();
    await pressable('Approve');
    await show([{ ...note, attempts: [first, { id: 'second', outcome: 'unknown' }] }]);
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    await read();
    expect(await button('Approve').isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    await pressable('Approve');
    await read();
    await button('Approve').click();
    expect(await asked('approve')).toEqual([['approve', path, ['first', 'second'], 'steady']]);
  });

  test('takes “I checked” only for what was known of the attempt when it was ticked', async () => {
    const attempt = { id: 'r-0', outcome: 'unknown', seq: 3 } as const;
    const note: CardNote = { path, text: cardText({ to: 'a' }), attempts: [attempt] };
    await show([note]);
    await page.getByRole('checkbox', { name: 'it wasn’t sent' }).check();
    await pressable('Approve');
    await show([{ ...note, attempts: [{ ...attempt, since: 'happened', seq: 4 }] }]);
    const again = page.getByRole('checkbox', { name: 'I want to send it again' });
    expect(await again.isChecked()).toBe(false);
    await read();
    expect(await button('Approve').isDisabled()).toBe(true);
  });

  test('spells out white space in the names of arguments', async () => {
    await show([{ path, text: cardText({ ' to': 'a', 'to\nx': 'b', 'a b': 'c' }) }]);
    const names = await card().locator('dt code').allTextContents();
    expect(names).toEqual(['‹U+0020›to', 'to‹U+000A›x', 'a b']);
  });

  test.each([
    [false, 'Someone or something moved this note to Approved. Run it?'],
    [true, 'You approved this, but the same action may have been tried before. Run this anyway?'],
  ])('that asks, stamped: %s, says “%s”', async (stamp, question) => {
    await show([{ path: 'Approved/a.md', text: cardText({ to: 'a' }, { stamp }), asks: true }]);
    expect((await card().locator('.countersign-question').textContent())?.trim()).toBe(question);
  });

  test.each([true, false])(
    'of a note that says it may have been sent says so first, and not that nothing was sent; asks: %s',
    async (asks) => {
      const text = cardText({ to: 'a' }).replace('status: pending', 'status: outcome_unknown');
      await show([{ path: asks ? 'Approved/a.md' : path, text, asks }]);
      const first = card().locator('h3 + .countersign-note strong');
      expect(await first.textContent()).toBe('This may have been sent before');
      expect(await card().textContent()).not.toContain('Nothing was sent');
    },
  );

  test.each<[string, Partial<CardNote>]>([
    ['We don’t know whether this was sent', { unknownOutcome: { attemptId: 'r-0' } }],
    [
      'Someone or something moved this note to Approved. Run it?',
      { path: 'Approved/a.md', asks: true },
    ],
    ['It is not prepared.', { blocked: 'It is not prepared.' }],
    ['Changed since you looked', { seen: cardText({ to: 'b' }) }],
    [
      'The same action was, or may have been, tried before',
      { attempts: [{ id: 'first', outcome: 'executed' }] },
    ],
    ['Not sent', { returned: { returnReason: 'It was taken back.', nothingSent: true } }],
    ['Not sent', { returned: { returnReason: 'It was refused.', wasRefused: true } }],
    ['This needs your decision again', { returned: { returnReason: 'It was taken back.' } }],
    [
      'This changed after you approved it',
      { returned: { returnReason: changedSince.request, changed: 'request' } },
    ],
  ])('says first what happened: “%s”', async (words, rest) => {
    await show([{ path, text: cardText({ to: 'a' }), ...rest }]);
    const first = card().locator('h3 + .countersign-note');
    expect((await first.locator('strong').textContent())?.trim()).toBe(words);
  });

  test.each([
    ['request', 'This changed after you approved it, so it wasn’t sent', ''],
    [
      'requestJustNow',
      'This was changed or taken back after you approved it, so it wasn’t sent',
      'Or its note could not be read just then.',
    ],
    [
      'server',
      'The server changed after you approved this, so it wasn’t sent',
      'Its command or address is different. See “Servers” in the settings.',
    ],
    [
      'tool',
      'The tool changed after you approved this, so it wasn’t sent',
      'Its description or inputs are different.',
    ],
  ] as const)(
    'that came back, “%s”, says so in one box, with what changed',
    async (changed, heading, more) => {
      const text = cardText({ to: 'a', subject: 'New' });
      const reason = changedSince[changed];
      const returned = { returnReason: reason, changed, nothingSent: true } as const;
      const seen = cardText({ to: 'a', subject: 'Old' });
      await show([{ path, text, returned, seen }]);
      const box = card().locator('h3 + .countersign-note');
      expect(await box.locator('strong').textContent()).toBe(heading);
      const said = (await box.textContent()) ?? '';
      expect(said).toContain(more);
      expect(said).toMatch(/Subject\s*Before\s*Old\s*Now\s*New/);
      expect(await card().locator('.countersign-note').count()).toBe(1);
      await pressable('I have read the change');
      await show([{ path, text, returned }]);
      expect(await box.textContent()).toContain('Read it again, then approve or reject it.');
      await pressable('Approve');
    },
  );

  test('that came back from its server offers to test the bridge, and no other does', async () => {
    const text = cardText({ to: 'a' });
    const returned = { returnReason: 'The server does not know this method.' };
    await show([{ path, text, returned }]);
    expect(await button('Test the server').count()).toBe(0);
    await show([{ path, text, returned: { ...returned, wasRefused: true } }]);
    await button('Test the server').click();
    expect(await asked('testBridge')).toEqual([['testBridge', path]]);
  });

  test('folds what its note says in very many words, and is approved when all of it was shown', async () => {
    const recipient = `x${'y'.repeat(5_999)}`;
    await show([{ path, text: cardText({ to: 'a' }, { recipient }) }]);
    const folded = button('… 5,700 more characters: show all');
    await folded.waitFor();
    await read();
    expect(await button('Approve').isDisabled()).toBe(true);
    await folded.click();
    expect(await card().textContent()).toContain(recipient);
    await button('Approve').scrollIntoViewIfNeeded();
    await pressable('Approve');
  });

  test('shows changes of kind, and a long change only as read when it was unfolded', async () => {
    await show([
      {
        path,
        seen: cardText({ amount: 100, text: 'x' }),
        text: cardText({ amount: '100', text: `x${'\ny'.repeat(99)}` }),
      },
    ]);
    const note = card().locator('.countersign-note').last();
    expect(await note.textContent()).toMatch(/Amount\s*Before\s*number\s*100\s*Now\s*100/);
    expect(await button('I have read the change').isDisabled()).toBe(true);
    await note.getByRole('button', { name: '… 80 more lines: show all' }).click();
    await pressable('I have read the change');
  });

  test('says of each file whether its content is part of what is approved', async () => {
    const files = ['/vault/Invoices/a.pdf', 'Invoices/a.pdf', '/home/me/b.pdf'];
    const args = { files, url: 'https://example.com/c' };
    const text = cardText(args) + machineLine({ files: { 'Invoices/a.pdf': 'c'.repeat(64) } });
    await show([{ path, text }]);
    const said = await card().locator('.countersign-arguments p').allTextContents();
    expect(said.map((words) => words.replace(/\s+/g, ' ').trim())).toEqual([
      'You approve the current content of Invoices/a.pdf.',
      'Invoices/a.pdf may change before sending. It isn’t a full path, so the server may open another file or none.',
      '/home/me/b.pdf may change before sending. Countersign can only check files in this vault, named by their full path, for a server on this computer.',
      'https://example.com/c may change before sending.',
    ]);
  });
});

describe('a hold', () => {
  test.each([-3_600_000, 3_600_000])(
    'counts down and offers Undo though the clock jumps by %s ms',
    async (jump) => {
      await show([{ path: 'Approved/a.md', text: cardText({ to: 'a' }), heldMs: 10_000 }]);
      await page.evaluate((by) => {
        const real = Date.now;
        Date.now = () => real() + by;
      }, jump);
      await page.clock.runFor(2_000);
      expect(await page.getByRole('timer').textContent()).toBe('Runs in 8 s');
      await button('Undo').click();
      expect(await asked('undo')).toEqual([['undo', 'Approved/a.md']]);
    },
  );

  test('of what waits afterwards, for all actions are paused, does not say that it runs', async () => {
    const held = { text: cardText({ to: 'a' }), heldMs: 10_000, isPaused: true } as const;
    await show([{ path: 'Approved/a.md', ...held }]);
    const words = (await page.getByRole('timer').textContent())?.replace(/\s+/g, ' ');
    expect(words).toBe('Is approved in 10 s, and waits: all actions are paused');
  });

  test('never counts from more than five minutes, and offers Undo while it is held', async () => {
    const text = cardText({ to: 'a' });
    await show([{ path: 'Approved/a.md', text, heldMs: 3_600_000 }]);
    expect(await page.getByRole('timer').textContent()).toBe('Runs in 300 s');
    await show([{ path: 'Approved/a.md', text, heldMs: -1 }]);
    await expect.poll(() => page.getByRole('timer').textContent()).toBe('Runs in a moment');
    await pressable('Undo');
  });
});

describe('no note stops the panel:', () => {
  const other: CardNote = {
    path: 'Pending_Approval/b.md',
    text: cardText({ to: 'b' }, { id: 'b' }),
  };

  test('two notes of one id are two cards', async () => {
    const copy = { path: 'Pending_Approval/a (1).md', text: cardText({ to: 'a' }) };
    await show([{ path, text: cardText({ to: 'a' }) }]);
    await show([{ path, text: cardText({ to: 'a' }) }, copy, other]);
    expect(await card().count()).toBe(3);
    await show([other]);
    expect(await card().count()).toBe(1);
  });

  test('arguments whose names look alike, changes and alerts that are alike are all shown', async () => {
    const args = { 'x\u200b': 1, 'x‹U+200B›': 2 };
    const alert = {
      subject: { kind: 'path', id: 's' },
      kind: 'waits',
      text: 'Same',
      advice: 'Wait.',
    };
    await show([{ path, text: cardText(args) }], { alerts: [alert, alert] });
    expect(await card().locator('dt code').allTextContents()).toEqual([
      'x‹U+200B›',
      'x‹U+2039›U+200B›',
    ]);
    expect(await page.locator('.countersign-alert').count()).toBe(2);
  });

  test('what cannot be drawn says so and opens its note; it is drawn again when it can be', async () => {
    await show([{ path, text: cardText({ to: 'a' }), broken: 'arguments' }, other]);
    await page.getByText('This request can’t be shown.').waitFor();
    expect(await card().count()).toBe(1);
    await button('Open note').first().click();
    expect(await asked('open')).toEqual([['open', path]]);
    await show([{ path, text: cardText({ to: 'a' }) }, other]);
    await expect.poll(() => card().count()).toBe(2);
    await show([{ path, text: cardText({ to: 'a' }), broken: 'rationale' }, other]);
    await page.getByText('This request can’t be shown.').waitFor();
    expect(await card().count()).toBe(1);
  });

  test('a section that cannot be drawn leaves the others', async () => {
    await show([other], { alerts: [null] });
    await page.getByText('The list of alerts can’t be shown.').waitFor();
    expect(await card().count()).toBe(1);
    await show([other]);
    await expect.poll(() => page.getByText('can’t be shown').count()).toBe(0);
  });
});
