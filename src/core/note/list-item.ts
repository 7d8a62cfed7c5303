/** Columns start at 0. */
export interface ListItem {
  readonly contentColumn: number;
  readonly box: { readonly mark: string; readonly markIndex: number; readonly end: number } | null;
}

/** A tab reaches to the next multiple of four columns. */
export interface Indent {
  readonly columns: number;
  readonly length: number;
}

export function readIndent(line: string): Indent {
  let columns = 0;
  let length = 0;
  for (; ; length += 1) {
    const code = line.charCodeAt(length);
    if (code === 32) columns += 1;
    else if (code === 9) columns += 4 - (columns % 4);
    else return { columns, length };
  }
}

/** Reads the list marker and checkbox of a line. Null if the line starts no list item. */
export function readListItem(line: string, indent: Indent): ListItem | null {
  let at = indent.length;
  const code = line.charCodeAt(at);
  if (code === 0x2d || code === 0x2a || code === 0x2b) {
    at += 1;
  } else {
    while (isDigit(line.charCodeAt(at)) && at - indent.length < 10) at += 1;
    const digits = at - indent.length;
    const mark = line.charCodeAt(at);
    if (digits === 0 || digits > 9 || (mark !== 0x2e && mark !== 0x29)) return null;
    at += 1;
  }
  const markerColumn = indent.columns + at - indent.length;
  let column = markerColumn;
  let content = at;
  for (; ; content += 1) {
    const space = line.charCodeAt(content);
    if (space === 32) column += 1;
    else if (space === 9) column += 4 - (column % 4);
    else break;
  }
  if (content === at && at < line.length) return null;
  const usable = content < line.length && column - markerColumn <= 4;
  return {
    contentColumn: usable ? column : markerColumn + 1,
    box: usable ? readBox(line, content) : null,
  };
}

function readBox(line: string, at: number): ListItem['box'] {
  if (line.charCodeAt(at) !== 0x5b) return null;
  const code = line.codePointAt(at + 1);
  if (code === undefined) return null;
  const mark = String.fromCodePoint(code);
  const close = at + 1 + mark.length;
  if (line.charCodeAt(close) !== 0x5d) return null;
  const end = close + 1;
  const behind = line.charCodeAt(end);
  if (end < line.length && behind !== 32 && behind !== 9) return null;
  return { mark, markIndex: at + 1, end };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
