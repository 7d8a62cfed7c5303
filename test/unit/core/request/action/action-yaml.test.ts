import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../../src/core/digest.js';
import { readActionYaml } from '../../../../../src/core/request/action/action-yaml.js';

/** Reads YAML as if it began in line 10 of a note. */
function read(yaml: string) {
  const before = 'line\n'.repeat(9);
  return readActionYaml(yaml, { noteText: before + yaml, offset: before.length, path: 'R.md' });
}

/** YAML, and where the problem lies, as line and column of the YAML. */
const refused: Record<string, Record<string, [yaml: string, line: number, column: number]>> = {
  'what stands for something else': {
    'an anchor': ['a: &x 1\nb: 2', 1, 7],
    'an anchor on a map': ['a: &x\n  b: 2', 2, 3],
    'an anchor on a key': ['&x a: 1', 1, 4],
    'an anchor without a value': ['a: &x', 1, 6],
    'an alias': ['a: &x 1\nb: *x', 1, 7],
    'an alias to nothing': ['a: 1\nb: *x', 2, 4],
    'an alias as a key': ['a: "1"\n*a : 2', 2, 1],
    'a tag': ['a: !!str 1', 1, 10],
    'a tag on a map': ['a: !!map {}', 1, 10],
    'a tag of its own': ['a: !secret x', 1, 4],
    'the empty tag': ['a: ! x', 1, 6],
    'a verbatim tag': ['a: !<tag:yaml.org,2002:str> 1', 1, 29],
    'a merge key': ['a:\n  <<: {b: 1}', 2, 3],
    'a quoted merge key': ['a:\n  "<<": {b: 1}', 2, 3],
  },
  'keys that are read in several ways': {
    'a key twice': ['a: 1\na: 2', 2, 1],
    'a key twice in two spellings': ['a: 1\n"a": 2', 2, 1],
    'a key twice deep inside': ['a:\n  b: [{c: 1, c: 2}]', 2, 14],
    __proto__: ['a: 1\n__proto__: {b: 1}', 2, 1],
    '__proto__ in quotes': ['a:\n  "__proto__": 1', 2, 3],
    '__proto__ behind an escape': ['"\\x5f_proto__": 1', 1, 1],
    'a number as a key': ['1: a', 1, 1],
    'a boolean as a key': ['true: a', 1, 1],
    'null as a key': ['null: a', 1, 1],
    'yes as a key': ['yes: a', 1, 1],
    'the value key': ['=: a', 1, 1],
    'no key at all': [': a', 1, 1],
    'a list as a key': ['[a]: b', 1, 1],
    'a map as a key': ['{a: 1}: b', 1, 1],
    'a complex key': ['? a\n: b', 1, 3],
    'a key over two lines': ['a: {b\n  c: 1}', 1, 5],
    'a colon on the next line': ['{a\n : 1}', 1, 2],
    'a colon on the next line, below one in a comment': ['{a # b: c\n : 1}', 1, 2],
  },
  'documents within documents': {
    'a directive': ['%YAML 1.1\n---\na: 1', 1, 1],
    'a start marker': ['---\na: 1', 1, 1],
    'a start marker before a map': ['--- {a: 1}', 1, 1],
    'a start marker at the very end': ['a: 1\n---', 2, 1],
    'an end marker before words': ['a: 1\n... b', 2, 1],
    'two documents': ['a: 1\n---\nb: 2', 2, 1],
    'an end marker': ['a: 1\n...', 2, 1],
    'a marker within a text': ['a: "x\n---\ny"', 2, 1],
  },
  'what is no list of keys': {
    nothing: ['', 1, 1],
    'only a comment': ['# a', 1, 1],
    'a text': ['hello', 1, 1],
    'a list': ['- a', 1, 1],
    null: ['null', 1, 1],
  },
  'values that are not there': {
    'an empty value': ['a:', 1, 3],
    'an empty value above another': ['a:\nb: 1', 1, 3],
    'an empty item': ['a:\n  -\n  - 1', 2, 4],
    'a flow key without a value': ['a: {b}', 1, 5],
    'a tilde': ['a: ~', 1, 4],
  },
  'broken YAML': {
    'a colon in a text': ['subject: Re: x', 1, 10],
    'an unclosed quote': ['a: "x\nb: 1', 1, 4],
    'a quote that closes nothing, behind a backslash': ['a: "x\\"', 1, 4],
    'quotes that close one too few': ["a: '''", 1, 4],
    'an unclosed quote in a list': ['a:\n  - 1\n  - 2\n  - "x', 4, 5],
    'an unclosed quote of a key': ['a: {"x', 1, 1],
    'an unclosed bracket': ['a: [1', 1, 6],
    'an unclosed bracket above empty lines': ['a: [1\n\n\n', 1, 6],
    'text behind a quote': ['a: "x" y', 1, 8],
    'a reserved character': ['a: @home', 1, 4],
    'a backtick': ['a: `x`', 1, 4],
    'an unknown escape': ['a: "\\q"', 1, 5],
    'wrong indentation': ['a:\n    b: 1\n  c: 2', 3, 1],
    'a tab as indentation': ['a:\n\tb: 1', 2, 1],
    'a tab within a block text': ['a: |\n  x\n  \ty', 3, 3],
  },
  'texts whose spaces or ends differ between parsers': {
    'a quoted text over two lines': ['a: "x\n  y"', 1, 4],
    'a single-quoted text over two lines': ["a: 'x\n  y'", 1, 4],
    'a block text that keeps its line ends': ['a: |+\n  x\n \n', 1, 4],
    'a block text with a depth': ['a: |2\n   x\n', 1, 4],
    'a folded block text with both': ['a: >-2\n   x\n', 1, 4],
  },
  'characters that cannot be seen': {
    'a lone surrogate': ['a: x\ud83d', 1, 5],
    'an escaped lone surrogate': ['a: "\\ud83d"', 1, 4],
    'a character in two escaped halves': ['a: "\\ud83d\\ude00"', 1, 4],
    'a null character': ['a: x\u0000', 1, 5],
    'a bell': ['a: x\u0007y', 1, 5],
    'a CR alone': ['a: x\rb: 1', 1, 5],
    'a next-line character': ['a: x\u0085b: 1', 1, 5],
    'a line separator': ['a: x\u2028b: 1', 1, 5],
    'a byte order mark': ['\ufeffa: 1', 1, 1],
    'a direction override': ['a: moc.live\u202e@x', 1, 12],
  },
};

describe.each(Object.entries(refused))('%s', (_group, cases) => {
  test.each(Object.entries(cases))(
    'is refused at its place: %s [GATE-22]',
    (_name, [yaml, line, column]) => {
      const result = read(yaml);
      expect(result).toMatchObject({ ok: false, error: { path: 'R.md', line: line + 9, column } });
      if (!result.ok) {
        expect(result.error.code).toMatch(/^action_/);
        expect(result.error.message).toMatch(/^[A-Z`].*[.]$/s);
        expect(result.error.advice).toMatch(/^[A-Z].*\.$/s);
      }
    },
  );
});

test.each<[yaml: string, message: RegExp, advice: RegExp]>([
  ['a: &x 1', /an anchor/, /plain keys and values/],
  ['a: 1\nb: *a', /an alias/, /plain keys and values/],
  ['[a]: b', /a key that isn’t text/, /plain keys and values/],
  ['a: !!str 1', /a tag/, /plain keys and values/],
  ['a: !x 1', /^The action is not valid YAML: Unresolved tag: !x\.$/, /quotation marks/],
  ['a: 1\na: 2', /the key `a` twice/, /plain keys and values/],
  ['1: a', /^The key `1` is not a text\.$/, /^Quote it: "1"\.$/],
  ['a:', /a key without a value/, /^Write a value/],
  ['a:\n  -\n  - 1', /a key without a value/, /^Write a value/],
  ['', /exactly one YAML document/, /once/],
  ['# a', /exactly one YAML document/, /once/],
  ['a: x\u202ey', /cannot be seen \(U\+202E\)/, /write the character as "\\u202E"/],
  ['a: "\\q"', /^The action is not valid YAML: Invalid escape sequence \\q\.$/, /quotation marks/],
])('of %j it is said what is wrong, and what to do', (yaml, message, advice) => {
  const result = read(yaml);
  if (result.ok) throw new Error('It was read.');
  expect(result.error.message).toMatch(message);
  expect(result.error.advice).toMatch(advice);
});

function quoteIt(plain: string): RegExp {
  const escaped = plain.replace(/[.+]/g, '\\$&');
  return new RegExp(`[Qq]uote it: "${escaped}"\\.$`);
}

const ambiguous = [
  ...['yes', 'no', 'on', 'off', 'y', 'n', 'Y', 'N', 'YES', 'Off', 'True', 'FALSE', 'TRUE'],
  ...['Null', 'NULL', '~', '=', '<<', '.inf', '-.INF', '.nan', '.'],
  ...['0777', '010', '08', '0x1F', '0o17', '0b11', '1_000', '1,000', '1,000.50', '1e3', '1E-7'],
  ...['1.0e3', 'e1', '.5', '5.', '+1', '-0', '0.10', '1.10', '1.0', '-1.50', '1e400'],
  ...['2026-01-15', '2026-1-5', '2026-01-15T10:00:00Z', '2026-01-15 10:00:00 +1'],
  ...['12:30', '12:30:45', '190:20:30.15', '-1:30'],
  ...['0049151234', '1234567890123456789', '9007199254740993', '0.1234567890123456789'],
  '1000000000000000000000',
];

test.each(ambiguous)('%s is refused, and to quote it is the advice [GATE-22]', (plain) => {
  for (const [yaml, line, column] of [
    [`a: ${plain}`, 10, 4],
    [`a:\n  - x\n  - ${plain}`, 12, 5],
    [`a: {b: x}\nc: ${plain}`, 11, 4],
  ] as const) {
    const result = read(yaml);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'action_number_ambiguous', line, column },
    });
    if (!result.ok) expect(result.error.advice).toMatch(quoteIt(plain));
  }
  expect(read(`a: "${plain}"`)).toEqual({ ok: true, value: { a: plain } });
  expect(read(`a: '${plain}'`)).toEqual({ ok: true, value: { a: plain } });
});

test('a text over two lines that folds into a date is refused [GATE-22]', () => {
  expect(read('a: 2026-01-15\n  10:00:00').ok).toBe(false);
});

test.each([
  ['1.50', 'Write 1.5, or quote it: "1.50".'],
  ['1500.00', 'Write 1500, or quote it: "1500.00".'],
  ['-0', 'Write 0, or quote it: "-0".'],
  ['1234567890123456789', 'Quote it: "1234567890123456789".'],
  ['1000000000000000000000', 'Quote it: "1000000000000000000000".'],
  ['0.0000001', 'Quote it: "0.0000001".'],
])('a number whose digits would not be sent as written, %s, is told so', (number, advice) => {
  expect(read(`a: ${number}`)).toMatchObject({
    ok: false,
    error: { message: `The number ${number} would lose digits.`, advice },
  });
});

test.each<[yaml: string, value: unknown]>([
  ['a: text', { a: 'text' }],
  ['a: true\nb: false\nc: null', { a: true, b: false, c: null }],
  ['a: 0\nb: -1\nc: 1500\nd: 0.5\ne: -3.25', { a: 0, b: -1, c: 1500, d: 0.5, e: -3.25 }],
  ['a: 9007199254740991', { a: 9007199254740991 }],
  ['a: ""', { a: '' }],
  ["a: 'it''s'", { a: "it's" }],
  ['a: "\\u00e9\\n\\t\\"\\\\ud83d"', { a: 'é\n\t"\\ud83d' }],
  ['a: {}\nb: []', { a: {}, b: [] }],
  ['a: [x, {b: 1}, [2]]', { a: ['x', { b: 1 }, [2]] }],
  ['{"a": {"b": [1, true, null, "x"]}}', { a: { b: [1, true, null, 'x'] } }],
  ['a: |\n  one\n   two\n\n  three\n', { a: 'one\n two\n\nthree\n' }],
  ['a: |-\n  one\n', { a: 'one' }],
  ['a: >\n  one\n  two\n', { a: 'one two\n' }],
  ['a: one\n  two', { a: 'one two' }],
  ['a: one\ttwo', { a: 'one\ttwo' }],
  ['a : 1', { a: 1 }],
  ['a: 5% --- and ... more', { a: '5% --- and ... more' }],
  ["a: '\\ud83d'", { a: '\\ud83d' }],
  ['a: |\n  1 >2\n  2 |+\n', { a: '1 >2\n2 |+\n' }],
  ['a: x # a comment\n# another', { a: 'x' }],
  ['a: http://example.com:80/#top', { a: 'http://example.com:80/#top' }],
  ['a: 192.168.0.1\nb: 12.03.2026\nc: v1.2.3', { a: '192.168.0.1', b: '12.03.2026', c: 'v1.2.3' }],
  ['a: 1 500 €\nb: $1,500', { a: '1 500 €', b: '$1,500' }],
  ['a: Zoë 😀 日本', { a: 'Zoë 😀 日本' }],
  ['a: yes please\nb: nobody', { a: 'yes please', b: 'nobody' }],
  ['a:\r\n  b: 1\r\n  c: |\r\n    x\r\n    y\r\n', { a: { b: 1, c: 'x\ny\n' } }],
])('%j is read as it is written', (yaml, value) => {
  const result = read(yaml);
  expect(result.ok).toBe(true);
  if (result.ok) expect(JSON.parse(canonicalJson(result.value))).toEqual(value);
});

test('names of what every object has are keys like any other', () => {
  const result = read('constructor: 1\ntoString: 2\nhasOwnProperty: 3');
  expect(result.ok && Object.entries(result.value)).toEqual([
    ['constructor', 1],
    ['toString', 2],
    ['hasOwnProperty', 3],
  ]);
  expect(result.ok && Object.getPrototypeOf(result.value)).toBeNull();
});

describe('size', () => {
  test.each([
    ['brackets by the hundred thousand', `a: ${'['.repeat(200_000)}`],
    ['lists by the hundred thousand', `a:\n${'- '.repeat(100_000)}`],
    ['keys by the hundred thousand', '? '.repeat(100_000)],
    ['maps by the hundred thousand', '{a: '.repeat(60_000)],
    ['closed ones too', `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['65 levels', `${'{"a":'.repeat(66)}1${'}'.repeat(66)}`],
    [
      '65 levels in block style',
      Array.from({ length: 70 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ],
    ['65 lists', `a: ${'['.repeat(65)}1${']'.repeat(65)}`],
  ])('%s are too deep: a problem, no crash', (_name, yaml) => {
    expect(read(yaml)).toMatchObject({
      ok: false,
      error: {
        code: 'action_invalid',
        path: 'R.md',
        message: 'The action is nested too deeply.',
      },
    });
  });

  test('64 levels are read', () => {
    expect(read(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`).ok).toBe(true);
    expect(read(`a: ${'['.repeat(63)}1${']'.repeat(63)}`).ok).toBe(true);
  });

  test('256 kB are read, one character more is not', () => {
    const fit = `a: ${'x'.repeat(262_144 - 3)}`;
    expect(read(fit).ok).toBe(true);
    expect(read(`${fit}x`)).toMatchObject({
      ok: false,
      error: { message: 'The action is longer than 256 kB.', line: 10, column: 1 },
    });
  });

  // Each mistake costs: as many as fit must not keep everything else waiting for a minute.
  test.each(['}', '[x] ', '|\n'])('as many %j as fit are refused', (atom) => {
    const yaml = `x: ${atom.repeat(Math.floor(262_000 / atom.length))}`;
    expect(read(yaml)).toMatchObject({ ok: false, error: { code: 'action_invalid' } });
  });

  test('tens of thousands of keys are read, each compared with each other only by name', () => {
    const result = read(Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n'));
    expect(result.ok && Object.keys(result.value)).toHaveLength(20_000);
  });
});

test.each([
  ['1'.repeat(60), `The number ${'1'.repeat(60)} would lose digits.`],
  ['1'.repeat(61), `The number ${'1'.repeat(60)}… would lose digits.`],
  ['2026-01-15   10:00', '`2026-01-15 10:00` can be read as a text or as something else.'],
])('%s is told on one short line', (plain, message) => {
  expect(read(`a: ${plain}`)).toMatchObject({ ok: false, error: { message } });
});

test('a key that spells a prototype with an escape is refused [GATE-22]', () => {
  const yaml = '"\\u005f_proto__": x';
  const read = readActionYaml(yaml, { path: 'x.md', noteText: yaml, offset: 0 });
  expect(read).toMatchObject({ ok: false, error: { code: 'action_invalid' } });
});
