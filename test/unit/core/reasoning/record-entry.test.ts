import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLogLine, readLogLine } from '../../../../src/core/plan/log-entry.js';
import {
  entryBody,
  readEntry,
  type EntryKind,
  type RecordEntry,
} from '../../../../src/core/reasoning/record-entry.js';

const at = '2026-02-21T10:31:00Z';

function lineOf(entry: RecordEntry, label = 'How to deliver the invoice'): string {
  const body = entryBody(entry, () => ({ label }));
  return formatLogLine({ at, actor: 'Agent (claude)', body, blockId: entry.id });
}

function readLine(line: string): ReturnType<typeof readEntry> {
  const parts = readLogLine(line);
  return parts && readEntry(parts);
}

const id = (letters: string) =>
  fc
    .tuple(
      fc.constantFrom(...letters),
      fc.string({
        unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'),
        minLength: 6,
        maxLength: 6,
      }),
    )
    .map(([letter, rest]) => `${letter}-${rest}`);
/** What people and agents may write, and what would mean something else to a careless reader. */
const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        ...[
          '^x',
          '^d-7k2mxa',
          '\\',
          '\\^',
          '\\\\',
          '[',
          ']',
          '[[',
          ']]',
          '[confidence:: 0.2]',
          '—',
          ' — ',
          '|',
          '#^',
        ],
        ...[
          '[informs:: [[#^d-7k2mxa]]]',
          '[[#^d-7k2mxa|x]]',
          'succeeded:',
          '- ',
          ':',
          ' : ',
          '%%',
          '<!--',
          '\u202e',
          '`',
        ],
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `a${parts.join(' ')}b`);
const ends = fc.constantFrom(
  '',
  ' ^x',
  ' ^d-7k2mxa',
  ' [branch:: main]',
  ' \\',
  ' [confidence:: 1]',
);
const text = fc.tuple(words, ends).map(([said, end]) => said + end);
const confidence = fc.option(fc.constantFrom(0, 0.25, 0.8, 1), { nil: undefined });
const withKeys = (is: EntryKind, letter: string, refs: RecordEntry['refs'] = {}) =>
  fc
    .record({ id: id(letter), text, confidence })
    .map(({ id: own, text: said, confidence: share }): RecordEntry => ({
      ...{ is, id: own, of: null, text: said, refs },
      ...(share === undefined ? {} : { confidence: share }),
    }));
const entry: fc.Arbitrary<RecordEntry> = fc.oneof(
  withKeys('goal', 'g', { under: ['g-aaaaaa'] }),
  withKeys('decision', 'd', { under: ['g-aaaaaa'], supersedes: ['d-222222', 'd-333333'] }),
  withKeys('observation', 'b', { informs: ['d-222222', 'd-333333'] }),
  withKeys('option', 'o').map((one) => ({ ...one, of: 'd-7k2mxa' })),
  withKeys('action', 'a', { implements: ['s4'] }).map((one) => ({ ...one, of: 'd-7k2mxa' })),
  fc
    .tuple(withKeys('outcome', 'r'), fc.boolean())
    .map(([one, success]) => ({ ...one, of: 's4', success })),
  fc.tuple(fc.constantFrom('chosen' as const, 'rejected' as const), text).map(([is, said]) => ({
    ...{ is, id: null, of: 'o-3fqpza', text: said, refs: {} },
  })),
  withKeys('subsystem', 'f', { under: ['g-aaaaaa'] }),
  withKeys('question', 'q', { under: ['f-aaaaaa'] }).map((one) => ({ ...one, none: 0.1 })),
  withKeys('hypothesis', 'h').map((one) => ({ ...one, of: 'q-7k2mxa', prior: 0.25 })),
  fc.tuple(withKeys('probe', 'p'), text).map(([one, cost]) => ({ ...one, of: 'q-7k2mxa', cost })),
  fc.tuple(withKeys('observation', 'b'), text).map(([one, outcome]) => ({
    ...{ ...one, outcome, independent: 'yes' as const },
    refs: {
      informs: ['q-7k2mxa'],
      supports: ['h-aaaaaa'],
      contradicts: ['h-222222'],
      probe: ['p-aaaaaa'],
    },
  })),
  fc.constantFrom('h-aaaaaa', 'q-7k2mxa').map((of) => ({
    ...{ is: 'expected' as const, id: null, of, text: 'two rows: likely, other: excluded' },
    refs: { probe: ['p-aaaaaa'] },
  })),
  text.map((said) => ({ is: 'focus' as const, id: null, of: 'f-aaaaaa', text: said, refs: {} })),
  text.map((said) => ({
    is: 'note' as const,
    id: null,
    of: 'd-7k2mxa',
    text: said,
    name: 'prompt',
    refs: {},
  })),
);

describe('an entry of the decision record', () => {
  test('comes back from its line as it was, whatever its words, and the line is one line [SPEC-04.01] [SPEC-04.03] [SUB-2] [SUB-4]', () => {
    fc.assert(
      fc.property(entry, fc.string({ unit: 'grapheme', maxLength: 60 }), (wanted, label) => {
        const line = lineOf(wanted, label);
        expect(line).not.toMatch(/[\n\r\u2028]/u);
        const read = readLine(line);
        // What is hidden is spelled out, once.
        const shown = read && 'entry' in read ? read.entry : null;
        expect(shown).toMatchObject({
          is: wanted.is,
          id: wanted.id,
          of: wanted.of,
          refs: wanted.refs,
        });
        for (const key of ['confidence', 'none', 'prior', 'independent'] as const)
          expect(shown?.[key]).toBe(wanted[key]);
        for (const key of ['cost', 'outcome'] as const)
          expect(shown?.[key] === undefined).toBe(wanted[key] === undefined);
        expect(lineOf(shown ?? wanted, label)).toBe(line);
        const plain = /^[ -~—]*$/u.test(wanted.text) && !/ {2}|%%|<!--/u.test(wanted.text);
        if (plain) expect(shown?.text).toBe(wanted.text);
      }),
    );
  });

  test.each([
    ['- [2026-02-21T10:31:00Z] Agent: Decision — How to deliver it ^d-7k2mxa', 'decision'],
    ['* 2026-02-21 10:31 Me: decision - How to deliver it ^d-7k2mxa', 'decision'],
    [
      '- [2026-02-21T10:31:00Z] Me: OPTION FOR [[PLAN-2026-001#^d-7k2mxa]] -- E-mail   ^o-3fqpza',
      'option',
    ],
    ['+ [2026-02-21T10:31:00Z] Me:  Chose [[#^o-3fqpza|E-mail]] – because', 'chosen'],
    ['- [2026-02-21T10:31:00Z] Me: Rejected [[#^o-3fqpza]]', 'rejected'],
    [
      '- [2026-02-21T10:31:00Z] Me: Observed — It rained [Confidence:: 0.8] [informs:: [[#^d-7k2mxa]], [[#^d-222222]]] ^b-m5xq7n',
      'observation',
    ],
    [
      '- 2026-02-21 10:31 Me: hypothesis for [[#^q-7k2mxa]] - It rained [prior:: .3] ^h-7k2mxa',
      'hypothesis',
    ],
    [
      '- [2026-02-21T10:31:00Z] Me: Expected under [[#^h-7k2mxa]] — wet: likely, dry: unlikely [probe:: [[#^p-7k2mxa]]]',
      'expected',
    ],
    ['- [2026-02-21T10:31:00Z] Me: Linked [[#^d-7k2mxa|x]] — commit 9F2C41AB', 'commit'],
  ])('is read as people write it by hand: %s [SPEC-04.01]', (line, is) => {
    expect(readLine(line)).toMatchObject({ entry: { is }, unread: [] });
  });

  test.each([
    'Created plan — Complex work detected.',
    'Chose the e-mail — The contract asks for it.',
    'Decision — Nobody linked it.',
    'Goal scored — 1:0 ^my-note',
    'Rejected [[Some note]] — Not ours',
    'Note on Friday — nothing: to say',
  ])('is none where a sentence only begins alike: %s', (body) => {
    expect(readLine(`- [${at}] Agent: ${body}`)).toBeNull();
  });

  test.each([
    ['Decided — How to deliver it ^d-7k2mxa', 'no word'],
    ['Decision — How to deliver it ^o-7k2mxa', 'needs an id like ^d-'],
    ['Decision How to deliver it ^d-7k2mxa', 'after'],
    ['Option for delivery — E-mail ^o-3fqpza', 'a link'],
    ['Option for [[#^o-3fqpza]] — E-mail ^o-7k2mxa', 'can’t be said of'],
    ['Chose [[#^d-7k2mxa]] — The contract asks for it', 'can’t be said of'],
    ['Option for [[#^d-7k2mxa]] — E-mail', 'needs an id'],
    ['Outcome of [[#^a-7k2mxa]] — sent ^r-7k2mxa', 'succeeded'],
    ['Linked [[#^d-7k2mxa]] — commit soon', 'no commit'],
    ['Hypothesis for [[#^d-7k2mxa]] — x ^h-7k2mxa', 'can’t be said of'],
    ['Option for [[#^q-7k2mxa]] — x ^o-7k2mxa', 'can’t be said of'],
    ['Option for [[#^d-7k2m ^o-3fqpza', 'a link'],
  ])('is told as damaged where it was to be one: %s', (body, why) => {
    expect(readLine(`- [${at}] Agent: ${body}`)).toMatchObject({
      damaged: expect.stringContaining(why) as string,
    });
  });

  test('takes as long as its line has characters, whatever they are', () => {
    const long = `Decision — x [confidence::${' '.repeat(1_000_000)}x`;
    expect(readLine(`- [${at}] Agent: ${long} ^d-7k2mxa`)).toMatchObject({
      damaged: expect.stringContaining('characters') as string,
    });
    const keys = ' [confidence:: 1]'.repeat(1_000);
    expect(
      readLine(`- [${at}] Agent: Decision — x${keys}${' '.repeat(2_000)} ^d-7k2mxa`),
    ).toMatchObject({ entry: { text: 'x' } });
  });

  test('tells of a key that says nothing there, and still counts', () => {
    const line = `- [${at}] Agent: Goal — Deliver it [informs:: [[#^d-7k2mxa]]] [prior:: 1] [confidence:: 7] ^g-7k2mxa`;
    expect(readLine(line)).toMatchObject({
      entry: { is: 'goal', text: 'Deliver it', refs: {} },
      unread: ['[confidence:: 7]', '[prior:: 1]', '[informs:: [[#^d-7k2mxa]]]'],
    });
  });
});

test('a key costs the same in a line of many', () => {
  const ofKeys = (count: number, lines: number): number => {
    const line = `- [${at}] Agent (claude): Observed — x${' [cost:: 1 h]'.repeat(count)} ^b-m5xq7n`;
    const begin = performance.now();
    for (let n = 0; n < lines; n += 1) expect(readLine(line)).toHaveProperty('entry.text', 'x');
    return performance.now() - begin;
  };
  // As many keys in all. Were each looked for from the start of its line, many times as long.
  expect(ofKeys(1_500, 20) / ofKeys(30, 1_000)).toBeLessThan(4);
});
