import type { Alert } from '../alert.js';
import type { Problem } from '../errors.js';
import { baseName } from '../note/file-name.js';
import { quoted } from '../text/quote.js';
import { readReport } from './error-report.js';

/**
 * That a task has no plan and needs one.
 *
 * @param why why none could be made; `null`: nothing is known of that
 */
export function needsPlanAlert(path: string, why: string | null = null): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'waits',
    text: `${quoted(baseName(path))} needs a plan, and has none.`,
    advice:
      why ?? 'Start one from it. If a plan is of another note of this name, rename this one first.',
    path,
  };
}

/** That an error report waits for an answer; `null`: the note is no such report. */
export function openReportAlert(text: string, path: string): Alert | null {
  const report = readReport(text, path);
  return (
    report && {
      subject: { kind: 'path', id: path },
      kind: 'waits',
      text: `An error report on ${quoted(baseName(report.about))} waits for your answer.`,
      advice: 'Open it, and tick one of its boxes.',
      path,
    }
  );
}

/** What is said of a task whose note is gone, or is of something else. */
export function missingNoteText(path: string): string {
  return `The task ${quoted(baseName(path))} has no note any more.`;
}

/** That nobody finds the note of a task. */
export function missingNoteAlert(
  { path, taskId }: { readonly path: string; readonly taskId: string },
  needsAction: string,
): Alert {
  return {
    subject: { kind: 'tasks' },
    kind: 'missing',
    text: missingNoteText(path),
    advice: `Bring its note back into ${needsAction}, from the trash, a backup or an older version. To end the task, tick its box in the panel, or run \`countersign task done --task-id ${taskId}\` in a terminal.`,
  };
}

/** That somebody took the words out of the note of a task. */
export function emptiedNoteAlert(path: string): Alert {
  return {
    subject: { kind: 'path', id: path },
    kind: 'missing',
    text: `The note of the task ${quoted(baseName(path))} has no text any more.`,
    advice: 'Restore an older version of it, or mark the task as done.',
    path,
  };
}

/** That the note of a task, or a report on it, could not be written or moved. */
export function notWrittenAlert(path: string, { message, advice }: Problem): Alert {
  const text = `The note of a task couldn’t be written or moved: ${message}`;
  return { subject: { kind: 'path', id: path }, kind: 'invalid', text, advice, path };
}
