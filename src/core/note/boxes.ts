import { readIndent, readListItem, type ListItem } from './list-item.js';
import type { BodyLine } from './structure.js';

export interface Box {
  readonly index: number;
  readonly mark: string;
  readonly markIndex: number;
  readonly end: number;
  /** The line index of the top-level item that contains this one. Null for a top-level item. */
  readonly under: number | null;
}

export interface ListLine {
  readonly index: number;
  readonly item: ListItem | null;
  readonly under: number | null;
}

export function findBoxes(lines: readonly BodyLine[]): Box[] {
  return boxesOf(readListLines(lines));
}

export function boxesOf(lines: readonly ListLine[]): Box[] {
  return lines.flatMap(({ index, item, under }) =>
    item?.box ? [{ index, ...item.box, under }] : [],
  );
}

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
      else if (line.heading !== null || afterBlank) item = null;
    }
    afterBlank = false;
  }
  return read;
}
