import { readIndent, readListItem, type ListItem } from './list-item.js';
import type { BodyLine } from './structure.js';

/** A list item with a box. */
export interface Box {
  /** The index of its line among the given lines. */
  readonly index: number;
  readonly mark: string;
  /** The positions in the line of the mark and of the text after the box. */
  readonly markIndex: number;
  readonly end: number;
  /** The line index of the top-level item under which it is nested; `null` if it is a top-level item. */
  readonly under: number | null;
}

/** A line with text, and its role in a list. */
export interface ListLine {
  /** The index among the given lines. */
  readonly index: number;
  /** `null` if no list item begins here. */
  readonly item: ListItem | null;
  /** The line index of the top-level item under which it is nested; `null` if under none. */
  readonly under: number | null;
}

/** The boxes of some lines. */
export function findBoxes(lines: readonly BodyLine[]): Box[] {
  return boxesOf(readListLines(lines));
}

/** The boxes among lines that were read already. */
export function boxesOf(lines: readonly ListLine[]): Box[] {
  return lines.flatMap(({ index, item, under }) =>
    item?.box ? [{ index, ...item.box, under }] : [],
  );
}

/** Reads some lines as lists. An item is nested under the one above it as in CommonMark (§5.2). */
export function readListLines(lines: readonly BodyLine[]): ListLine[] {
  const read: ListLine[] = [];
  let item: { readonly index: number; readonly contentColumn: number } | null = null;
  let afterBlank = false;
  for (const [index, line] of lines.entries()) {
    if (line.masked) continue;
    const indent = readIndent(line.text);
    if (indent.length === line.text.length) {
      afterBlank = true;
      continue;
    }
    const under: number | null =
      item !== null && indent.columns >= item.contentColumn ? item.index : null;
    const found: ListItem | null =
      under !== null || indent.columns <= 3 ? readListItem(line.text, indent) : null;
    read.push({ index, item: found, under });
    if (under === null) {
      if (found !== null) item = { index, contentColumn: found.contentColumn };
      // A heading, or a paragraph of its own, ends the list; other lines continue the item lazily.
      else if (line.heading !== null || afterBlank) item = null;
    }
    afterBlank = false;
  }
  return read;
}
