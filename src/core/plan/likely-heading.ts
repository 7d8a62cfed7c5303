import { findBoxes } from '../note/boxes.js';
import type { BodyLine, Section } from '../note/structure.js';

const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['Objective', ['objective', 'objectives', 'goal', 'goals']],
  ['Context', ['context']],
  ['Roadmap', ['roadmap', 'road map', 'steps', 'plan steps', 'action steps', 'tasks', 'to do']],
  ['Reasoning Logs', ['reasoning logs', 'reasoning log', 'reasoning', 'logs', 'log']],
]);
const longest = 80;
const likeHeading = /^ {0,3}(?:#|\*\*|__|\p{L}.*:[ \t]*$)/u;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/u;

export interface LikelyHeading {
  readonly line: BodyLine;
  readonly inside: BodyLine['inside'];
}

/** Finds a line that may be meant as the heading of a missing section. Null if there is none. */
export function likelyHeading(
  title: string,
  lines: readonly BodyLine[],
  headings: readonly Section[],
): LikelyHeading | null {
  const names = otherNames.get(title) ?? [];
  const named = lines.filter(
    ({ text }, index) =>
      text.length <= longest &&
      (likeHeading.test(text) || underline.test(lines[index + 1]?.text ?? '')) &&
      names.includes(wordsOf(text)),
  );
  const found =
    named.find(({ heading }) => heading !== null) ??
    named.find(({ masked }) => !masked) ??
    named[0];
  if (found) return { line: found, inside: found.inside };
  const above = title === 'Roadmap' ? aboveBoxes(lines, headings) : undefined;
  return above && above.text.length <= longest ? { line: above, inside: null } : null;
}

function aboveBoxes(
  lines: readonly BodyLine[],
  headings: readonly Section[],
): BodyLine | undefined {
  const [box] = findBoxes(lines);
  const start = box && lines[box.index]?.start;
  if (start === undefined) return undefined;
  return headings.findLast(({ headingLine }) => headingLine.start < start)?.headingLine;
}

function wordsOf(text: string): string {
  return text
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
