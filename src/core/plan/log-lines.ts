import { readInstant } from '../time.js';
import { scanBody } from '../note/structure.js';
import { parseLogEntry } from './log-entry.js';
import type { Plan } from './plan.js';
import { findPlanSections } from './plan-sections.js';

export interface LogLine {
  readonly text: string;
  readonly start: number;
  readonly isEntry: boolean;
  /** Milliseconds since 1970. Null if no time can be read. */
  readonly atMs: number | null;
}

export function readLogLines({ text, path, frontMatter }: Plan): readonly LogLine[] {
  const lines = scanBody(text, frontMatter.bodyStart);
  const span = findPlanSections(lines, text, path).spans.get('Reasoning Logs');
  if (!span) return [];
  return lines.flatMap((line) => {
    const isIn = line.start >= span.contentStart && line.start < span.contentEnd;
    if (!isIn || line.inside === 'comment' || (!line.masked && line.text.trim() === '')) return [];
    const record = line.masked ? null : parseLogEntry(line.text);
    const atMs = record ? (readInstant(record.at)?.ms ?? null) : null;
    return [{ text: line.text, start: line.start, isEntry: record !== null, atMs }];
  });
}

/** Groups log lines: each entry with the lines below it. */
export function logBlocks(lines: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const blocks: LogLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.isEntry || last === undefined) blocks.push([line]);
    else last.push(line);
  }
  return blocks;
}
