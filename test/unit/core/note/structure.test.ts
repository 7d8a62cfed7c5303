import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fencedBlocks, findSections, scanBody } from '../../../../src/core/note/structure.js';

function headings(text: string): string[] {
  return scanBody(text, 0).flatMap(({ heading }) =>
    heading === null ? [] : [`${String(heading.level)} ${heading.title}`],
  );
}

/** One character a line: F in a fence, C in a comment, `.` otherwise. */
function mask(text: string): string {
  return scanBody(text, 0)
    .map(({ inside }) => (inside === null ? '.' : inside === 'fence' ? 'F' : 'C'))
    .join('');
}

describe('headings', () => {
  test.each([
    ['# One', ['1 One']],
    ['###### Six', ['6 Six']],
    ['####### Seven', []],
    ['#tag', []],
    ['#', ['1 ']],
    ['#\tTab', ['1 Tab']],
    ['   ## Three spaces', ['2 Three spaces']],
    ['    ## Four spaces', []],
    ['\t## A tab', []],
    ['## Closed ##  ', ['2 Closed']],
    ['## Not closed#', ['2 Not closed#']],
    ['## ✋ 承認', ['2 ✋ 承認']],
    ['> # Quoted', []],
    ['- # In a list', []],
    ['```\n# Code\n```\n# After', ['1 After']],
    ['%%\n# Hidden\n%%\n# After', ['1 After']],
    ['<!--\n# Hidden\n-->\n# After', ['1 After']],
  ])('of %j are %j', (text, expected) => {
    expect(headings(text)).toEqual(expected);
  });
});

describe('fences and comments', () => {
  test.each([
    ['```\na\n```\nb', 'FFF.'],
    ['````\n```\n````\nb', 'FFF.'],
    ['~~~\n```\n~~~\nb', 'FFF.'],
    ['```\na\n``\n````\nb', 'FFFF.'],
    ['```\na\n``` x\n```\nb', 'FFFF.'],
    ['``` a`b\nc', '..'],
    ['~~~ a`b\nc', 'FF'],
    ['``\na', '..'],
    ['   ```\na\n  ```  \nb', 'FFF.'],
    ['    ```\na', '..'],
    ['```\na\n    ```\nb', 'FFFF'],
    ['```\nnever closed', 'FF'],
    ['%% one line %%\na', 'C.'],
    ['%%\na\nb %% c\nd', 'CCC.'],
    ['100%% sure\na', '..'],
    ['- a %% b\nc', '..'],
    ['<!-- one line -->\na', 'C.'],
    ['<!-->\na', 'C.'],
    ['<!-- a\nb\n--> c\nd', 'CCC.'],
    ['a <!-- b\nc', '..'],
    ['%%\n```\n%%\na', 'CCC.'],
    ['```\n%%\n```\na', 'FFF.'],
    ['<!--\n%%\n-->\na', 'CCC.'],
    ['    %% a\nb', '..'],
    ['    <!-- a\nb', '..'],
  ])('%j is masked as %s', (text, expected) => {
    expect(mask(text)).toBe(expected);
  });

  test('a fence tells its info, line, indentation, content and end', () => {
    const text = '---\na: 1\n---\n\n  ````yaml title\r\n  x\n````\nend';
    const [block] = fencedBlocks(text, 13);
    expect(block).toMatchObject({ info: 'yaml title', openLine: 5, indent: 2, fence: '````' });
    expect(block?.closed).toBe(true);
    expect(text.slice(block?.contentStart, block?.contentEnd)).toBe('  x\n');
    expect(text.slice(block?.start, block?.end)).toBe('  ````yaml title\r\n  x\n````\n');
  });

  test('a fence that nothing closes reaches to the end', () => {
    expect(fencedBlocks('```a\nb', 0)).toMatchObject([{ closed: false, contentEnd: 6, end: 6 }]);
  });

  test('a fence in a comment is no fence', () => {
    expect(fencedBlocks('%%\n```a\n```\n%%\n', 0)).toEqual([]);
  });
});

describe('sections', () => {
  test('a section reaches to the next heading of its level or a higher one', () => {
    const text = '# A\n1\n## B\n2\n### C\n3\n## D\n4\n# E\n5';
    const sections = findSections(scanBody(text, 0), text);
    expect(sections.map((section) => section.title)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(
      sections.map(({ contentStart, contentEnd }) => text.slice(contentStart, contentEnd)),
    ).toEqual(['1\n## B\n2\n### C\n3\n## D\n4\n', '2\n### C\n3\n', '3\n', '4\n', '5']);
  });
});

test('the lines of a body cover it without gaps', () => {
  const part = fc.constantFrom('a', '#', ' ', '`', '```', '~~~', '%%', '<!--', '-->', '\n', '\r\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.nat(10), (parts, skipped) => {
      const text = parts.join('');
      const from = Math.min(skipped, text.length);
      const lines = scanBody(text, from);
      expect(lines.map(({ start, next }) => text.slice(start, next)).join('')).toBe(
        text.slice(from),
      );
    }),
  );
});
