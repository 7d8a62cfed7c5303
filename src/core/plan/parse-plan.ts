import type { Problem } from '../errors.js';
import { memoizeLast } from '../memoize-last.js';
import { bodyStartOf } from '../note/front-matter/front-matter-block.js';
import { readFrontMatter } from '../note/front-matter/front-matter.js';
import { positionAt } from '../text/lines.js';
import { scanStructure, type BodyLine, type BodyStructure } from '../note/structure.js';
import { parseLogEntry } from './log-entry.js';
import { readHeader } from './plan-header.js';
import { findPlanSections, type SectionSpan } from './plan-sections.js';
import type { LogEntry, Plan } from './plan.js';
import { readSteps, type StepsReading } from './read-steps.js';
import { dependencyCycle, stepFinder } from './step-order.js';
import { foldLine, unescapeLine } from '../text/text-line.js';

export type PlanReading =
  | { readonly plan: Plan; readonly problems: readonly Problem[] }
  | { readonly plan: null; readonly problems: readonly Problem[] };

const startsInFence = /^\ufeff?\s*(?:`{3}|~{3})/u;
const NOTHING: SectionSpan = { contentStart: 0, contentEnd: 0 };

/** Reads a plan note as docs/vault-format.md describes. */
export const parsePlan = memoizeLast(readPlanNote);

function readPlanNote(text: string, path: string): PlanReading {
  const frontMatter = readFrontMatter(text, path);
  const bodyStart = frontMatter.ok ? frontMatter.value.bodyStart : bodyStartOf(text);
  const { header, problems } = frontMatter.ok
    ? readHeader(text, path, frontMatter.value)
    : { header: null, problems: [frontMatter.error] };
  const body = scanStructure(text, bodyStart);
  const { firstLine } = body;
  const sections = findPlanSections(body.lines, text, path);
  const roadmap = sections.spans.get('Roadmap') ?? NOTHING;
  const [from, to] = rangeOf(body.lines, roadmap);
  const reading = readSteps(body.lines.slice(from, to), firstLine + from, path);
  const all = [...problems, ...sections.problems, ...reading.problems].sort(byPlace);
  if (!frontMatter.ok && startsInFence.test(text)) {
    const message = 'The whole plan is in a code block.';
    const advice = 'Delete its first line, and the line with ``` at its end.';
    return { plan: null, problems: [{ ...frontMatter.error, message, advice }] };
  }
  if (!frontMatter.ok || header === null || all.length > 0) return { plan: null, problems: all };

  const logs = sections.spans.get('Reasoning Logs') ?? NOTHING;
  const warnings = [...sections.warnings, ...reading.warnings];
  warnings.push(...stepWarnings(reading, path, positionAt(text, roadmap.contentStart).line));
  const plan: Plan = {
    path,
    ...header,
    objective: foldLine(proseOf(body.lines, sections.spans.get('Objective') ?? NOTHING)),
    context: proseOf(body.lines, sections.spans.get('Context') ?? NOTHING),
    steps: reading.steps,
    ...readLog(body.lines, logs, firstLine),
    warnings: warnings.sort(byPlace),
    frontMatter: frontMatter.value,
    text,
    logEnd: logEndOf(body, logs),
  };
  return { plan, problems: [] };
}

export function rangeOf(lines: readonly BodyLine[], span: SectionSpan): [number, number] {
  return [lowerBound(lines, span.contentStart), lowerBound(lines, span.contentEnd)];
}

function lowerBound(lines: readonly BodyLine[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function proseOf(lines: readonly BodyLine[], span: SectionSpan): string {
  const [from, to] = rangeOf(lines, span);
  return lines
    .slice(from, to)
    .filter((line) => line.inside !== 'comment')
    .map((line) => (line.masked ? line.text : unescapeLine(line.text)))
    .join('\n')
    .trim();
}

function readLog(
  lines: readonly BodyLine[],
  span: SectionSpan,
  firstLine: number,
): { log: LogEntry[]; otherLogLines: number } {
  const log: LogEntry[] = [];
  let otherLogLines = 0;
  const [from, to] = rangeOf(lines, span);
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line === undefined || line.inside === 'comment' || line.text.trim() === '') continue;
    const record = line.masked ? null : parseLogEntry(line.text);
    if (record === null) {
      otherLogLines += 1;
      continue;
    }
    // Spreading the record makes a long log twice as slow to read.
    const { at, actor, action, rationale, blockId } = record;
    const entry = { at, actor, action, rationale, line: firstLine + index };
    log.push(blockId === undefined ? entry : { ...entry, blockId });
  }
  return { log, otherLogLines };
}

function logEndOf(body: BodyStructure, span: SectionSpan): number {
  const [from, to] = rangeOf(body.lines, span);
  for (let index = Math.min(to, body.unclosedFrom ?? to) - 1; index >= from; index -= 1) {
    const line = body.lines[index];
    if (line !== undefined && line.inside !== 'comment' && line.text.trim() !== '')
      return line.next;
  }
  return span.contentStart;
}

function stepWarnings(reading: StepsReading, path: string, roadmapLine: number): Problem[] {
  const { steps } = reading;
  if (steps.length === 0 && reading.warnings.length > 0) return [];
  if (steps.length === 0) {
    const message = 'This plan has no steps yet.';
    const advice =
      'Your agent can add them, or add a line such as `1. [ ] …` under its heading yourself.';
    return [{ code: 'step_missing', message, advice, path, line: roadmapLine, column: 1 }];
  }
  const warnings: Problem[] = [];
  const find = stepFinder(reading);
  for (const step of steps) {
    const unknown = step.after?.find((ref) => find(ref) === null);
    if (unknown === undefined) continue;
    const name = 'id' in unknown ? unknown.id : String(unknown.position);
    const message = `Step ${String(step.position)} waits for the step ${name}, which does not exist.`;
    const advice = 'Correct "(after …)". Until then the step waits for all steps above it.';
    const place = { path, line: step.line, column: 1 };
    warnings.push({ code: 'step_dependency_unknown', message, advice, ...place });
  }
  const cycle = dependencyCycle(reading);
  const [first] = cycle ?? [];
  if (cycle !== null && first !== undefined) {
    const names = cycle.map((step) => String(step.position)).join(', ');
    const message =
      cycle.length === 1
        ? `Step ${names} waits for itself.`
        : `The steps ${names} wait for one another.`;
    const advice = 'Remove one of these "(after …)".';
    const place = { path, line: first.line, column: 1 };
    warnings.push({ code: 'step_dependency_cycle', message, advice, ...place });
  }
  return warnings;
}

function byPlace(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
