import fc from 'fast-check';
import matter from 'gray-matter';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { canonicalJson } from '../../../../../src/core/digest.js';
import type { Json } from '../../../../../src/core/json.js';
import { readActionYaml } from '../../../../../src/core/request/action/action-yaml.js';
import { runs } from '../../../../support/run/test-length.js';

/** Other readers of the same text: js-yaml (by way of gray-matter), and `yaml` by the rules of 1.2 and 1.1. */
const readers: Record<string, (yaml: string) => unknown> = {
  // Its options also switch off gray-matter's cache.
  'js-yaml': (yaml) => matter(`---\n${yaml}\n---\n`, { language: 'yaml' }).data,
  'yaml 1.2': (yaml): unknown => parse(yaml, { logLevel: 'silent' }),
  'yaml 1.1': (yaml): unknown => parse(yaml, { version: '1.1', logLevel: 'silent' }),
};

/** The value as JSON, in which a date or a lost number shows. */
function asJson(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)) as Json);
}

const PIECES = [
  ...['a', 'b', 'é', '😀', 'x y', 'key', '"k": ', 'c: ', ': ', ':', '? ', '- ', '-', '=', '=: '],
  ...[
    '{',
    '}',
    '[',
    ']',
    ', ',
    ',',
    '"',
    "'",
    "''",
    '""',
    '|',
    '>',
    '|-',
    '>-',
    '|+',
    '|2',
    '#',
    ' #',
  ],
  ...[
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n\n',
    '\n \n',
    '\na: ',
    '\nb: ',
    '\n  c: ',
  ],
  ...['\r', '\r\n', '\r\n  ', '\u0085', '\u2028', '\ufeff', '\u00a0', '\u0007', '\u007f'],
  ...[
    '\\',
    '\\n',
    '\\\n',
    '\\x41',
    '\\u2028',
    '\\ud83d\\ude00',
    '%',
    '@',
    '`',
    '!',
    '&x ',
    '*x',
    '<<',
  ],
  ...[
    '0',
    '1',
    '+',
    '.',
    '_',
    'e',
    'E',
    '1.5',
    '0x1f',
    '0o7',
    '1e3',
    '1,000',
    '12:30',
    '10:00',
    '.inf',
  ],
  ...['2026-01-15', 'yes', '~', 'null', 'true', '---', '...'],
];
const HEADS = [
  '',
  'a: ',
  'a: |',
  'a: >-',
  'a:\n  - |',
  'a: "',
  "a: '",
  'a: {b: ',
  'a: [x, ',
  '- x\n-',
];
const TAILS = ['', '\n', '"', "'", '"}', '"\nb: 1\n', ']', '}', '\nb: c\n', '\n  \n'];

test('what is accepted, three other readers read the same [GATE-22]', () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...HEADS),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
      fc.constantFrom(...TAILS),
      (head, pieces, tail) => {
        const yaml = head + pieces.join('') + tail;
        const result = readActionYaml(yaml, { noteText: yaml, offset: 0, path: '' });
        if (!result.ok) return;
        accepted += 1;
        for (const [name, read] of Object.entries(readers)) {
          expect(asJson(read(yaml)), name).toBe(canonicalJson(result.value));
        }
      },
    ),
    { numRuns: runs(20_000) },
  );
  expect(accepted).toBeGreaterThan(runs(500));
});

const differing: Record<string, string> = {
  'a line of a quoted text that ends in spaces': 'a: "x \n  "',
  'a quote that one parser does not miss': "a: '''",
  'spaces at the end of a block text': 'a: |+\n  x\n ',
  'a tab at the start of a block text': 'a:\n  - |\n  \t#',
  'half characters that join in one parser only': 'a: "\\ud83d\\ude00"',
  'a CR that ends a line in one parser only': 'a: x\rb: y',
  'a number with a capital exponent': 'a: E1',
  'a dot': 'a: .',
  'a merge key': 'a: {<<: {b: 1}}',
  'a date': 'a: 2026-01-15',
  'a time': 'a: 12:30:45',
  'an octal number': 'a: 010',
};

test.each(Object.entries(differing))(
  '%s was seen to be read in two ways, and is refused [GATE-22]',
  (_name, yaml) => {
    expect(readActionYaml(yaml, { noteText: yaml, offset: 0, path: '' }).ok).toBe(false);
  },
);
