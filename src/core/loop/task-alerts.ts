import type { Alert } from '../alert.js';
import { baseName } from '../note/file-name.js';
import { quoted } from '../text/quote.js';
import { readAnswer, readReport } from './error-report.js';
import type { TaskSummary } from './task-summary.js';

export function needsPlanAlert(path: string, why: string | null = null): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'waits',
    text: `${quoted(baseName(path))} needs a plan, and has none.`,
    advice:
      why ??
      'Start one from it. If another note with this name already has a plan, rename this one first.',
    path,
  };
}

export function openReportAlert(text: string, path: string): Alert | null {
  const report = readReport(text, path);
  const isAnswered = readAnswer(text, path) !== null;
  return (
    report && {
      subject: { kind: 'path', id: path },
      kind: 'waits',
      ...(isAnswered
        ? {
            text: `Your answer in the error report on ${quoted(baseName(report.about))} has not been carried out yet.`,
            advice:
              'It is carried out while actions run on this device. If that fails, an alert there says why.',
          }
        : {
            text: `An error report on ${quoted(baseName(report.about))} waits for your answer.`,
            advice: 'Open it, and tick one of its boxes.',
          }),
      path,
    }
  );
}

export function addedSinceAlert(path: string, planId: string, added: string): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'waits',
    text: `${quoted(baseName(path))} was changed after ${planId} was made from it. Not in the plan: ${quoted(added)}.`,
    advice: 'Add it to the plan as a step, or put it into a note of its own.',
    path,
  };
}

export function copyAlert(path: string, own: string): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'duplicate',
    text: `${quoted(baseName(path))} is a copy of ${quoted(own)}, not a task.`,
    advice: 'Delete it, or remove its `task_id` to have it taken as new work.',
    path,
  };
}

const longestAgent = 40;

export function claimedText(path: string, agent: string): string {
  return `${quoted(baseName(path))}, taken by ${quoted(agent, longestAgent)}`;
}

export function tookText(path: string, agent: string): string {
  return `${quoted(agent, longestAgent)} took ${quoted(baseName(path))}`;
}

export function staleClaimAlert(path: string, agent: string): Alert {
  return {
    subject: { kind: 'tasks' },
    kind: 'waits',
    text: `${tookText(path, agent)} more than a day ago, and it is not done.`,
    advice: `Ask ${quoted(agent, longestAgent)}, or move the note back into the inbox, where others find it.`,
    path,
  };
}

export function missingNoteText(path: string): string {
  return `The note of the task ${quoted(baseName(path))} is gone or empty.`;
}

export function missingNoteAlert(
  { path, taskId }: Pick<TaskSummary, 'path' | 'taskId'>,
  invalid: string,
): Alert {
  return {
    subject: { kind: 'tasks' },
    kind: 'missing',
    text: missingNoteText(path),
    advice: `Bring it back (it may be in ${invalid}), tick its box in the panel, or put a note with \`task_id: ${taskId}\` and \`status: done\` into the inbox.`,
  };
}
