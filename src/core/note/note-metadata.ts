import type { Json } from '../json.js';
import { blockIdAt } from './block-id.js';
import { findBoxes } from './boxes.js';
import { bodyStartOf } from './front-matter/front-matter-block.js';
import { readFrontMatter } from './front-matter/front-matter.js';
import { scanStructure } from './structure.js';

/** A heading that begins with `#`. Lines count from 1. */
export interface MetadataHeading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** A list item with a box, in a list that no quote holds. Lines count from 1. */
export interface MetadataBox {
  /** The character in the box. */
  readonly mark: string;
  readonly line: number;
  /** Nested under another list item. */
  readonly nested: boolean;
  /** The block id at the end of its line, without `^`. */
  readonly id: string | null;
}

/**
 * What a note holds as far as its text and Obsidian's metadata cache both tell: the structural subset
 * of the index. Front matter that cannot be read gives no properties; dates are texts.
 */
export interface NoteMetadata {
  readonly properties: Readonly<Record<string, Json>>;
  readonly headings: readonly MetadataHeading[];
  readonly boxes: readonly MetadataBox[];
}

/** The metadata of a note, from its text. */
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
