import { normalized } from '../../text/normalized.js';
import { scanBody } from '../../note/structure.js';
import type { Plan } from '../plan.js';
import { findPlanSections } from '../plan-sections.js';
import { foldLine } from '../../text/text-line.js';

const openBox = /^((?:[-*+]|\d{1,9}[.)]) \[) (?=\])/u;

/** Returns a Roadmap line, not a step, that the kept plan lacks. */
export function missingRoadmapLine(kept: Plan, other: Plan): string | null {
  const there = linesBelow(other);
  if (there.length === 0) return null;
  const have = new Set(linesBelow(kept));
  const hasLine = (line: string): boolean =>
    have.has(line) || (openBox.test(line) && have.has(line.replace(openBox, '$1x')));
  return there.find((line) => !hasLine(line)) ?? null;
}

function linesBelow({ text, path, frontMatter, steps }: Plan): readonly string[] {
  const lines = scanBody(text, frontMatter.bodyStart);
  const span = findPlanSections(lines, text, path).spans.get('Roadmap');
  if (!span) return [];
  const stepStarts = new Set(steps.map(({ lineStart }) => lineStart));
  return lines.flatMap((line) => {
    const isIn = line.start >= span.contentStart && line.start < span.contentEnd;
    const told = isIn && line.inside !== 'comment' && !stepStarts.has(line.start);
    const words = told ? foldLine(normalized(line.text, 'NFC')) : '';
    return words === '' ? [] : [words];
  });
}
