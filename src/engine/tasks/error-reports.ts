import { fail, ok, type Result } from '../../core/errors.js';
import {
  answers,
  readAnswer,
  renderErrorReport,
  type AnsweredReport,
  type ErrorReport,
} from '../../core/loop/error-report.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { withProperties } from '../../core/loop/task-note.js';
import { baseName } from '../../core/note/file-name.js';
import { readFrontMatter } from '../../core/note/front-matter/front-matter.js';
import { inlineText } from '../../core/text/inline-text.js';
import { quoted } from '../../core/text/quote.js';
import { isoSeconds, timestampForName } from '../../core/time.js';
import type { EngineContext } from '../context.js';

const longestName = 60;

/** Writes the note of an error where a person finds it. */
export function writeErrorReport(
  { book, folders, notes }: EngineContext,
  report: ErrorReport,
): Promise<Result<string>> {
  const name = `ERROR_${timestampForName(book.now())}_${nameOf(report.taskId)}`;
  return notes.createIn(folders.needsAction, name, renderErrorReport(report));
}

/** Whether a report of this error on this task or plan is still there: it is not written twice. */
export async function isReported(
  { index, folders, notes }: EngineContext,
  id: string,
  what: string,
): Promise<boolean> {
  const start = `${folders.needsAction}/ERROR_`;
  const end = `_${nameOf(id)}`;
  for (const { path } of index.all()) {
    if (!path.startsWith(start) || !baseName(path).includes(end)) continue;
    const text = await notes.read(path);
    if (text.ok && text.value.includes(what)) return true;
  }
  return false;
}

/** Does what somebody ticked in a report, once, and files it. Anybody can tick: nothing is called for it. */
export async function answerReport(
  context: EngineContext,
  path: string,
  text: string,
): Promise<Result<void>> {
  const answered = readAnswer(text, path);
  const { book } = context;
  if (answered === null || !book.isActive || book.halted) return ok(undefined);
  const { about, answer } = answered;
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Outside', event: 'error_answered', from: path, outcome: answer },
      detail: `In the report ${quoted(baseName(path))}, “${answers[answer]}” was ticked. It is about ${quoted(baseName(about))}.`,
    },
    { durable: false },
  );
  if (!recorded.ok) return recorded;
  const done = await act(context, answered);
  if (!done.ok) return done;
  const properties = { status: 'done', result: answer };
  const written = await context.notes.update(path, (now) => withProperties(now, path, properties));
  if (!written.ok) return written;
  const filed = await context.notes.moveInto(taskFolders(context.folders).done, path);
  return filed.ok ? ok(undefined) : filed;
}

/** An item that can’t be read lies in a folder of its own until somebody says what becomes of it. */
async function act(
  context: EngineContext,
  { about, answer }: AnsweredReport,
): Promise<Result<unknown>> {
  const { notes, folders, earlier } = context;
  const { invalid, failed } = taskFolders(folders);
  const isSetAside = about.startsWith(`${invalid}/`);
  if (answer === 'retry') {
    earlier.brokenPlans.delete(about);
    if (isSetAside) return notes.moveInto(folders.needsAction, about);
    await notes.refresh(about);
    context.lookAgain(`path:${about}`);
  }
  if (answer === 'fail' && isSetAside) return notes.moveInto(failed, about);
  return ok(undefined);
}

/** Sets an item aside whose properties can’t be read, and reports it. The value says whether that is done. */
export async function setAsideInvalid(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<Result<string>> {
  const { book, notes, folders } = context;
  const front = readFrontMatter(text, path);
  if (front.ok) return fail('note_changed', `${path} can be read again.`, 'Nothing is to be done.');
  const { invalid } = taskFolders(folders);
  const { message, advice, line } = front.error;
  const where = line === undefined ? '' : `Line ${line}: `;
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Countersign', event: 'item_invalid', task_id: taskId, from: path, to: invalid },
      detail: `The properties of ${quoted(baseName(path))} can’t be read, so it moves to ${invalid}: ${message}`,
    },
    { durable: false },
  );
  if (!recorded.ok) return recorded;
  const moved = await notes.moveInto(invalid, path);
  if (!moved.ok) return moved;
  return writeErrorReport(context, {
    ...{ errorType: 'item_invalid', taskId, about: moved.value },
    timestamp: isoSeconds(book.now()),
    context: `The properties of this item can’t be read, so nobody knows what it asks for. It lies in ${inlineText(moved.value)}, as it was.`,
    details: [`- ${inlineText(`${where}${message}`)}`],
    options: [advice, 'Then tick “Try again”.'],
    boxes: {
      retry: 'the item goes back and is read again.',
      fail: `the item goes to \`${taskFolders(folders).failed}\`.`,
      mine: `the item stays in \`${invalid}\`, and this report is filed.`,
    },
  });
}

/** An id as part of a file's name: it may be anybody's words. */
function nameOf(id: string): string {
  return id.replace(/[^\w.-]+/gu, '-').slice(0, longestName);
}
