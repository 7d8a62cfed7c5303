import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.js';

const base = 'one\ntwo\nthree\n';

describe('merging unsaved typing with what something else wrote', () => {
  test.each([
    ['changes of different lines', 'ONE\ntwo\nthree\n', 'one\ntwo\nTHREE\n', 'ONE\ntwo\nTHREE\n'],
    ['typing at the end of a line whose start changed', base + 'a', '# ' + base, '# ' + base + 'a'],
    [
      'different ends of one line',
      'one\n- two\nthree\n',
      'one\ntwo!\nthree\n',
      'one\n- two!\nthree\n',
    ],
    [
      'insertions at one place, the typed one last',
      base + 'mine',
      base + 'theirs',
      base + 'theirsmine',
    ],
    ['the same change', 'one\n2\nthree\n', 'one\n2\nthree\n', 'one\n2\nthree\n'],
    [
      'one character replaced by both',
      'one\ntwX\nthree\n',
      'one\ntwY\nthree\n',
      'one\ntwYX\nthree\n',
    ],
    [
      'a line removed while another is typed in',
      'one\nthree\n',
      'one\ntwo\nthree!\n',
      'one\nthree!\n',
    ],
    [
      'typing in a line that was removed',
      'one\ntwo!\nthree\n',
      'one\nthree\n',
      'one\ntwo!\nthree\n',
    ],
  ])('%s', (_what, typed, outside, merged) => {
    expect(mergeTexts(base, typed, outside)).toBe(merged);
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n'), { maxLength: 40 })
    .map((c) => c.join(''));

  test('a side that changed nothing takes the other one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(mergeTexts(before, before, after)).toBe(after);
        expect(mergeTexts(before, after, before)).toBe(after);
      }),
    );
  });

  test('no typed character is lost, whatever else was written', () => {
    const at = fc.nat(40);
    const typing = fc.array(fc.constantFrom('X', 'Y', '\n'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, at, typing, (before, outside, position, keys) => {
        const typed = before.slice(0, position) + keys.join('') + before.slice(position);
        const merged = mergeTexts(before, typed, outside);
        const kept = merged.replace(/[^XY]/g, '');
        expect(kept).toBe(keys.join('').replace(/\n/g, ''));
      }),
    );
  });
});
