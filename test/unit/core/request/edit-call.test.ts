import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasComments, withArguments } from '../../../../src/core/request/edit-call.js';
import { runs } from '../../../support/run/test-length.js';
import {
  callNote,
  machineLine,
  requestNote,
  requestOf,
} from '../../../support/builders/request-note.js';

const args = { to: 'client_a@example.com', subject: 'January 2026 invoice' };
const note = requestNote({ aliases: '["Email to client_a@example.com: January 2026 invoice"]' });

function edited(text: string, now: object): string {
  const result = withArguments(requestOf(text), now as never);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.text;
}

test('only the block changes, and the recipient and the name that it gave the note', () => {
  expect(edited(note, { ...args, to: 'b@example.com' })).toBe(
    note.replaceAll('client_a@example.com', 'b@example.com'),
  );
});

test.each<[string, string, object]>([
  [
    'the recipient is another word',
    note.replace(/target_recipient: .*/, 'target_recipient: My bank'),
    { to: 'b' },
  ],
  ['the argument is gone', note, { subject: 'x' }],
  ['the argument is empty', note, { to: ' ' }],
])('the recipient stays where %s', (_why, text, now) => {
  const before = requestOf(text).targetRecipient;
  expect(requestOf(edited(text, now)).targetRecipient).toBe(before);
});

test('a person’s own aliases stay', () => {
  const own = requestNote({ aliases: '["My invoice"]' });
  expect(edited(own, { to: 'b@example.com' })).toContain('aliases: ["My invoice"]\n');
});

test.each([
  [
    'a line of its own',
    (text: string) => text.replace('arguments:\n', 'arguments:\n  # Ask Ann.\n'),
  ],
  ['behind a value', (text: string) => text.replace('invoice\n', 'invoice # as agreed\n')],
  [
    'behind the mark of a text',
    (text: string) => text.replace('to: ', 'x: | # why\n    a\n  to: '),
  ],
  ['on top', (text: string) => text.replace('bridge: email', '# Ann\nbridge: email')],
  ['in a list', (text: string) => text.replace('to: ', 'x: [1, # one\n    2]\n  to: ')],
])('a comment in the block is not lost: %s', (_where, change) => {
  for (const text of [change(note), change(note).replaceAll('\n', '\r\n')]) {
    const request = requestOf(text);
    expect(hasComments(request)).toBe(true);
    const refused = withArguments(request, { to: 'b' });
    expect(!refused.ok && refused.error.message).toMatch(/can’t be written/);
  }
});

test('a # in a text is no comment', () => {
  const given = { a: '# one', b: '# one\n# two\n', c: 'a#b', d: ['#'], '# e': '\\# "#', f: "'#" };
  for (const text of [callNote(given), edited(callNote({}), given)]) {
    expect(hasComments(requestOf(text))).toBe(false);
    expect(requestOf(edited(text, { ...given, g: 1 })).call.arguments).toEqual({ ...given, g: 1 });
  }
});

test('any arguments are written so that they are read as these, whatever stands around the block', () => {
  const text = fc.oneof(
    fc.constantFrom(
      '```countersign-action',
      '```',
      '%%',
      '<!--',
      '---',
      'a\r\nb',
      ' x',
      '1e3',
      'yes',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  const around = fc.constantFrom(
    note,
    note.replaceAll('\n', '\r\n'),
    callNote({ a: 1 }, {}, machineLine()),
    requestNote({}, undefined, '\n```js\ncode\n```\n'),
  );
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.jsonValue())), around, (now, before) => {
      const request = requestOf(before);
      const result = withArguments(request, JSON.parse(JSON.stringify(now)) as never);
      if (!result.ok) return;
      const read = requestOf(result.value.text);
      expect(JSON.parse(JSON.stringify(read.call.arguments))).toEqual(
        JSON.parse(JSON.stringify(now)),
      );
      expect(read.requestId).toBe(request.requestId);
      expect(read.machine).toEqual(request.machine);
    }),
    { numRuns: runs(500) },
  );
});
