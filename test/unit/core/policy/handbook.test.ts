import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHandbook } from '../../../../src/core/policy/handbook.js';
import { triage, triagePriority } from '../../../../src/core/policy/triage.js';

const below = (...lines: string[]): string => ['# Rules', '', '## Priorities', ...lines].join('\n');
const wordsOf = (text: string): string[] =>
  readHandbook(text).map(({ word, priority, line }) => `${line} ${priority} ${word}`);

describe('what a handbook says of priorities', () => {
  test.each<[line: string, rules: string[]]>([
    ['- High: Acme, tax office', ['4 high Acme', '4 high tax office']],
    ['* **High priority:** Acme.', ['4 high Acme']],
    ['1. Low priority = newsletter; receipts', ['4 low newsletter', '4 low receipts']],
    ['- newsletter is low', ['4 low newsletter']],
    ['- “newsletter” → medium', ['4 medium newsletter']],
    ['| newsletter | low |', ['4 low newsletter']],
    ['| High | Acme, Berg |', ['4 high Acme', '4 high Berg']],
    ['Priority low: birthday', ['4 low birthday']],
    ['-   High  :  tax \t  office ,  Acme', ['4 high tax office', '4 high Acme']],
    ['- tax   office   is   high', ['4 high tax office']],
    ['- HIGH: Müller', ['4 high Müller']],
    ['We take all of our clients seriously.', []],
    ['- High:', []],
    ['| --- | --- |', []],
    ['- high: !!!, x', []],
    [`- high: ${'x'.repeat(61)}`, []],
    ['- urgent: sometimes', []],
  ])('%j', (line, rules) => {
    expect(wordsOf(below(line))).toEqual(rules);
  });

  test('counts only below a heading about priorities or triage', () => {
    const text =
      '- High: a1\n# Triage\n- High: b1\n# Holidays\n- High: c1\n## Our priorities\n- Low: d1';
    expect(wordsOf(text)).toEqual(['3 high b1', '7 low d1']);
  });
});

describe('triage with a handbook', () => {
  const rules = readHandbook(below('- Low: newsletter, Acme', '- High: Acme Berlin'));

  test.each([
    ['Write the urgent newsletter', 'low', 4],
    ['Write to Acme Berlin', 'high', 5],
    ['Write the newsletter of Acme Berlin', 'high', 5],
    ['Water the plants', 'low', null],
    ['Pay the invoice', 'high', null],
    ['See https://acme', 'low', null],
  ])('%s: %s', (brief, priority, line) => {
    const found = triage(brief, rules);
    expect([found.priority, found.rule?.line ?? null]).toEqual([priority, line]);
  });

  test('a handbook of any text names at most a hundred words, and nothing but a priority', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '# Triage',
        '- High: a+b, (((',
        '| low | [[x]] |',
        '- %% is low',
        '> High: ]',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, brief) => {
        const read = readHandbook(lines.join('\n'));
        const found = triage(brief, read);
        expect(['high', 'medium', 'low']).toContain(found.priority);
        if (!found.rule) expect(found.priority).toBe(triagePriority(brief));
      }),
    );
    expect(
      readHandbook(below(...Array.from({ length: 500 }, (_, n) => `- High: w${n}`))),
    ).toHaveLength(100);
  });

  test('megabytes are read in one pass', () => {
    for (const piece of ['- High: a', 'is ', '|', ' ', ':\n']) {
      expect(readHandbook(below(piece.repeat(200_000))).length).toBeLessThanOrEqual(100);
    }
  });
});
