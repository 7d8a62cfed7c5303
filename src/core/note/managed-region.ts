import { fail, ok, type Result } from '../errors.js';
import { appendBlock } from './append-block.js';
import { bodyStartOf } from './front-matter/front-matter-block.js';
import { lineAt, lineEndOf, positionAt, type Line } from '../text/lines.js';
import { scanStructure, type BodyLine } from './structure.js';
import { trimEnd } from '../text/trim-end.js';

const BEGIN = '%% countersign:begin %%';
const END = '%% countersign:end %%';
const ADVICE = `Keep one line \`${BEGIN}\` and below it one line \`${END}\`, or delete both.`;

/** Writes `content` between two marker lines of a note. */
export function replaceManagedRegion(text: string, content: string): Result<string> {
  const lineEnd = lineEndOf(text);
  const body = trimEnd(content.replace(/\r?\n/gu, '\n').replace(/^\n+/u, ''), '\n');
  const inner = body.split('\n');
  if (inner.some((line) => isMarker(line))) {
    return fail('region_invalid', 'The generated text contains a marker line.', ADVICE);
  }
  const filled = [BEGIN, ...(body === '' ? [] : inner), END].join(lineEnd);
  const first = scanStructure(text, bodyStartOf(text)).lines.find(isMarkerLine);
  if (first === undefined) return appendBlock(text, filled);
  const end = first.text.trim() === BEGIN ? nextMarker(text, first.next) : null;
  if (end === null || text.slice(end.start, end.end).trim() !== END) {
    const message = 'The markers of the generated part are broken.';
    return fail('region_invalid', message, ADVICE, positionAt(text, first.start));
  }
  const further = scanStructure(text, end.next).lines.find(isMarkerLine);
  if (further !== undefined) {
    const message = 'The markers of the generated part appear more than once.';
    return fail('region_invalid', message, ADVICE, positionAt(text, further.start));
  }
  const wanted = body === '' ? '' : `${inner.join(lineEnd)}${lineEnd}`;
  return ok(text.slice(0, first.next) + wanted + text.slice(end.start));
}

function isMarker(line: string): boolean {
  const trimmed = line.trim();
  return trimmed === BEGIN || trimmed === END;
}

function isMarkerLine(line: BodyLine): boolean {
  return line.inside === 'comment' && isMarker(line.text);
}

function nextMarker(text: string, from: number): Line | null {
  for (let at = from; at < text.length;) {
    const line = lineAt(text, at);
    if (isMarker(text.slice(line.start, line.end))) return line;
    at = line.next;
  }
  return null;
}
