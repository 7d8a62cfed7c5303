import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineEndOf, positionAt, splitLines } from '../../../../src/core/text/lines.js';

describe('splitting a text into lines', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['a\r\nb\n', ['a', 'b']],
    ['a\rb', ['a\rb']],
    ['\ufeffa\nb', ['a', 'b']],
    ['\r\n', ['']],
  ])('%j has the lines %j', (text, expected) => {
    expect(splitLines(text).map((line) => text.slice(line.start, line.end))).toEqual(expected);
  });

  test('the lines with their line ends make up the whole text', () => {
    fc.assert(
      fc.property(textOf('a', '\r', '\n', '\r\n', '\ufeff', '✋'), (text) => {
        const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
        const lines = splitLines(text);
        expect(mark + lines.map((line) => text.slice(line.start, line.next)).join('')).toBe(text);
      }),
    );
  });
});

describe('the line end of a text', () => {
  test.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\r\nb\r\nc\n', '\r\n'],
    ['a\nb\nc\r\n', '\n'],
    ['a\r\nb\n', '\n'],
    ['a\rb\r', '\n'],
  ])('of %j is %j', (text, expected) => {
    expect(lineEndOf(text)).toBe(expected);
  });
});

describe('the place of an offset', () => {
  test.each([
    ['abc', 0, 1, 1],
    ['abc', 2, 1, 3],
    ['a\nbc', 1, 1, 2],
    ['a\nbc', 3, 2, 2],
    ['a\r\nbc', 3, 2, 1],
    ['a\n', 2, 2, 1],
    ['\ufeffab', 1, 1, 1],
    ['\ufeffab', 0, 1, 1],
  ])('in %j at %i is line %i, column %i', (text, offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ line, column });
  });
});

function textOf(...parts: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...parts)).map((chosen) => chosen.join(''));
}
