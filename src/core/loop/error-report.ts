import { readFrontMatter, textField } from '../note/front-matter/front-matter.js';
import { writeScalar } from '../note/front-matter/yaml-scalar.js';
import { inlineText } from '../text/inline-text.js';

/** The `type` of its note. */
export const errorReportType = 'error_report';

/** What a person can say about an error, by the block id of its box. The words beside the box are never read. */
export const answers = {
  retry: 'Try again',
  fail: 'Mark as failed',
  mine: 'I do it myself',
} as const;
export type ErrorAnswer = keyof typeof answers;

/** Something that keeps a task from going on (docs/vault-format.md#errors). */
export interface ErrorReport {
  readonly errorType: 'plan_unreadable' | 'item_invalid';
  /** The id of the task or plan. */
  readonly taskId: string;
  /** The note that it is about. */
  readonly about: string;
  /** ISO-8601 UTC. */
  readonly timestamp: string;
  readonly context: string;
  readonly details: readonly string[];
  /** What to do, as sentences. */
  readonly options: readonly string[];
  /** What each answer does here; one without words can’t be given. */
  readonly boxes: Readonly<Partial<Record<ErrorAnswer, string>>>;
}

/** The note of a report. Its boxes do what they say once one is ticked. */
export function renderErrorReport(report: ErrorReport): string {
  const boxes = Object.entries(report.boxes) as [ErrorAnswer, string][];
  return [
    '---',
    `type: ${errorReportType}`,
    `error_type: ${report.errorType}`,
    `task_id: ${writeScalar(report.taskId)}`,
    `about: ${writeScalar(report.about)}`,
    `timestamp: ${report.timestamp}`,
    'severity: high',
    '---',
    '## Context',
    report.context,
    '',
    '## Details',
    ...report.details,
    '',
    '## Suggested Options',
    ...report.options.map((one) => `- ${inlineText(one)}`),
    '',
    'Tick one of these boxes:',
    '',
    ...boxes.map(([id, does]) => `- [ ] ${answers[id]}: ${does} ^${id}`),
    '',
  ].join('\n');
}

/** A report that was answered: what it is about, its task or plan, and the first box that is ticked. */
export interface AnsweredReport {
  readonly about: string;
  readonly taskId: string;
  readonly answer: ErrorAnswer;
}

const box = /^\s*[-*+] \[[xX]\] .*\s\^(retry|fail|mine)\s*$/mu;

/** What somebody answered in the note of a report; `null`: nothing yet, or it is no report of ours. */
export function readAnswer(text: string, path: string): AnsweredReport | null {
  const answer = box.exec(text)?.[1] as ErrorAnswer | undefined;
  const report = answer === undefined ? null : readReport(text, path);
  return report && answer !== undefined ? { ...report, answer } : null;
}

/** What the note of a report is about; `null`: it is no report of ours. */
export function readReport(text: string, path: string): Omit<AnsweredReport, 'answer'> | null {
  if (!text.includes(errorReportType)) return null;
  const front = readFrontMatter(text, path);
  if (!front.ok || textField(front.value, 'type') !== errorReportType) return null;
  const about = textField(front.value, 'about');
  const taskId = textField(front.value, 'task_id') ?? '';
  return about === null ? null : { about, taskId };
}
