import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeError, rebuildError } from './remote-error.js';
import { decodeMessage, encodeMessage } from './wire.js';

const sendable = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt(),
    fc.uint8Array({ maxLength: 50 }),
    fc.date({ noInvalidDate: true }),
    fc.array(fc.oneof(tie('value'), fc.constant(undefined)), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test('what is sent arrives, bytes and all', () => {
  fc.assert(
    fc.property(fc.array(sendable), (args) => {
      const message = { call: 7, method: 'm', args };
      expect(decodeMessage(encodeMessage(message))).toEqual(message);
    }),
  );
});

test('what would arrive as something else is not sent', () => {
  const send = (value: unknown) => () => encodeMessage({ topic: 't', args: [value] });
  expect(send(new Map())).toThrow('A Map cannot be sent');
  expect(send(new URL('file:///x'))).toThrow('A URL cannot be sent');
});

test('an error arrives as an error, with what programs ask of it', () => {
  const thrown = Object.assign(new TypeError('no'), { code: 'ENOENT', errno: -2, path: '/a' });
  const error = rebuildError(describeError(thrown));
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'TypeError', message: 'no', code: 'ENOENT', errno: -2 });
  expect(rebuildError(describeError('thrown')).message).toBe('thrown');
});
