import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../src/core/json.js';
import {
  outcomeOf,
  type OutcomeKind,
} from '../../../../../src/core/request/outcome/decide-outcome.js';
import { isShort } from '../../../../support/run/test-length.js';
import { failures, ordinary, successes } from './answer-words.js';

const verdict = (result: JsonObject): OutcomeKind =>
  outcomeOf({ kind: 'result', result }, null).kind;
const item = (text: string): JsonObject => ({ type: 'text', text });
const saying = (...texts: string[]): JsonObject => ({ content: texts.map(item) });

test.each(ordinary)('an ordinary answer of a server is executed: %j [GATE-15]', (text) => {
  expect(outcomeOf({ kind: 'result', result: saying(text) }, null)).toMatchObject({
    kind: 'executed',
  });
});

test.each(
  Object.entries(failures).flatMap(([kind, texts]) =>
    texts.map((text) => [kind, text.slice(0, 80), text]),
  ),
)(
  'an answer is unknown when it reports a failure: %s: %j [GATE-15]',
  (_kind, _start, text = '') => {
    const outcome = outcomeOf({ kind: 'result', result: saying(text) }, null);
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/(?:That|Its answer) reads like a failure/) as string,
    });
  },
);

test.each(successes)(
  'an answer is executed when it only looks a little like a failure: %j',
  (text) => {
    expect(verdict(saying(text))).toBe('executed');
  },
);

test.each(['{}', ' {} ', '""', '[]', '[\n]', '[{}, ""]'])(
  '%j says nothing, not even that it succeeded, as a text and as a structure [GATE-15]',
  (text) => {
    expect(verdict(saying(text))).toBe('unknown');
    const structuredContent = JSON.parse(text) as Json;
    expect(verdict({ content: [], structuredContent })).toBe('unknown');
  },
);

test('a list or text with anything in it is an answer', () => {
  for (const text of ['[1]', '["a"]', '{"id":1}', '"ok"', '✅'])
    expect(verdict(saying(text))).toBe('executed');
});

test('each part of an answer is looked at', () => {
  expect(verdict(saying('Sent', 'Error: but then'))).toBe('unknown');
  expect(verdict({ content: [], structuredContent: { ok: false } })).toBe('unknown');
  expect(verdict({ structuredContent: { result: 'Error: no' } })).toBe('unknown');
  expect(verdict({ ...saying('Sent'), structuredContent: { error: 'no' } })).toBe('unknown');
  expect(verdict({ ...saying('Error: no'), structuredContent: { ok: true } })).toBe('unknown');
  expect(
    verdict({ content: [{ type: 'resource', resource: { uri: 'a:b', text: 'Error: no' } }] }),
  ).toBe('unknown');
  expect(verdict({ ...saying('Sent'), structuredContent: { ok: true, error: null } })).toBe(
    'executed',
  );
  const item = { type: 'text', text: 'ok' };
  expect(verdict({ content: [{ ...item, annotations: {}, _meta: {} }] })).toBe('executed');
  expect(verdict({ content: [{ ...item, isError: true, error: 'boom' }] })).toBe('unknown');
});

test.each(['false', 'False', ' None\n', 'null', '"no"'])(
  'an answer that is only %j is a no',
  (text) => {
    expect(verdict(saying(text))).toBe('unknown');
    expect(verdict({ ...saying('ok'), structuredContent: { result: false } })).toBe('unknown');
  },
);

test.each([
  [{ content: [] }],
  [saying('')],
  [saying(' ', '\n')],
  [{ content: [], structuredContent: {} }],
])('an answer that tells nothing is none: %j', (result) => {
  expect(verdict(result)).toBe('unknown');
});

// Without an end in sight, once: a mark could be part of a word, and of what is between words.
test.each([`a${'\u0301'.repeat(27)}`, 'ส่งข้อความของคุณเรียบร้อยแล้วและเราจะติดต่อกลับ '.repeat(9)])(
  'an answer with marks on its letters is read at once: %s',
  (text) => {
    expect(verdict(saying(text))).toBe('executed');
  },
  5_000,
);

test('an emoji before the words of a failure is no word', () => {
  expect(verdict(saying('Slack API ⚠️ error: not in channel'))).toBe('unknown');
});

// What takes the square of its length never ends here.
test('the longest answers are read', () => {
  const long = isShort ? 140_000 : 1_400_000;
  // Marks, spaces and line ends are where such a search goes back again and again.
  const parts = [
    '\u2028',
    '\u0301',
    'ก็ ',
    '😀',
    'ж',
    '\n',
    ' ',
    ',',
    '{',
    '"error" ',
    '\\',
    "'",
    'no ',
    '0 ',
    'a',
    'error',
    '[',
    'x: ',
    '",\\"',
  ];
  const texts = parts.map((part) => part.repeat(Math.ceil(long / part.length)));
  const deep = `${'{"a":'.repeat(long / 6)}0${'}'.repeat(long / 6)}`;
  for (const text of [...texts, deep]) {
    expect(['executed', 'unknown']).toContain(verdict(saying(text)));
  }
}, 60_000);
