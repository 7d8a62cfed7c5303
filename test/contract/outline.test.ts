import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metadataOfText } from '../../src/core/note/note-metadata.js';
import { metadataFromCache } from '../../src/hosts/obsidian/storage/metadata-cache.js';
import { parseMetadata } from '../stand-in/metadata/parse-metadata.js';

const root = join(import.meta.dirname, '../support');

function notesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path))
    .sort();
}

/** The same note as Windows and other editors leave it. */
const spellings: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['with CRLF', (text) => text.replace(/\r?\n/gu, '\r\n')],
  ['with a byte order mark', (text) => `\uFEFF${text.replace(/^\uFEFF/u, '')}`],
];

describe.each(spellings)('the outline of a note %s', (_name, spell) => {
  test.each([...notesBelow('vaults'), ...notesBelow('golden')])(
    'is the same from the metadata cache and from the text: %s [HOST-9]',
    (path) => {
      const text = spell(readFileSync(join(root, path), 'utf8'));
      expect(metadataFromCache(parseMetadata(text))).toEqual(metadataOfText(text));
    },
  );
});

test.each([
  ['an item nested under another', '- [ ] a\n  - [x] b ^s1\n\n- [ ] c\n', 3],
  ['items under a plain one', '- a\n  - [ ] b\n  1. [ ] c\n', 2],
  ['a quote and a callout', '> - [ ] a\n\n> [!todo] x\n> - [ ] b\n\n- [ ] c\n', 1],
  ['fences and comments', '```\n- [ ] a\n```\n\n%%\n- [ ] b\n%%\n\n- [ ] c\n', 1],
  ['marks that are neither', '- [-] a\n- [🎉] b\n- [] c\n- [ ]d\n', 2],
  ['headings between lists', '- [ ] a\n## x\n- [ ] b\n', 2],
  ['an underlined heading', 'x\n===\n\n- [ ] b\n', 1],
  ['broken front matter', '---\na: b: c\n---\n# x\n- [ ] b\n', 1],
  ['front matter twice', '---\na: 1\na: 2\n---\n- [ ] b\n', 1],
  ['dates', '---\na: 2026-02-21\nb: 2026-02-21T10:30:00Z\n---\n- [ ] b\n', 1],
])('both read %s alike [HOST-9]', (_what, text, boxes) => {
  const outline = metadataOfText(text);
  expect(outline.boxes).toHaveLength(boxes);
  expect(metadataFromCache(parseMetadata(text))).toEqual(outline);
});
