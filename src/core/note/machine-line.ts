import { fail, ok, type Result } from '../errors.js';
import type { Edit } from '../text/edit.js';
import { bodyStartOf } from './front-matter/front-matter-block.js';
import { lineEndOf, positionAt } from '../text/lines.js';
import { scanStructure } from './structure.js';

export interface MachineLine {
  readonly value: Record<string, unknown>;
  readonly start: number;
  readonly end: number;
}

const OPENING = '%% countersign ';
const MAX_DEPTH = 64;

/** Reads the JSON in a note's `%% countersign … %%` line. Null if there is no such line. */
export function readMachineLine(text: string): Result<MachineLine | null> {
  if (!text.includes(OPENING)) return ok(null);
  const found = scanStructure(text, bodyStartOf(text)).lines.filter(
    (line) => line.inside === 'comment' && line.text.trimStart().startsWith(OPENING),
  );
  const [line, second] = found;
  if (line === undefined) return ok(null);
  if (second !== undefined) {
    const message = 'The note has more than one line with machine fields.';
    const advice = 'Keep only the one that this note was written with.';
    return fail('machine_line_invalid', message, advice, positionAt(text, second.start));
  }
  const value = parseFields(line.text.trim());
  if (value === null) {
    const message = 'The line with machine fields cannot be read.';
    const advice = 'Undo the edit of that line, or restore the note from its history.';
    return fail('machine_line_invalid', message, advice, positionAt(text, line.start));
  }
  return ok({ value, start: line.start, end: line.end });
}

/** Returns the edits that write `value` as JSON into the note's `%% countersign … %%` line. */
export function setMachineLine(text: string, value: object): Edit[] {
  const existing = readMachineLine(text);
  if (!existing.ok) return [];
  const line = writeFields(value);
  if (existing.value !== null) {
    const { start, end } = existing.value;
    return text.slice(start, end) === line
      ? []
      : [{ at: start, remove: end - start, insert: line }];
  }
  const { unclosedFrom, lines } = scanStructure(text, bodyStartOf(text));
  if (unclosedFrom !== null) return [];
  const lineEnd = lineEndOf(text);
  const last = lines.at(-1);
  const ended = text === '' || text.endsWith('\n');
  const blank = last === undefined || (ended && last.text.trim() === '');
  const insert = `${ended ? '' : lineEnd}${blank ? '' : lineEnd}${line}${lineEnd}`;
  return [{ at: text.length, remove: 0, insert }];
}

function writeFields(value: object): string {
  // `%%` would end the comment. U+2028, U+2029 and U+0085 end a line in some editors.
  const json = JSON.stringify(value)
    .replace(/%(?=%)/gu, '\\u0025')
    .replace(/[\u2028\u2029\x85]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
  return `${OPENING}${json} %%`;
}

function parseFields(line: string): Record<string, unknown> | null {
  if (!line.endsWith(' %%') || line.length < OPENING.length + 3) return null;
  try {
    const value: unknown = JSON.parse(line.slice(OPENING.length, -3));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return withoutPrototypes(value, 0) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function withoutPrototypes(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new RangeError('Machine fields are nested too deeply');
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depth + 1));
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = withoutPrototypes(item, depth + 1);
  return copy;
}
