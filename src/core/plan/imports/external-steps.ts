import { blockIdAt } from '../../note/block-id.js';
import { readListLines, type ListLine } from '../../note/boxes.js';
import { readIndent } from '../../note/list-item.js';
import type { BodyLine } from '../../note/structure.js';
import { speaksOfExternalAction } from '../../policy/external-action.js';
import { isImperative } from '../../task/instructions.js';
import { WorkTable } from '../../task/work-table.js';
import { foldLine } from '../../text/text-line.js';
import type { StepRef } from '../plan.js';
import { readWording } from '../step-line.js';

export interface ExternalStep {
  readonly text: string;
  readonly gated: boolean;
  readonly done: boolean;
  readonly mark?: string;
  /** Positions (from 1) of the steps that must come first. */
  readonly after?: readonly number[];
  readonly waitsInVain?: boolean;
  readonly isDated?: boolean;
}

export interface ExternalSteps {
  readonly steps: readonly ExternalStep[];
  readonly otherLines: number;
}

const mostSteps = 10_000;
const stepHeading = /^\W{0,4}step\s+\d/iu;
const stepNumber =
  /^[*_(\s]{0,4}(?:step\s+\d{1,9}(?:\*\*)?\s*[.:)–—-]|\d{1,9}[.:)](?=\s))(?:\*\*)?\s*/iu;
const needsApproval =
  /\b(?:(?:requires?|needs?|awaiting|after) (?:\p{L}+ )?approval|approval (?:is )?required)\b/iu;
const doneRow = /\|\s*(?:✅|(?:done|completed?)\s*\|)/iu;

interface StepLine {
  readonly line: string;
  readonly mark: string;
  readonly below: readonly string[];
}

type Form = (lines: readonly BodyLine[]) => readonly StepLine[];

const boxed: Form = (lines) => listed(lines, ({ item }) => Boolean(item?.box));
const numbered: Form = (lines) =>
  listed(lines, ({ index }) => /^\s*\d/u.test(lines[index]?.text ?? ''));

/** The ways in which other tools write steps. The most certain one comes first. */
const forms: readonly Form[] = [
  boxed,
  (lines) => titled(lines, stepNumber),
  numbered,
  tabled,
  (lines) => listed(lines, () => true),
];

export function readExternalSteps(lines: readonly BodyLine[]): ExternalSteps {
  return readAs(forms, lines);
}

/** Reads steps that have no common heading. */
export function readLooseSteps(
  lines: readonly BodyLine[],
  top: readonly BodyLine[],
): ExternalSteps {
  const found = readAs([(all) => titled(all, stepHeading)], lines);
  return found.steps.length > 1 ? found : readAs([boxed, numbered], top);
}

function readAs(ways: readonly Form[], lines: readonly BodyLine[]): ExternalSteps {
  const read = ways.map((way) => way(lines)).find(({ length }) => length > 0) ?? [];
  const found = stepsOf(read);
  const steps = withOrder(found.filter(({ step }) => step.text !== '').slice(0, mostSteps), found);
  const written = lines.filter(({ text, masked }) => !masked && text.trim() !== '').length;
  return { steps, otherLines: Math.max(0, written - steps.length) };
}

function listed(
  lines: readonly BodyLine[],
  isStep: (line: ListLine) => boolean,
): readonly StepLine[] {
  const all = readListLines(lines);
  const steps = new Map<number, { line: string; mark: string; below: string[] }>();
  for (const one of all) {
    const text = lines[one.index]?.text ?? '';
    if (one.under !== null) {
      steps.get(one.under)?.below.push(text.trim());
    } else if (one.item && isStep(one)) {
      const { box } = one.item;
      const line = box
        ? text.slice(box.end)
        : text.slice(readIndent(text).length).replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]*/u, '');
      steps.set(one.index, { line, mark: box?.mark ?? ' ', below: [] });
    }
  }
  return [...steps.values()];
}

function titled(lines: readonly BodyLine[], form: RegExp): readonly StepLine[] {
  const steps: { line: string; mark: string; below: string[] }[] = [];
  for (const { heading, masked, text } of lines) {
    if (heading && form.test(heading.title)) {
      steps.push({ line: heading.title, mark: ' ', below: [] });
    } else if (!masked) steps.at(-1)?.below.push(text.trim());
  }
  return steps;
}

function tabled(lines: readonly BodyLine[]): readonly StepLine[] {
  const table = new WorkTable();
  return lines.flatMap(({ text, masked }) =>
    masked || !/^\s*\|/u.test(text)
      ? []
      : table
          .stepsOfRow(text)
          .map((line) => ({ line, mark: doneRow.test(text) ? 'x' : ' ', below: [] })),
  );
}

interface ReadStep {
  readonly step: ExternalStep;
  readonly id: string | null;
  readonly refs: readonly StepRef[];
}

function stepsOf(lines: readonly StepLine[]): readonly ReadStep[] {
  const ids = new Set(lines.flatMap(({ line }) => blockIdAt(line)?.id.toLowerCase() ?? []));
  return lines.map((line) => stepOf(line, (word) => ids.has(word.toLowerCase())));
}

function stepOf({ line, mark, below }: StepLine, hasId: (word: string) => boolean): ReadStep {
  const { text, gated, id, after, hasSignifiers } = readWording(foldLine(line), hasId);
  const done = mark === 'x' || mark === 'X';
  const step = {
    text: text.replace(stepNumber, ''),
    gated: gated || needsApproval.test(text) || below.some(asksForAction),
    done,
    ...(done || mark === ' ' ? {} : { mark }),
    ...(hasSignifiers ? { isDated: true } : {}),
  };
  return { step, id, refs: after ?? [] };
}

function asksForAction(line: string): boolean {
  const text = line.replace(/^(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\]\s+)?/u, '');
  return needsApproval.test(text) || (isImperative(text) && speaksOfExternalAction(text));
}

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
