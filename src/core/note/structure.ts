import { lineAt, positionAt, type Line } from '../text/lines.js';

export interface BodyLine extends Line {
  readonly text: string;
  readonly masked: boolean;
  readonly inside: 'fence' | 'comment' | null;
  readonly heading: { readonly level: number; readonly title: string } | null;
}

/** Offsets are relative to the start of the whole text. */
export interface FencedBlock {
  readonly info: string;
  readonly openLine: number;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly closed: boolean;
  readonly fence: string;
  readonly indent: number;
  readonly end: number;
}

export interface Section {
  readonly title: string;
  readonly level: number;
  readonly headingLine: BodyLine;
  readonly contentStart: number;
  readonly contentEnd: number;
}

export interface BodyStructure {
  readonly lines: BodyLine[];
  /** `close` is null if the fence is never closed. */
  readonly fences: readonly { readonly open: number; readonly close: number | null }[];
  readonly firstLine: number;
  /** The index of the line that opens an unclosed fence or comment. Null if all are closed. */
  readonly unclosedFrom: number | null;
}

export function scanBody(text: string, from: number): BodyLine[] {
  return scanStructure(text, from).lines;
}

export function fencedBlocks(text: string, from: number): FencedBlock[] {
  const { lines, fences, firstLine } = scanStructure(text, from);
  return fences.flatMap(({ open, close }) => {
    const opening = lines[open];
    if (opening === undefined) return [];
    const closing = close === null ? undefined : lines[close];
    const indent = indentOf(opening.text);
    const fence = readFence(opening.text, indent) ?? '';
    return {
      info: opening.text.slice(indent + fence.length).trim(),
      openLine: firstLine + open,
      start: opening.start,
      contentStart: opening.next,
      contentEnd: closing?.start ?? text.length,
      closed: closing !== undefined,
      fence,
      indent,
      end: closing?.next ?? text.length,
    };
  });
}

/** Reads the headings, fences and comments of a body. */
export function scanStructure(text: string, from: number): BodyStructure {
  const lines: BodyLine[] = [];
  const fences: { open: number; close: number | null }[] = [];
  let fence: string | null = null;
  let commentEnd: '%%' | '-->' | null = null;
  const firstLine = positionAt(text, from).line;
  let openedAt = 0;
  for (let at = from; at < text.length;) {
    const { start, end, next } = lineAt(text, at);
    const line = text.slice(start, end);
    at = next;
    let inside: BodyLine['inside'] = null;
    let heading: BodyLine['heading'] = null;
    if (fence !== null) {
      inside = 'fence';
      if (closesFence(line, fence)) {
        fences.push({ open: openedAt, close: lines.length });
        fence = null;
      }
    } else if (commentEnd !== null) {
      inside = 'comment';
      if (line.includes(commentEnd)) commentEnd = null;
    } else {
      const indent = indentOf(line);
      // Four spaces make indented code (CommonMark §4.4).
      switch (indent > 3 ? 0 : line.charCodeAt(indent)) {
        case 0x23:
          heading = readHeading(line, indent);
          break;
        case 0x60:
        case 0x7e:
          fence = readFence(line, indent);
          if (fence === null) break;
          inside = 'fence';
          openedAt = lines.length;
          break;
        case 0x25:
          if (line.charCodeAt(indent + 1) !== 0x25) break;
          inside = 'comment';
          openedAt = lines.length;
          if (!line.includes('%%', indent + 2)) commentEnd = '%%';
          break;
        case 0x3c:
          if (!line.startsWith('<!--', indent)) break;
          inside = 'comment';
          openedAt = lines.length;
          if (!line.includes('-->', indent + 2)) commentEnd = '-->';
          break;
      }
    }
    lines.push({ start, end, next, text: line, masked: inside !== null, inside, heading });
  }
  if (fence !== null) fences.push({ open: openedAt, close: null });
  const unclosedFrom = fence !== null || commentEnd !== null ? openedAt : null;
  return { lines, fences, firstLine, unclosedFrom };
}

export function findSections(lines: readonly BodyLine[], text: string): Section[] {
  const sections: Section[] = [];
  const open: { level: number; contentEnd: number }[] = [];
  for (const line of lines) {
    if (line.heading === null) continue;
    const { level, title } = line.heading;
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      if (last.level < level) break;
      last.contentEnd = line.start;
      open.pop();
    }
    const contentEnd = text.length;
    const section = { title, level, headingLine: line, contentStart: line.next, contentEnd };
    open.push(section);
    sections.push(section);
  }
  return sections;
}

function indentOf(line: string): number {
  let indent = 0;
  while (indent < 4 && line.charCodeAt(indent) === 32) indent += 1;
  return indent;
}

function readHeading(line: string, indent: number): BodyLine['heading'] {
  let at = indent;
  while (line.charCodeAt(at) === 0x23) at += 1;
  const level = at - indent;
  if (level > 6 || (at < line.length && !isSpace(line.charCodeAt(at)))) return null;
  let end = line.length;
  while (end > at && isSpace(line.charCodeAt(end - 1))) end -= 1;
  let closing = end;
  while (closing > at && line.charCodeAt(closing - 1) === 0x23) closing -= 1;
  if (closing < end && isSpace(line.charCodeAt(closing - 1))) end = closing;
  return { level, title: line.slice(at, end).trim() };
}

function readFence(line: string, indent: number): string | null {
  const mark = line.charCodeAt(indent);
  let at = indent;
  while (line.charCodeAt(at) === mark) at += 1;
  if (at - indent < 3 || (mark === 0x60 && line.includes('`', at))) return null;
  return line.slice(indent, at);
}

function closesFence(line: string, fence: string): boolean {
  const indent = indentOf(line);
  if (indent > 3 || !line.startsWith(fence, indent)) return false;
  let at = indent + fence.length;
  while (line.charCodeAt(at) === fence.charCodeAt(0)) at += 1;
  return line.slice(at).trim() === '';
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
