import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlainProperties } from '../../../../../src/core/note/front-matter/plain-properties.js';
import { readFrontMatter } from '../../../../../src/core/note/front-matter/front-matter.js';
import { runs } from '../../../../support/run/test-length.js';

/** The same properties read by the YAML library: a comment sends the whole front matter there. */
function readByLibrary(content: string): ReturnType<typeof readFrontMatter> {
  return readFrontMatter(`---\n${content}# a comment\n---\n`);
}

function expectSameReading(content: string): void {
  const plain = readPlainProperties(content, 4);
  if (plain === null) return;
  const library = readByLibrary(content);
  expect(library.ok && [...library.value.fields]).toEqual([...plain.fields]);
  expect(library.ok && [...library.value.ranges]).toEqual([...plain.ranges]);
}

test('the properties of a plan note are read without the YAML library', () => {
  const content = [
    'task_id: PLAN-2026-001',
    'source_link: "[[EMAIL_client-a-invoice]]"',
    'created_date: 2026-02-21T10:30:00Z',
    'priority: high',
    'status: Blocked',
    'blocked_reason: "Awaiting Human Approval: 2026-02-21T10-40-00Z_email since 2026-02-21T10:40:00Z"',
    'aliases: ["Send the January invoice, over $1,500."]',
    '',
  ].join('\n');
  expect(readPlainProperties(content, 4)?.fields.size).toBe(7);
  expectSameReading(content);
});

test.each([
  'key: null',
  'key: True',
  'true: key',
  'key: 2026',
  'key: 2026-02-21',
  'key: 0x1F',
  'key: 1e3',
  'key: .5',
  'key: ~',
  'key:',
  'key: ',
  'key:text',
  'key: text ',
  'key: two  spaces',
  'key: a: b',
  'key: a:',
  'key: text # comment',
  'key: text\n  goes on',
  'key: "a \\n b"',
  'key: "a" b',
  "key: 'a'",
  'key: ü',
  'key: a\tb',
  'key: text\r',
  'key: one\nkey: two',
  'key: [a]',
  '- key',
  '? key',
  '# comment',
  ' key: text',
])('%j is left to the YAML library', (line) => {
  expect(readPlainProperties(`${line}\n`, 4)).toBeNull();
});

const characters = [...'aZ09 :#"\'-_.,[]{}&*!|>%@`~?=/\\T'];
const word = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });
const date = fc.constant('2026-02-21T10:30:00Z');
const value = fc.oneof(
  word,
  date,
  fc.tuple(fc.constantFrom('a', 'Yes', 'null', '2026-02-21T'), word).map((parts) => parts.join('')),
  word.map((text) => `"${text}"`),
  word.map((text) => `["${text}"]`),
);
const key = fc.oneof(fc.constantFrom('status', 'no', 'null', '__proto__', 'a-b', '_'), word);

test('whatever is read without the YAML library is read as the library reads it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (lines) => {
      expectSameReading(lines.map(([name, text]) => `${name}: ${text}\n`).join(''));
    }),
    { numRuns: runs(3_000) },
  );
});
