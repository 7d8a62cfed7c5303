import { readFrontMatter, textField } from '../note/front-matter/front-matter.js';
import { writeScalar } from '../note/front-matter/yaml-scalar.js';
import { inlineText } from '../text/inline-text.js';

export const errorReportType = 'error_report';

/** The answers that a person can give in an error report. The keys are block ids. */
export const answers = {
  retry: 'Try again',
  fail: 'Mark as failed',
  mine: 'I’ll do it myself',
} as const;
export type ErrorAnswer = keyof typeof answers;

export interface ErrorReport {
  readonly errorType: 'plan_unreadable' | 'item_invalid';
  readonly taskId: string;
  readonly about: string;
  readonly timestamp: string;
  readonly context: string;
  readonly details: readonly string[];
  readonly options: readonly string[];
  /** What each possible answer does. */
  readonly boxes: Readonly<Partial<Record<ErrorAnswer, string>>>;
}

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

export interface AnsweredReport {
  readonly about: string;
  readonly taskId: string;
  readonly answer: ErrorAnswer;
}

const box = /^\s*[-*+] \[[xX]\] .*\s\^(retry|fail|mine)\s*$/mu;

/** Reads an error report in which a person ticked an answer. Null for any other text. */
export function readAnswer(text: string, path: string): AnsweredReport | null {
  const answer = box.exec(text)?.[1] as ErrorAnswer | undefined;
  const report = answer === undefined ? null : readReport(text, path);
  return report && answer !== undefined ? { ...report, answer } : null;
}

/** Reads an error report. Null if the text is no valid error report. */
export function readReport(text: string, path: string): Omit<AnsweredReport, 'answer'> | null {
  if (!text.includes(errorReportType)) return null;
  const front = readFrontMatter(text, path);
  if (!front.ok || textField(front.value, 'type') !== errorReportType) return null;
  const about = textField(front.value, 'about');
  const taskId = textField(front.value, 'task_id') ?? '';
  return about === null ? null : { about, taskId };
}
