/** The offsets of a line in the whole text, in UTF-16 units. */
export interface Line {
  readonly start: number;
  /** The offset of the line break or of the end of the text. */
  readonly end: number;
  readonly next: number;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Returns 1 if the text begins with a byte order mark, otherwise 0. */
export function textStart(text: string): number {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

/** Returns the line that starts at `start`. A line break is LF or CRLF. */
export function lineAt(text: string, start: number): Line {
  const lineFeed = text.indexOf('\n', start);
  if (lineFeed === -1) return { start, end: text.length, next: text.length };
  const end = lineFeed > start && text.charCodeAt(lineFeed - 1) === 13 ? lineFeed - 1 : lineFeed;
  return { start, end, next: lineFeed + 1 };
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = textStart(text); start < text.length;) {
    const line = lineAt(text, start);
    lines.push(line);
    start = line.next;
  }
  return lines;
}

/** Returns CRLF if most line breaks of the text are CRLF, otherwise LF. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  let lineFeeds = 0;
  let pairs = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lineFeeds += 1;
    if (at > 0 && text.charCodeAt(at - 1) === 13) pairs += 1;
  }
  return pairs * 2 > lineFeeds ? '\r\n' : '\n';
}

/** Returns the line and column of an offset, both counted from 1. The column is in UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = textStart(text);
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Math.max(1, offset - lineStart + 1) };
}
