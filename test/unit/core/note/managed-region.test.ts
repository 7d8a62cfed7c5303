import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceManagedRegion } from '../../../../src/core/note/managed-region.js';

const BEGIN = '%% countersign:begin %%';
const END = '%% countersign:end %%';

test.each([
  ['an empty note', '', `${BEGIN}\nnew\n${END}\n`],
  ['a note', 'mine\n', `mine\n\n${BEGIN}\nnew\n${END}\n`],
  ['a note without line end', 'mine', `mine\n\n${BEGIN}\nnew\n${END}\n`],
  ['a note with CRLF', 'a\r\nb\r\n', `a\r\nb\r\n\r\n${BEGIN}\r\nnew\r\n${END}\r\n`],
  ['markers', `a\n${BEGIN}\nold\n\n${END}\nb`, `a\n${BEGIN}\nnew\n${END}\nb`],
  ['an empty region', `${BEGIN}\n${END}`, `${BEGIN}\nnew\n${END}`],
  ['a region with a torn fence', `${BEGIN}\n\`\`\`\n${END}\nb`, `${BEGIN}\nnew\n${END}\nb`],
  ['indented markers', ` ${BEGIN} \nold\n ${END}\nb`, ` ${BEGIN} \nnew\n ${END}\nb`],
  [
    'markers shown in a fence',
    `\`\`\`\n${BEGIN}\n\`\`\`\n${BEGIN}\nold\n${END}\n\`\`\`\n${END}\n\`\`\`\n`,
    `\`\`\`\n${BEGIN}\n\`\`\`\n${BEGIN}\nnew\n${END}\n\`\`\`\n${END}\n\`\`\`\n`,
  ],
])('the region of %s is replaced', (_name, text, expected) => {
  expect(replaceManagedRegion(text, 'new\n')).toEqual({ ok: true, value: expected });
});

describe('broken markers are refused', () => {
  test.each([
    ['only a begin', `${BEGIN}\nold\n`, 1],
    ['only an end', `a\n${END}\n`, 2],
    ['reversed', `${END}\na\n${BEGIN}\n`, 1],
    ['a begin twice', `${BEGIN}\n${BEGIN}\n${END}\n`, 1],
    ['an end twice', `${BEGIN}\n${END}\n${END}\n`, 3],
    ['a second region', `${BEGIN}\n${END}\n${BEGIN}\n${END}\n`, 3],
    ['no region, and an open fence', 'a\n```\nb\n', 2],
    ['no region, and an open comment', 'a\n%%\nb\n', 2],
  ])('%s', (_name, text, line) => {
    const result = replaceManagedRegion(text, 'new');
    expect(result).toMatchObject({ ok: false, error: { code: 'region_invalid', line } });
  });

  test('and so is a content that holds a marker', () => {
    expect(replaceManagedRegion('', `a\n${END}\nb`)).toMatchObject({
      ok: false,
      error: { code: 'region_invalid' },
    });
  });
});

test('every character outside stays, and the same content makes no change', () => {
  const outside = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '#', ' ', '✋', '\t') });
  const content = fc.string({ unit: fc.constantFrom('b', '\n', '# ', '```', '%%', '\r\n') });
  fc.assert(
    fc.property(outside, outside, content, content, (above, below, first, second) => {
      const text = `${above}\n${BEGIN}\n${END}\n${below}`;
      const once = replaceManagedRegion(text, first);
      const twice = once.ok ? replaceManagedRegion(once.value, second) : once;
      if (!twice.ok) throw new Error(twice.error.message);
      expect(twice.value.startsWith(`${above}\n${BEGIN}\n`)).toBe(true);
      expect(twice.value.endsWith(`${END}\n${below}`)).toBe(true);
      expect(replaceManagedRegion(twice.value, second)).toEqual(twice);
    }),
  );
});
