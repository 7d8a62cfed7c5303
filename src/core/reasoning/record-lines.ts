import { readLogLine } from '../plan/log-entry.js';
import { readLogLines } from '../plan/log-lines.js';
import type { Plan } from '../plan/plan.js';
import { scanBody } from '../note/structure.js';
import { readInstant } from '../time.js';
import { readEntry, type RecordEntry } from './record-entry.js';

export interface LinePlace {
  readonly path: string;
  readonly line: number;
}

export interface RecordLine extends RecordEntry, LinePlace {
  readonly raw: string;
  readonly at: string;
  /** Milliseconds since 1970. `null` if the time cannot be read. */
  readonly atMs: number | null;
  readonly actor: string;
}

export interface RecordProblem extends LinePlace {
  readonly is:
    'damaged' | 'key_unread' | 'doubled_id' | 'unresolved' | 'conflict' | 'cycle' | 'gone';
  readonly why: string;
}

export interface RecordLines {
  readonly lines: readonly RecordLine[];
  readonly problems: readonly RecordProblem[];
}

export function readPlanRecord(plan: Plan): RecordLines {
  const lines = readLogLines(plan).filter(({ isEntry }) => isEntry);
  return readLines(numbered(plan.text, lines), plan.path);
}

export function readLongRecord(text: string, path: string): RecordLines {
  const lines = scanBody(text, 0).filter((line) => !line.masked && line.inside !== 'comment');
  return readLines(numbered(text, lines), path);
}

function readLines(
  texts: Iterable<{ readonly text: string; readonly line: number }>,
  path: string,
): RecordLines {
  const lines: RecordLine[] = [];
  const problems: RecordProblem[] = [];
  for (const { text, line } of texts) {
    const parts = readLogLine(text);
    const read = parts && readEntry(parts);
    if (!parts || !read) continue;
    if ('damaged' in read) {
      problems.push({ is: 'damaged', path, line, why: read.damaged });
      continue;
    }
    for (const key of read.unread)
      problems.push({ is: 'key_unread', path, line, why: `${key} says nothing here.` });
    const { at, actor } = parts;
    const atMs = readInstant(at)?.ms ?? null;
    lines.push({ ...read.entry, raw: text.trimEnd(), at, atMs, actor, path, line });
  }
  return { lines, problems };
}

function* numbered(
  text: string,
  lines: readonly { readonly text: string; readonly start: number }[],
): Generator<{ readonly text: string; readonly line: number }> {
  let line = 1;
  let at = 0;
  for (const one of lines) {
    for (let next = text.indexOf('\n', at); next !== -1 && next < one.start; line += 1) {
      at = next + 1;
      next = text.indexOf('\n', at);
    }
    yield { text: one.text, line };
  }
}
