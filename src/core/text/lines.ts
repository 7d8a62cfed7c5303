/** One line of a text. All numbers are offsets into the whole text, in UTF-16 units. */
export interface Line {
  readonly start: number;
  /** The end of the line's text, without its line end. */
  readonly end: number;
  /** The start of the next line, after the line end. */
  readonly next: number;
}

const BYTE_ORDER_MARK = 0xfeff;

/** The start of the first line, after a byte order mark, which belongs to no line. */
export function textStart(text: string): number {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

/** The line that starts at `start`. LF and CRLF end a line; a lone CR does not. */
export function lineAt(text: string, start: number): Line {
  const lineFeed = text.indexOf('\n', start);
  if (lineFeed === -1) return { start, end: text.length, next: text.length };
  const end = lineFeed > start && text.charCodeAt(lineFeed - 1) === 13 ? lineFeed - 1 : lineFeed;
  return { start, end, next: lineFeed + 1 };
}

/** All lines of a text. A line end at the end of the text starts no further line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = textStart(text); start < text.length;) {
    const line = lineAt(text, start);
    lines.push(line);
    start = line.next;
  }
  return lines;
}

/** The line end that most lines of the text have; LF if there is none. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  let lineFeeds = 0;
  let pairs = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lineFeeds += 1;
    if (at > 0 && text.charCodeAt(at - 1) === 13) pairs += 1;
  }
  return pairs * 2 > lineFeeds ? '\r\n' : '\n';
}

/** Line and column of an offset, both from 1; the column in UTF-16 units, without a BOM. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = textStart(text);
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Math.max(1, offset - lineStart + 1) };
}
