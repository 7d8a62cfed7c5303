import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageLines } from '../../../../../src/mcp/client/transport/message-lines.js';

const encode = (text: string) => new TextEncoder().encode(text);

test('however a stream is cut into chunks, the lines are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n\ufeff]/gu, ''))),
      fc.array(fc.nat({ max: 40 })),
      fc.constantFrom('\n', '\r\n'),
      (texts, cuts, lineEnd) => {
        const bytes = encode(texts.map((text) => text + lineEnd).join(''));
        const reader = new MessageLines(1_000_000);
        const lines: string[] = [];
        let start = 0;
        for (const size of [...cuts, bytes.length]) {
          lines.push(...reader.push(bytes.subarray(start, start + size)).lines);
          start += size;
        }
        expect(lines).toEqual(texts);
      },
    ),
  );
});

test('a line is allowed to be as long as the limit, not longer', () => {
  expect(new MessageLines(4).push(encode('four\n'))).toEqual({ lines: ['four'], tooLong: false });
  expect(new MessageLines(4).push(encode('one\nfives\n'))).toEqual({
    lines: ['one'],
    tooLong: true,
  });
});

test('a line that grows over many chunks is stopped at the limit', () => {
  const reader = new MessageLines(10);
  expect(reader.push(encode('12345')).tooLong).toBe(false);
  expect(reader.push(encode('67890')).tooLong).toBe(false);
  expect(reader.push(encode('x')).tooLong).toBe(true);
});
