import type { SourceLocation, Problem } from '../errors.js';
import { blockIdAt } from '../note/block-id.js';
import { boxesOf, readListLines, type Box, type ListLine } from '../note/boxes.js';
import type { BodyLine } from '../note/structure.js';
import { isSetAside, type Step } from './plan.js';
import { readWording } from './step-line.js';
import { unreadSteps } from './unread-step.js';

const MAX_STEPS = 10_000;

export interface StepsReading {
  readonly steps: readonly Step[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

interface Candidate {
  readonly line: BodyLine;
  readonly number: number;
  readonly box: Box;
  subItems: number;
}

/** Reads the steps from the Roadmap's lines. Nested checkboxes are not steps. */
export function readSteps(
  lines: readonly BodyLine[],
  firstNumber: number,
  path: string,
): StepsReading {
  const problems: Problem[] = [];
  const listed = readListLines(lines);
  const warnings = unreadSteps(lines, listed, firstNumber, path);
  const candidates = findCandidates(lines, listed, firstNumber);
  const excess = candidates[MAX_STEPS];
  if (excess !== undefined) {
    problems.push({
      code: 'too_many_steps',
      message: `The Roadmap has more than ${String(MAX_STEPS)} steps.`,
      advice: 'Split the work into several plans.',
      ...placeOf(path, excess, 0),
    });
    candidates.length = MAX_STEPS;
  }
  const ids = new Set<string>();
  for (const candidate of candidates) {
    const text = candidate.line.text;
    const found = text.includes('^') ? blockIdAt(text) : null;
    if (found === null) continue;
    const id = found.id.toLowerCase();
    if (ids.has(id)) {
      problems.push({
        code: 'block_id_duplicate',
        message: `More than one step has the block id \`^${found.id}\`.`,
        advice: 'Give one of the steps another id.',
        ...placeOf(path, candidate, found.index),
      });
    }
    ids.add(id);
  }
  const hasId = (word: string): boolean => ids.has(word.toLowerCase());
  const steps = candidates.map((candidate, index) => toStep(candidate, index + 1, hasId));
  for (const [index, candidate] of candidates.entries()) {
    const { mark, markIndex } = candidate.box;
    if (mark === ' ' || mark === 'x' || mark === 'X') continue;
    const runs = steps[index]?.gated === true && isSetAside(mark) ? ': nothing runs for it' : '';
    warnings.push({
      code: 'step_mark_unknown',
      message: `Step ${String(index + 1)} is marked \`[${mark}]\`, which does not mean that it is done${runs}.`,
      advice: 'Write `[x]` if it is done, `[ ]` if it is not.',
      ...placeOf(path, candidate, markIndex),
    });
  }
  return { steps, problems, warnings };
}

function findCandidates(
  lines: readonly BodyLine[],
  listed: readonly ListLine[],
  firstNumber: number,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const box of boxesOf(listed)) {
    const line = lines[box.index];
    const last = candidates.at(-1);
    if (line === undefined) continue;
    if (box.under === null) {
      candidates.push({ line, number: firstNumber + box.index, box, subItems: 0 });
    } else if (last?.box.index === box.under) {
      last.subItems += 1;
    }
  }
  return candidates;
}

function toStep(
  { line, number, box, subItems }: Candidate,
  position: number,
  hasId: (word: string) => boolean,
): Step {
  const { text, id, gated, after } = readWording(line.text.slice(box.end), hasId);
  return {
    position,
    id,
    text,
    mark: box.mark,
    done: box.mark === 'x' || box.mark === 'X',
    gated,
    after,
    subItems,
    line: number,
    markAt: line.start + box.markIndex,
    lineStart: line.start,
    lineEnd: line.end,
  };
}

function placeOf(path: string, candidate: Candidate, index: number): SourceLocation {
  return { path, line: candidate.number, column: index + 1 };
}
