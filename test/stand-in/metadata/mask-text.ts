/** A stretch of a note that is not Markdown structure. Offsets into the whole text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface MaskedText {
  /** As long as the text, line for line; what is masked reads as blanks to a Markdown parser. */
  readonly text: string;
  /** From the opening `---` to behind the closing one. */
  readonly frontMatter: Stretch | null;
  /** Behind the opening line, up to the closing line. */
  readonly properties: Stretch | null;
  /** Obsidian's `%%` comments that start a line, whole lines. */
  readonly comments: readonly Stretch[];
}

interface TextLine extends Stretch {
  readonly text: string;
}

/**
 * Takes out what CommonMark does not know: a byte order mark, front matter and comments between
 * `%%`. A line of such a comment becomes an empty heading, which ends a paragraph as the comment
 * does (captured caches of obsidian-tasks, `comments_markdown_style`).
 */
export function maskText(text: string): MaskedText {
  const lines = linesOf(text);
  const masked = lines.map((line) => line.text);
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  if (start === 1) masked[0] = ` ${masked[0]?.slice(1) ?? ''}`;
  const closing = closingFence(lines, start);
  const last = closing === null ? undefined : lines[closing];
  const body = closing === null || last === undefined ? 0 : closing + 1;
  for (let n = 0; n < body; n += 1) masked[n] = blank(masked[n] ?? '');
  const comments: Stretch[] = [];
  for (const { from, to } of commentLines(lines, body)) {
    for (let n = from; n <= to; n += 1) masked[n] = emptyHeading(masked[n] ?? '');
    comments.push({ start: lines[from]?.start ?? 0, end: lines[to]?.end ?? text.length });
  }
  return {
    text: join(text, lines, masked),
    frontMatter: last === undefined ? null : { start, end: last.start + 3 },
    properties: last === undefined ? null : { start: lines[1]?.start ?? 0, end: last.start },
    comments,
  };
}

function closingFence(lines: readonly TextLine[], start: number): number | null {
  const isFence = (text: string): boolean => /^---[ \t]*$/u.test(text);
  if (!isFence(lines[0]?.text.slice(start) ?? '')) return null;
  const closing = lines.findIndex(({ text }, n) => n > 0 && isFence(text));
  return closing < 0 ? null : closing;
}

/** First and last line of each comment outside of fenced code and HTML comments. */
function commentLines(lines: readonly TextLine[], body: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let n = body; n < lines.length; n += 1) {
    const text = lines[n]?.text ?? '';
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u.exec(text)?.[1];
    if (fence !== undefined) {
      const close = new RegExp(
        `^ {0,3}${fence[0] === '`' ? '`' : '~'}{${fence.length},}\\s*$`,
        'u',
      );
      n = lineWhere(lines, n + 1, (line) => close.test(line));
    } else if (/^ {0,3}<!--/u.test(text)) {
      n = lineWhere(lines, n, (line) => line.includes('-->'));
    } else if (/^ {0,3}%%/u.test(text)) {
      const closed = text.trimStart().includes('%%', 2);
      const to = closed ? n : lineWhere(lines, n + 1, (line) => line.includes('%%'));
      found.push({ from: n, to });
      n = to;
    }
  }
  return found;
}

function lineWhere(
  lines: readonly TextLine[],
  from: number,
  test: (line: string) => boolean,
): number {
  for (let n = from; n < lines.length; n += 1) if (test(lines[n]?.text ?? '')) return n;
  return lines.length - 1;
}

function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const next = feed < 0 ? text.length + 1 : feed + 1;
    const end = feed < 0 ? text.length : text[feed - 1] === '\r' ? feed - 1 : feed;
    lines.push({ start, end: Math.max(start, end), text: text.slice(start, Math.max(start, end)) });
    start = next;
  }
  return lines;
}

function join(text: string, lines: readonly TextLine[], masked: readonly string[]): string {
  let joined = '';
  lines.forEach((line, n) => {
    joined += masked[n] ?? '';
    joined += text.slice(line.end, lines[n + 1]?.start ?? text.length);
  });
  return joined;
}

function blank(line: string): string {
  return ' '.repeat(line.length);
}

function emptyHeading(line: string): string {
  return line.trim() === '' ? line : '#'.padEnd(line.length);
}
