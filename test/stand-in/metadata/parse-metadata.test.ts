import { describe, expect, test } from 'vitest';
import { parseMetadata } from './parse-metadata.js';

/** Where something stands, as `line:col-line:col`. */
function place({ position: { start, end } }: { position: Position }): string {
  return `${start.line}:${start.col}-${end.line}:${end.col}`;
}

type Position = NonNullable<ReturnType<typeof parseMetadata>['frontmatterPosition']>;

function boxes(text: string): unknown[] {
  return (parseMetadata(text).listItems ?? []).map((item) => [
    item.task ?? '-',
    item.id ?? '',
    item.parent,
    place(item),
  ]);
}

describe('front matter', () => {
  test('keeps dates as strings and says where it lies', () => {
    const cache = parseMetadata('---\ndate: 2026-02-21T10:30:00Z\nn: 3\n---\n# A\n');
    expect(cache.frontmatter).toEqual({ date: '2026-02-21T10:30:00Z', n: 3 });
    expect(cache.frontmatterPosition?.end).toEqual({ line: 3, col: 3, offset: 39 });
    expect(cache.sections?.map((section) => section.type)).toEqual(['yaml', 'heading']);
  });

  test.each([
    ['is broken', '---\na: [1\n---\n'],
    ['has a key twice', '---\na: 1\na: 2\n---\n'],
    ['is empty', '---\n---\n'],
    ['is no mapping', '---\n- a\n---\n'],
    ['does not end', '---\na: 1\n'],
    ['is not at the top', '\n---\na: 1\n---\n'],
  ])('is absent when it %s', (_what, text) => {
    expect(parseMetadata(text).frontmatter).toBeUndefined();
  });

  test('stands behind a byte order mark and before CRLF line ends', () => {
    const cache = parseMetadata('\uFEFF---\r\na: 1\r\n---\r\n# Title\r\n- [ ] one\r\n');
    expect(cache.frontmatter).toEqual({ a: 1 });
    expect(cache.headings).toEqual([
      {
        heading: 'Title',
        level: 1,
        position: {
          start: { line: 3, col: 0, offset: 17 },
          end: { line: 3, col: 7, offset: 24 },
        },
      },
    ]);
    expect(cache.listItems?.map(place)).toEqual(['4:0-4:9']);
  });

  test('names the links that are a whole value', () => {
    const text = '---\nsource_link: "[[Note#^s4|the step]]"\nlist: ["[[A]]", no]\n---\n';
    expect(parseMetadata(text).frontmatterLinks).toEqual([
      {
        key: 'source_link',
        link: 'Note#^s4',
        original: '[[Note#^s4|the step]]',
        displayText: 'the step',
      },
      { key: 'list.0', link: 'A', original: '[[A]]', displayText: 'A' },
    ]);
  });
});

describe('list items', () => {
  test.each<[string, string, unknown[]]>([
    [
      'open and done boxes',
      '- [ ] a\n- [x] b\n',
      [
        [' ', '', -1, '0:0-0:7'],
        ['x', '', -1, '1:0-1:7'],
      ],
    ],
    [
      'any one character',
      '* [✋] a\n+ [-] b\n',
      [
        ['✋', '', -1, '0:0-0:7'],
        ['-', '', -1, '1:0-1:7'],
      ],
    ],
    [
      'no box',
      '- [] a\n- [xx] b\n- (x)\n',
      [
        ['-', '', -1, '0:0-0:6'],
        ['-', '', -1, '1:0-1:8'],
        ['-', '', -1, '2:0-2:5'],
      ],
    ],
    ['numbers and a block id', '\n\n3. [ ] ✋ Send ^s4\n', [[' ', 's4', -2, '2:0-2:17']]],
    [
      'a child names its parent line',
      'x\n\n- [ ] a\n  - [x] b\n',
      [
        [' ', '', -2, '2:0-2:7'],
        ['x', '', 2, '3:2-3:9'],
      ],
    ],
    ['boxes in a callout', '> [!todo] T\n> - [ ] a\n', [[' ', '', -1, '1:2-1:9']]],
    ['none in a fence', '```\n- [ ] a\n```\n', []],
    ['none in a comment', '%%\n- [ ] a\n%%\n', []],
    ['none in an HTML comment', '<!--\n- [ ] a\n-->\n', []],
  ])('%s', (_what, text, expected) => {
    expect(boxes(text)).toEqual(expected);
  });
});

describe('sections and blocks', () => {
  test('each kind of block at the root is one section', () => {
    const text = [
      '# H\n\ntext ^p1\n\n- a\n\n> quote\n\n> [!note] c\n\n```sh\nls\n```\n\n| a | b |\n| - | - |\n',
      '\n%% countersign {"epoch":null} %%\n',
    ].join('');
    expect(parseMetadata(text).sections?.map(({ type, id }) => id ?? type)).toEqual([
      'heading',
      'p1',
      'list',
      'blockquote',
      'callout',
      'code',
      'table',
      'comment',
    ]);
  });

  test('a block id of its own line names the block before it', () => {
    const { blocks, sections } = parseMetadata('> quote\n\n^q1\n');
    expect(blocks).toEqual({ q1: { id: 'q1', position: sections?.[0]?.position } });
  });

  test('headings lose their marks, and only those at the root count', () => {
    const text = '# A ##\n\nB\n===\n\n> # C\n\n- # D\n';
    expect(parseMetadata(text).headings?.map(({ heading, level }) => [heading, level])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
  });
});

describe('links, embeds and tags', () => {
  test('are read in text, not in code', () => {
    const cache = parseMetadata(
      '[[A#b|c]] ![[pic.png]] #tag `[[No]] #no` [w](B%20c.md) [x](https://x.org)\n',
    );
    expect(cache.links?.map(({ link, displayText }) => [link, displayText])).toEqual([
      ['A#b', 'c'],
      ['B c.md', 'w'],
    ]);
    expect(cache.embeds?.map(({ link }) => link)).toEqual(['pic.png']);
    expect(cache.tags?.map(({ tag }) => tag)).toEqual(['#tag']);
  });

  test('are read in comments between percent signs, not in HTML comments', () => {
    const { tags } = parseMetadata('a %% #seen %% <!-- #hidden -->\n');
    expect(tags?.map(({ tag }) => tag)).toEqual(['#seen']);
  });
});
