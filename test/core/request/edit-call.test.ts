import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withArguments } from '../../../src/core/request/edit-call.js';
import { runs } from '../../config/test-length.js';
import { callNote, machineLine, requestNote, requestOf } from './request-note.js';

const args = { to: 'client_a@example.com', subject: 'January 2026 invoice' };
const note = requestNote({ aliases: '["Email to client_a@example.com: January 2026 invoice"]' });

function edited(text: string, now: object): string {
  const result = withArguments(requestOf(text), now as never);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
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
      const read = requestOf(result.value);
      expect(JSON.parse(JSON.stringify(read.call.arguments))).toEqual(
        JSON.parse(JSON.stringify(now)),
      );
      expect(read.requestId).toBe(request.requestId);
      expect(read.machine).toEqual(request.machine);
    }),
    { numRuns: runs(500) },
  );
});
