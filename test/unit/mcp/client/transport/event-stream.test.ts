import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStream } from '../../../../../src/mcp/client/transport/event-stream.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => new EventStream(1_000).push(bytes(text)).data;

test.each([
  ['an event without a name', 'data: a\n\n', ['a']],
  ['an event named message', 'event: message\ndata: a\n\n', ['a']],
  ['no event of another name', 'event: ping\ndata: a\n\n', []],
  ['lines of one event together', 'data: a\ndata:b\ndata:  c\n\n', ['a\nb\n c']],
  ['nothing from comments, ids and times', ': hi\n\nid: 7\nretry: 10\n\n', []],
  ['an empty data line as empty', 'data\n\n', ['']],
  ['all three ends of a line', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
  ['nothing from an event that never ends', 'data: a', []],
])('reads %s', (_, text, data) => {
  // Only a line feed shows that a line is whole; the last one gives what was read till then.
  expect(read(`${text}\n`)).toEqual(data);
});

test('reads the same however the stream is cut', () => {
  const text = 'data: Grüße 🚀\r\n\r\nevent: message\ndata: {"a":\ndata: 1}\n\n: x\ndata: z\n\n';
  const whole = bytes(text);
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
      const stream = new EventStream(1_000);
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
      const data = places
        .slice(1)
        .flatMap((place, index) => stream.push(whole.subarray(places[index], place)).data);
      expect(data).toEqual(['Grüße 🚀', '{"a":\n1}', 'z']);
    }),
  );
});

test('gives up on a line, and on an event of many lines, beyond the limit', () => {
  expect(new EventStream(10).push(bytes(`data: ${'x'.repeat(10)}`)).tooLong).toBe(true);
  const stream = new EventStream(10);
  expect(stream.push(bytes('data: aaaa\n')).tooLong).toBe(false);
  expect(stream.push(bytes('data: aaaa\ndata: a\n')).tooLong).toBe(true);
});
