import { describe, expect, test } from 'vitest';
import { buildReview } from '../../../../../src/core/request/review/build-review.js';
import { callOutsOf } from '../../../../../src/core/request/review/call-outs.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import type { ToolHints } from '../../../../../src/core/request/action/tool-hints.js';
import { callNote, machineLine, requestOf } from '../../../../support/builders/request-note.js';

interface Made {
  readonly args?: object;
  readonly actionType?: string;
  readonly recipient?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** `null`: this device never saw the tool. */
  readonly hints?: ToolHints | null;
}

function reviewWith({
  args = { to: 'a@example.com' },
  actionType = 'email',
  recipient = 'a@example.com',
  files = {},
  hints = { readOnlyHint: true },
}: Made): Review {
  const properties = { action_type: actionType, target_recipient: `"${recipient}"` };
  const request = requestOf(callNote(args, properties, machineLine({ files, success: null })));
  const review = buildReview(request, {
    ...{ folder: 'pending', blocked: null, attempts: [], asks: false, undoUntilMs: null },
  });
  return hints === null ? review : { ...review, toolHints: hints };
}

const linesOf = (made: Made) =>
  callOutsOf(reviewWith(made)).map(({ isCaution, text }) => `${isCaution ? '!' : ''}${text}`);
/** The lines without the one about a tool that only reads. */
const said = (made: Made) =>
  linesOf(made).filter(
    (line) => line !== 'Its server says that it only reads, and may contact other people.',
  );

describe('a card calls out', () => {
  test('nothing else of a plain request', () => {
    expect(said({})).toEqual([]);
  });

  test('of a tool that is not known here no good', () => {
    expect(said({ actionType: 'payment', hints: null })).toEqual([
      '!It moves money.',
      '!This device doesn’t know what this tool does. Check carefully.',
    ]);
  });

  test('that its tool may pay, whatever the request is called', () => {
    const review = reviewWith({});
    const call = { ...review.request.call, tool: 'pay_invoice' };
    const [first] = callOutsOf({ ...review, request: { ...review.request, call } });
    expect(first).toMatchObject({ isCaution: true, text: 'Its tool’s name may mean a payment.' });
    expect(said({ actionType: ' Payment' })).toEqual(['!It moves money.']);
  });

  test('that it moves money, whatever its tool says', () => {
    expect(
      said({ actionType: 'payment', hints: { readOnlyHint: true, openWorldHint: false } }),
    ).toEqual(['!It moves money.', 'Its server says that it only reads, and contacts no one.']);
  });

  test.each<[ToolHints, string]>([
    [
      {},
      '!This server doesn’t say whether this tool can change or delete things. Check carefully.',
    ],
    [
      { destructiveHint: true },
      '!Its server says that it may delete or overwrite, and may contact other people.',
    ],
    [
      { destructiveHint: false },
      'Its server says that it only adds things, and may contact other people.',
    ],
  ])('of a tool that says %j: %s', (hints, text) => {
    expect(said({ hints })).toEqual([text]);
  });

  test('hidden characters, wherever a person reads them', () => {
    expect(said({ args: { to: 'a\u200b@example.com' }, recipient: 'My bank' })).toEqual([
      '!1 hidden or unusual character, shown as ‹U+200B›. Make sure that the text is what you mean to send.',
      '!An address has characters other than plain letters and digits. Make sure that it is the right one: a‹U+200B›@example.com.',
    ]);
    expect(said({ args: { 'x\u200b': 'y\u00a0z\u200b' } })).toEqual([
      '!3 hidden or unusual characters, shown as ‹U+200B› and the like. Make sure that the text is what you mean to send.',
    ]);
  });

  test('what may be taken for something else, wherever a person reads it, and how many more', () => {
    expect(said({ args: { nаme: 'x' } })).toEqual([
      '!A word mixes letters of several alphabets, which may look alike: n‹U+0430›me.',
    ]);
    expect(said({ args: { nаme: null } })).toEqual([
      '!A word mixes letters of several alphabets, which may look alike: n‹U+0430›me.',
    ]);
    expect(
      said({ args: { to: ['ceo@аpple.com'], amount: { eur: '１ €' } }, recipient: 'Аnn' }),
    ).toEqual([
      '!An address has characters other than plain letters and digits. Make sure that it is the right one: ceo@‹U+0430›pple.com.',
      '!A word mixes letters of several alphabets, which may look alike: ‹U+0410›nn.',
      '!A number has digits other than 0 to 9: ‹U+FF11›.',
    ]);
    expect(said({ args: { a: 'Аnn, Аpril and Мax' } })).toEqual([
      '!A word mixes letters of several alphabets, which may look alike: ‹U+0410›nn, and 2 more.',
    ]);
  });

  test('files that go with it, and what may still change', () => {
    const files = { 'Invoices/a.pdf': 'c'.repeat(64), 'b.pdf': 'd'.repeat(64) };
    const one = { 'Invoices/a.pdf': 'c'.repeat(64) };
    expect(said({ args: { file: '/vault/Invoices/a.pdf' }, files: one })).toEqual([
      '1 file goes with it.',
    ]);
    expect(
      said({
        args: {
          files: ['/vault/Invoices/a.pdf', '/vault/b.pdf', '/vault/Invoices/a.pdf'],
          url: 'https://example.com/x',
        },
        files,
      }),
    ).toEqual([
      '!It names a file or an address whose content may still change.',
      '2 files go with it.',
    ]);
    expect(said({ args: { files: ['/a.pdf', '/b.pdf'] } })).toEqual([
      '!It names 2 files or addresses whose content may still change.',
    ]);
  });
});
