import { isoSeconds } from '../time.js';
import { aliasesLines } from '../note/front-matter/aliases.js';
import { writeScalar } from '../note/front-matter/yaml-scalar.js';
import { formatLogEntry } from './log-entry.js';
import type { LogRecord, PlanStatus, Priority } from './plan.js';
import { readWording, withoutHand } from './step-line.js';
import { showTemplates } from '../text/show-invisible.js';
import { escapedLines, escapeLine, foldLine, plainLine } from '../text/text-line.js';

export interface NewStep {
  readonly text: string;
  readonly gated: boolean;
  /** Positions of the steps that must come first. By default, these are all steps above. */
  readonly after?: readonly number[];
  /** A gated step is never written as done. */
  readonly done?: boolean;
}

export interface NewPlan {
  readonly taskId: string;
  readonly sourceLink: string;
  readonly createdAt: number;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly NewStep[];
  readonly log: readonly LogRecord[];
}

/** Writes a plan note as docs/vault-format.md describes. */
export function renderPlan(plan: NewPlan): string {
  const needed = new Set(plan.steps.flatMap((step) => step.after ?? []));
  return [
    '---',
    `task_id: ${writeScalar(plan.taskId)}`,
    `source_link: ${writeScalar(foldLine(plan.sourceLink))}`,
    `created_date: ${isoSeconds(plan.createdAt)}`,
    `priority: ${plan.priority}`,
    `status: ${plan.status}`,
    ...aliasesLines(plan.objective),
    '---',
    '',
    '# Objective',
    ...[
      escapeLine(plan.objective),
      '',
      '## Context',
      ...escapedLines(plan.context),
      '',
      '## Roadmap',
      ...plan.steps.map((step, index) => stepLine(step, index + 1, needed, plan.steps.length)),
      '',
      '## Reasoning Logs',
      ...plan.log.map(formatLogEntry),
    ].map(showTemplates),
    '',
  ].join('\n');
}

function stepLine(
  step: NewStep,
  position: number,
  needed: ReadonlySet<number>,
  count: number,
): string {
  const wording = plainLine(step.text);
  const said = readWording(wording, () => false);
  const text = withoutHand(wording);
  const gated = step.gated || said.gated;
  const after = step.after?.map((ref) => (ref <= count ? `s${String(ref)}` : String(ref)));
  const parts = [
    `${String(position)}. [${step.done === true && !gated ? 'x' : ' '}]`,
    ...(gated ? ['✋'] : []),
    text === '' ? `Step ${String(position)}` : text,
    ...(after === undefined || after.length === 0 ? [] : [`(after ${after.join(', ')})`]),
    ...(gated || needed.has(position) || said.id !== null ? [`^s${String(position)}`] : []),
  ];
  return parts.join(' ');
}
