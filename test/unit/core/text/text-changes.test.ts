import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/core/text/edit.js';
import { changesBetween } from '../../../../src/core/text/text-changes.js';
import { runs } from '../../../support/run/test-length.js';

describe('the small edits between two texts', () => {
  test('are none for equal texts', () => {
    expect(changesBetween('a\nb\n', 'a\nb\n')).toEqual([]);
  });

  test('leave the lines between two changes alone', () => {
    const before = 'status: Active\n# One\n- [ ] a\n- [ ] b\n## Logs\n- old\n';
    const after = 'status: Blocked\n# One\n- [x] a\n- [ ] b\n## Logs\n- old\n- new\n';
    expect(changesBetween(before, after)).toEqual([
      { at: 8, remove: 6, insert: 'Blocked' },
      { at: 24, remove: 1, insert: 'x' },
      { at: before.length, remove: 0, insert: '- new\n' },
    ]);
  });

  test('do not cut a character in two', () => {
    expect(changesBetween('📅', '📆')).toEqual([{ at: 0, remove: 2, insert: '📆' }]);
    expect(changesBetween('x\u{1f4c5}', 'x\u{1f8c5}')).toEqual([
      { at: 1, remove: 2, insert: '\u{1f8c5}' },
    ]);
  });

  const line = fc.constantFrom('', 'a', 'b', '- [ ] c', '- [x] c', '📅 d', '📆 d', 'e\r');
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

  test('make the one text of the other, whatever the two are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyEdits(before, changesBetween(before, after))).toBe(after);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('keep what lies beside one changed line, wherever it is', () => {
    fc.assert(
      fc.property(text, text, (head, tail) => {
        const edits = changesBetween(`${head}\nold\n${tail}`, `${head}\nnew\n${tail}`);
        expect(edits.map(({ remove }) => remove).reduce((a, b) => a + b, 0)).toBe(3);
      }),
    );
  });

  test('are one replacement when nearly everything differs', () => {
    const numbered = (word: string): string =>
      Array.from({ length: 1000 }, (_, index) => `${word} ${index}\n`).join('');
    const edits = changesBetween(numbered('old'), numbered('new'));
    expect(edits).toHaveLength(1);
    expect(applyEdits(numbered('old'), edits)).toBe(numbered('new'));
  });
});
