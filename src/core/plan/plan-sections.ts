import type { Problem } from '../errors.js';
import { positionAt } from '../text/lines.js';
import { findSections, type BodyLine, type Section } from '../note/structure.js';
import { quoted } from '../text/quote.js';
import { likelyHeading } from './likely-heading.js';

export const PLAN_SECTIONS = ['Objective', 'Context', 'Roadmap', 'Reasoning Logs'] as const;
type Title = (typeof PLAN_SECTIONS)[number];

const NAMES: ReadonlyMap<string, Title> = new Map(
  PLAN_SECTIONS.map((title) => [title.toLowerCase(), title]),
);

export interface SectionSpan {
  readonly contentStart: number;
  readonly contentEnd: number;
}

export interface PlanSections {
  readonly spans: ReadonlyMap<Title, SectionSpan>;
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

export function findPlanSections(
  lines: readonly BodyLine[],
  text: string,
  path: string,
): PlanSections {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const headings = findSections(lines, text);
  const known = headings.filter(isPlanSection);
  const firsts = new Map<Title, Section>();
  const doubled = new Set<Title>();
  for (const section of known) {
    const title = titleOf(section);
    if (!firsts.has(title)) {
      firsts.set(title, section);
      continue;
    }
    if (doubled.has(title)) continue;
    doubled.add(title);
    report(title, {
      code: 'section_duplicate',
      message: `The section ${title} appears in the plan twice.`,
      advice: 'Merge the two, or rename one of the headings.',
      path,
      ...positionAt(text, section.headingLine.start),
    });
  }
  for (const [index, title] of PLAN_SECTIONS.entries()) {
    const section = firsts.get(title);
    const later = PLAN_SECTIONS.slice(index + 1).flatMap((other) => firsts.get(other) ?? []);
    if (section === undefined) {
      const end = later[0]?.headingLine.start ?? text.length;
      report(title, missing(title, lines, headings, text, path, end));
    } else if (later.some((other) => other.headingLine.start < section.headingLine.start)) {
      report(title, {
        code: 'section_order',
        message: `The section ${title} is below a section that must follow it.`,
        advice: `Put the sections in this order: ${PLAN_SECTIONS.join(', ')}.`,
        path,
        ...positionAt(text, section.headingLine.start),
      });
    }
  }
  return { spans: spansOf(headings, firsts), problems, warnings };

  function report(title: Title, problem: Problem): void {
    (title === 'Context' ? warnings : problems).push(problem);
  }
}

function missing(
  title: Title,
  lines: readonly BodyLine[],
  headings: readonly Section[],
  text: string,
  path: string,
  end: number,
): Problem {
  const heading = `\`${title === 'Objective' ? '#' : '##'} ${title}\``;
  const likely = likelyHeading(title, lines, headings);
  const isOurs = headings.some((one) => one.headingLine === likely?.line && isPlanSection(one));
  const problem = { code: 'section_missing', message: `The section ${title} is missing.` } as const;
  if (!likely || isOurs) {
    return {
      ...problem,
      advice: `Add the heading ${heading} here.`,
      path,
      ...positionAt(text, end),
    };
  }
  const place = positionAt(text, likely.line.start);
  const written = `line ${String(place.line)}, ${quoted(likely.line.text)},`;
  const advice =
    likely.inside === null
      ? `If ${written} is meant, write it as ${heading}; if not, add that heading.`
      : `End the ${likely.inside === 'fence' ? 'code block' : 'comment'} that contains ${written} above that line.`;
  return { ...problem, advice, path, ...place };
}

function spansOf(
  headings: readonly Section[],
  firsts: ReadonlyMap<Title, Section>,
): Map<Title, SectionSpan> {
  const spans = new Map<Title, SectionSpan>();
  for (const [title, section] of firsts) {
    const start = section.headingLine.start;
    const border = headings.find(
      (other) => other.headingLine.start > start && (title === 'Objective' || isPlanSection(other)),
    );
    const contentEnd = Math.min(section.contentEnd, border?.headingLine.start ?? Infinity);
    spans.set(title, { contentStart: section.contentStart, contentEnd });
  }
  return spans;
}

function isPlanSection(section: Section): boolean {
  return section.level <= 3 && NAMES.has(section.title.toLowerCase());
}

function titleOf(section: Section): Title {
  return NAMES.get(section.title.toLowerCase()) ?? 'Objective';
}
