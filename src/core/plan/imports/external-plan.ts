import { blockIdAt } from '../../note/block-id.js';
import { bodyStartOf } from '../../note/front-matter/front-matter-block.js';
import { findBoxes } from '../../note/boxes.js';
import { baseName } from '../../note/file-name.js';
import { readFrontMatter, textField } from '../../note/front-matter/front-matter.js';
import { readIndent, readListItem } from '../../note/list-item.js';
import { findSections, scanBody, type BodyLine, type Section } from '../../note/structure.js';
import { titleOfBrief, wholeStart } from '../../task/brief-title.js';
import { PRIORITIES, type Priority, type StepRef } from '../plan.js';
import { readWording } from '../step-line.js';
import { foldLine, unescapeLine } from '../../text/text-line.js';

/** A step of a plan in another tool's form. */
export interface ExternalStep {
  readonly text: string;
  /** The note itself says that it needs approval. */
  readonly gated: boolean;
  readonly done: boolean;
  /** What stands in its box where that says neither open nor done, such as `-`. */
  readonly mark?: string;
  /** Positions of the steps that it says must come first, from 1. */
  readonly after?: readonly number[];
  /** It says that steps must come first which there are not. */
  readonly waitsInVain?: boolean;
  /** Its line bears a date, or another mark of the Tasks plugin. */
  readonly isDated?: boolean;
}

/** What can be made out of a plan in another tool's form. */
export interface ExternalPlan {
  readonly objective: string;
  readonly context: string;
  /** As its properties have it; `null`: they do not say one of ours. */
  readonly priority: Priority | null;
  /** It says that a person has to approve the plan before it is worked. */
  readonly awaitsApproval: boolean;
  /** It says that it is over, or all of it is ticked: there is nothing left to work. */
  readonly isFinished: boolean;
  readonly steps: readonly ExternalStep[];
  /** Lines of its steps that are nested, or no step: they stand in that note only. */
  readonly otherLines: number;
}

const longestContext = 4_000;
/** As many as a plan of ours may have. */
const mostSteps = 10_000;
const objectiveTitles = ['objective', 'goal'];
const contextTitles = ['context', 'background', 'approval required'];
/** Not "Next steps": reports and minutes end so, and are no plans. */
const stepsTitles = ['steps', 'plan steps', 'action steps'];
const waitingStates = /^(?:pending|awaiting|waiting|needs|requires)\b/u;
const finishedStates =
  /^(?:abandoned|archived|cancell?ed|closed|completed?|done|finished|rejected)\b/u;

/**
 * Reads a plan in the form of AI-employee vaults: no `task_id`, its steps under `## Steps` (facts of the
 * field). `null`: it is none, or it is one of ours. Never throws; front matter that is no YAML counts for nothing.
 */
export function readExternalPlan(text: string, path: string): ExternalPlan | null {
  if (/^task_id\s*:/mu.test(text)) return null;
  const front = readFrontMatter(text, path);
  const lines = scanBody(text, front.ok ? front.value.bodyStart : bodyStartOf(text));
  const sections = findSections(lines, text);
  const titled = (titles: readonly string[]): Section | undefined =>
    sections.find(({ title }) => titles.includes(foldLine(title).replace(/:$/u, '').toLowerCase()));
  const section = titled(stepsTitles);
  if (!section) return null;
  const { steps, otherLines } = readExternalSteps(linesOf(lines, section));
  if (steps.length === 0) return null;

  const prose = (found: Section | undefined): string =>
    found ? proseOf(linesOf(lines, found)) : '';
  const property = (key: string): string =>
    (front.ok ? (textField(front.value, key) ?? '') : '').trim().toLowerCase();
  const status = property('status').replace(/[_-]+/gu, ' ');
  const heading = sections.find(({ level }) => level === 1)?.title ?? '';
  return {
    objective: titleOfBrief(prose(titled(objectiveTitles))) || foldLine(heading) || baseName(path),
    context: wholeStart(
      contextTitles
        .map((title) => prose(titled([title])))
        .filter((part) => part !== '')
        .join('\n\n'),
      longestContext,
    ),
    priority: PRIORITIES.find((known) => known === property('priority')) ?? null,
    awaitsApproval: waitingStates.test(status),
    isFinished: finishedStates.test(status) || steps.every(({ done }) => done),
    steps,
    otherLines,
  };
}

function linesOf(lines: readonly BodyLine[], section: Section): readonly BodyLine[] {
  return lines.filter(({ start }) => start >= section.contentStart && start < section.contentEnd);
}

/** Text of a section without its subsections, fences and comments. */
function proseOf(lines: readonly BodyLine[]): string {
  const end = lines.findIndex(({ heading }) => heading !== null);
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter(({ masked }) => !masked)
    .map(({ text }) => unescapeLine(text))
    .join('\n')
    .trim();
}

/** Its boxes; without any, its list items; without these, its headings ("### 1. Write the invoice"). */
function readExternalSteps(lines: readonly BodyLine[]): Pick<ExternalPlan, 'steps' | 'otherLines'> {
  const boxes = findBoxes(lines).filter(({ under }) => under === null);
  const found = stepsOf(
    boxes.length > 0
      ? boxes.map(({ index, mark, end }) => [lines[index]?.text.slice(end) ?? '', mark])
      : listed(lines),
  );
  const steps = withOrder(found.filter(({ step }) => step.text !== '').slice(0, mostSteps), found);
  const written = lines.filter(({ text, masked }) => !masked && text.trim() !== '').length;
  return { steps, otherLines: Math.max(0, written - steps.length) };
}

/** A step's line behind its box, and what stands in that. */
type StepLine = readonly [line: string, mark: string];

function listed(lines: readonly BodyLine[]): readonly StepLine[] {
  const items = lines.flatMap(({ text, masked }) => {
    const indent = readIndent(text);
    if (masked || indent.columns > 3 || !readListItem(text, indent)) return [];
    return [text.slice(indent.length).replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]*/u, '')];
  });
  const titles = lines.flatMap(({ heading }) =>
    heading === null ? [] : [heading.title.replace(/^(?:step\s+)?\d{1,9}[.:)]\s*/iu, '')],
  );
  return (items.length > 0 ? items : titles).map((text) => [text, ' ']);
}

/** A step as its own line says it; what it refers to are lines of the same list. */
interface ReadStep {
  readonly step: ExternalStep;
  readonly id: string | null;
  readonly refs: readonly StepRef[];
}

function stepsOf(lines: readonly StepLine[]): readonly ReadStep[] {
  // Obsidian compares block ids without case.
  const ids = new Set(lines.flatMap(([line]) => blockIdAt(line)?.id.toLowerCase() ?? []));
  return lines.map(([line, mark]) => stepOf(line, mark, (word) => ids.has(word.toLowerCase())));
}

function stepOf(line: string, mark: string, hasId: (word: string) => boolean): ReadStep {
  const { text, gated, id, after, hasSignifiers } = readWording(foldLine(line), hasId);
  const done = mark === 'x' || mark === 'X';
  const step = {
    text,
    gated,
    done,
    ...(done || mark === ' ' ? {} : { mark }),
    ...(hasSignifiers ? { isDated: true } : {}),
  };
  return { step, id, refs: after ?? [] };
}

/** The steps to keep, with what each waits for; `all` is how the note itself counts them. */
function withOrder(kept: readonly ReadStep[], all: readonly ReadStep[]): readonly ExternalStep[] {
  const byId = new Map(
    all.flatMap((one) => (one.id === null ? [] : [[one.id.toLowerCase(), one] as const])),
  );
  const positions = new Map(kept.map((one, index) => [one, index + 1]));
  return kept.map((one) => {
    if (one.refs.length === 0) return one.step;
    const after = one.refs.flatMap((ref) => {
      const named = 'id' in ref ? byId.get(ref.id.toLowerCase()) : all[ref.position - 1];
      const position = named === undefined || named === one ? undefined : positions.get(named);
      return position ?? [];
    });
    return {
      ...one.step,
      ...(after.length > 0 ? { after } : {}),
      ...(after.length < one.refs.length ? { waitsInVain: true } : {}),
    };
  });
}
