import type { Json } from '../json.js';
import { blockIdAt } from './block-id.js';
import { findBoxes } from './boxes.js';
import { bodyStartOf } from './front-matter/front-matter-block.js';
import { readFrontMatter } from './front-matter/front-matter.js';
import { scanStructure } from './structure.js';

/** Line numbers start at 1. */
export interface MetadataHeading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** Line numbers start at 1. */
export interface MetadataBox {
  readonly mark: string;
  readonly line: number;
  readonly nested: boolean;
  readonly id: string | null;
}

/** What both a note's text and the metadata cache can say. */
export interface NoteMetadata {
  readonly properties: Readonly<Record<string, Json>>;
  readonly headings: readonly MetadataHeading[];
  readonly boxes: readonly MetadataBox[];
}

export function metadataOfText(text: string): NoteMetadata {
  const frontMatter = readFrontMatter(text);
  const { lines, firstLine } = scanStructure(text, bodyStartOf(text));
  return {
    properties: frontMatter.ok ? Object.fromEntries(frontMatter.value.fields) : {},
    headings: lines.flatMap(({ heading }, index) =>
      heading === null
        ? []
        : [{ level: heading.level, text: heading.title, line: firstLine + index }],
    ),
    boxes: findBoxes(lines).map(({ index, mark, under }) => ({
      mark,
      line: firstLine + index,
      nested: under !== null,
      id: blockIdAt(lines[index]?.text ?? '')?.id ?? null,
    })),
  };
}
