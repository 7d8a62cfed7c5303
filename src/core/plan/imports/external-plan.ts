import type { Problem } from '../../errors.js';
import { bodyStartOf } from '../../note/front-matter/front-matter-block.js';
import { baseName } from '../../note/file-name.js';
import { readFrontMatter, textField } from '../../note/front-matter/front-matter.js';
import { plainTitle } from '../../note/plain-title.js';
import { findSections, scanBody, type BodyLine, type Section } from '../../note/structure.js';
import { titleOfBrief, wholeStart } from '../../task/brief-title.js';
import { rangeOf } from '../parse-plan.js';
import { PRIORITIES, type Priority } from '../plan.js';
import { quoted } from '../../text/quote.js';
import { foldLine, unescapeLine } from '../../text/text-line.js';
import {
  readExternalSteps,
  readLooseSteps,
  type ExternalStep,
  type ExternalSteps,
} from './external-steps.js';

export interface ExternalPlan {
  readonly objective: string;
  readonly context: string;
  readonly priority: Priority | null;
  readonly awaitsApproval: boolean;
  readonly isFinished: boolean;
  readonly steps: readonly ExternalStep[];
  readonly otherLines: number;
}

/** Reading longer notes would take too long. */
const longestNote = 1_000_000;
const longestContext = 4_000;
const objectiveTitles = ['objective', 'goal'];
const contextTitles = ['context', 'background', 'summary', 'approval required'];
const stepsTitles = [
  /^(?:(?:plan|action|execution|implementation) )?steps$|^step (?:by step|checklist)/u,
  /^(?:(?:action|execution|implementation) )?plan(?: of action)?$/u,
];
/** Reports and other notes have such headings too. So a heading alone is no sign of a plan. */
const titlesInPlans =
  /^(?:(?:proposed|suggested|recommended|required|next) )?(?:actions?|tasks?|steps)(?: items| list)?$|^to ?dos?$|^checklist$/u;
const waitingStates = /^(?:pending|awaiting|waiting|needs|requires)(?!\p{L})/u;
const finishedStates =
  /^[-*_ ]{0,6}status[*_]{0,2}\s?:[^\p{L}\n]{0,9}(?:abandoned|archived|cancell?ed|closed|completed?|done|executed|finished|rejected)(?!\p{L})/imu;

const ownId = /^task_id[ \t]{0,9}:[ \t]{0,9}["']?(?:PLAN-\d|T-|["']?[ \t\r]{0,9}$)/imu;
const planWord = /(?:^|[^\p{L}])plan(?![\p{L}])/iu;

/** Reads a plan that another tool wrote. Null if the note is none. */
export function readExternalPlan(text: string, path: string): ExternalPlan | null {
  if (text.length > longestNote || ownId.test(text)) return null;
  const front = readFrontMatter(text, path);
  const lines = scanBody(text, front.ok ? front.value.bodyStart : bodyStartOf(text));
  const sections = findSections(lines, text);
  const titled = (titles: readonly string[]): Section | undefined =>
    sections.find(({ title }) => titles.includes(plainTitle(title)));
  const prose = (titles: readonly string[]): string => {
    const section = titled(titles);
    return section ? proseOf(linesOf(lines, section)) : '';
  };
  const property = (key: string): string =>
    (front.ok ? (textField(front.value, key) ?? '') : '').trim().toLowerCase();
  const heading = sections.find(({ level }) => level === 1)?.title ?? '';
  const isCalledPlan =
    planWord.test(`${baseName(path)} ${heading} ${property('type')}`) ||
    titled(objectiveTitles) !== undefined;
  const firstPart = sections.find(({ level }) => level > 1)?.headingLine.start ?? text.length;
  const top = lines.filter(({ start, heading: title }) => start < firstPart && title === null);
  const found = findSteps(lines, sections, isCalledPlan ? top : null);
  if (!found) return null;
  return {
    objective: titleOfBrief(prose(objectiveTitles)) || foldLine(heading) || baseName(path),
    context: wholeStart(
      contextTitles
        .map((title) => prose([title]))
        .filter((part) => part !== '')
        .join('\n\n'),
      longestContext,
    ),
    priority: PRIORITIES.find((known) => known === property('priority')) ?? null,
    awaitsApproval: waitingStates.test(property('status')),
    isFinished: saysFinished(text) || found.steps.every(({ done }) => done),
    ...found,
  };
}

export function lacksSteps(text: string, path: string): boolean {
  return !ownId.test(text) && !saysFinished(text) && readExternalPlan(text, path) === null;
}

const elsewhere = 'If this is not a plan, move it elsewhere.';
const fenceLine = /^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gmu;

export function lackingSteps(text: string, path: string): Pick<Problem, 'message' | 'advice'> {
  if (text.length > longestNote) {
    return {
      message: 'It has more than a million characters.',
      advice: `Shorten it. ${elsewhere}`,
    };
  }
  const unfenced = text.replace(fenceLine, '');
  if (unfenced !== text && readExternalPlan(unfenced, path)) {
    return {
      message: 'Its steps are in a code block, which is not read.',
      advice: 'Delete the two lines with ``` around them.',
    };
  }
  const heading = findSections(scanBody(text, bodyStartOf(text)), text).find(({ title }) =>
    stepsTitles[0]?.test(plainTitle(title)),
  );
  return {
    message: heading
      ? `Below ${quoted(heading.headingLine.text)} there is no list.`
      : 'It has no list of steps below a heading such as `## Steps`.',
    advice: `Write each step below that heading, on a line of its own: \`- [ ] Write the invoice\`. ${elsewhere}`,
  };
}

function saysFinished(text: string): boolean {
  const [above = ''] = text.split(/^##/mu, 1);
  return finishedStates.test(above);
}

function findSteps(
  lines: readonly BodyLine[],
  sections: readonly Section[],
  top: readonly BodyLine[] | null,
): ExternalSteps | null {
  for (const titles of top ? [...stepsTitles, titlesInPlans] : stepsTitles) {
    for (const section of sections) {
      if (section.level === 1 && titles !== stepsTitles[0]) continue;
      if (!titles.test(plainTitle(section.title))) continue;
      const found = readExternalSteps(linesOf(lines, section));
      if (found.steps.length > 0) return found;
    }
  }
  const found = top && readLooseSteps(lines, top);
  return found && found.steps.length > 0 ? found : null;
}

function linesOf(lines: readonly BodyLine[], section: Section): readonly BodyLine[] {
  return lines.slice(...rangeOf(lines, section));
}

function proseOf(lines: readonly BodyLine[]): string {
  const end = lines.findIndex(({ heading }) => heading !== null);
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter(({ masked }) => !masked)
    .map(({ text }) => unescapeLine(text))
    .join('\n')
    .trim();
}
