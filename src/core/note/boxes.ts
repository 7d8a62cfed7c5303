import { readIndent, readListItem, type ListItem } from './list-item.js';
import type { BodyLine } from './structure.js';

/** A list item with a box. */
export interface Box {
  /** Index of its line among the lines looked at. */
  readonly index: number;
  readonly mark: string;
  /** Where the mark and the text behind the box stand in the line. */
  readonly markIndex: number;
  readonly end: number;
  /** Index of the line of the top-level item that it is nested under; `null`: it is one itself. */
  readonly under: number | null;
}

/** A line with text, and what it is in its list. */
export interface ListLine {
  /** Index among the lines looked at. */
  readonly index: number;
  /** `null`: it begins no list item. */
  readonly item: ListItem | null;
  /** Index of the line of the top-level item that it is nested under; `null`: under none. */
  readonly under: number | null;
}

/** The boxes of some lines. */
export function findBoxes(lines: readonly BodyLine[]): Box[] {
  return boxesOf(readListLines(lines));
}

/** The boxes among lines that were read. */
export function boxesOf(lines: readonly ListLine[]): Box[] {
  return lines.flatMap(({ index, item, under }) =>
    item?.box ? [{ index, ...item.box, under }] : [],
  );
}

/** Reads some lines as lists. One is nested under the item above it as CommonMark nests it (§5.2). */
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
