import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import {
  answers,
  readAnswer,
  readReport,
  renderErrorReport,
  type AnsweredReport,
  type ErrorReport,
} from '../../core/loop/error-report.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { withProperties } from '../../core/loop/task-note.js';
import { baseName, joinPath } from '../../core/note/file-name.js';
import { namesToTry } from '../../core/note/free-name.js';
import { readFrontMatter } from '../../core/note/front-matter/front-matter.js';
import { inlineText } from '../../core/text/inline-text.js';
import { quoted } from '../../core/text/quote.js';
import { isoSeconds, timestampForName } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { briefDigest } from '../plans/planned-item.js';
import { isNoteOf, recordEnd, recordFiled } from './accept-task.js';

const longestName = 60;

/** Writes the note of an error where a person finds it. */
export function writeErrorReport(
  { book, folders, notes }: EngineContext,
  report: ErrorReport,
): Promise<Result<string>> {
  const name = `ERROR_${timestampForName(book.now())}_${nameOf(report.taskId)}`;
  return notes.createIn(folders.needsAction, name, renderErrorReport(report));
}

/** The reports that wait for an answer. One that was emptied, or can’t be read any more, is none. */
export async function openReports({
  index,
  notes,
}: Pick<EngineContext, 'index' | 'notes'>): Promise<readonly OpenReport[]> {
  const paths = [...index.all()].flatMap(({ path }) => (isReportName(path) ? [path] : []));
  const texts = await Promise.all(paths.map((path) => notes.read(path)));
  return texts.flatMap((text, at) => {
    const report = text.ok ? readReport(text.value, paths[at] ?? '') : null;
    return text.ok && report ? [{ ...report, text: text.value }] : [];
  });
}

interface OpenReport extends Omit<AnsweredReport, 'answer'> {
  readonly text: string;
}

/** Whether a note has the name that reports are written under. */
export function isReportName(path: string): boolean {
  return baseName(path).startsWith('ERROR_');
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
  if (context.earlier.answered.get(path) !== answer) {
    const recorded = await book.record(
      { kind: 'event' },
      {
        ...{ actor: 'Outside', event: 'error_answered', from: path, outcome: answer },
        detail: `In the report ${quoted(baseName(path))}, “${answers[answer]}” was ticked. It is about ${quoted(baseName(about))}.`,
      },
      { durable: false },
    );
    if (!recorded.ok) return recorded;
    context.earlier.answered.set(path, answer);
  }
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
  { about, answer, taskId }: AnsweredReport,
): Promise<Result<unknown>> {
  const { book, notes, folders, earlier } = context;
  const { invalid, failed } = taskFolders(folders);
  if (!about.startsWith(`${invalid}/`)) {
    if (answer !== 'retry') return ok(undefined);
    earlier.brokenPlans.delete(about);
    await notes.refresh(about);
    context.lookAgain(`path:${about}`);
    return ok(undefined);
  }
  const isOver = answer !== 'retry';
  const closed = isOver ? await closeUnread(context, taskId, answer) : ok(undefined);
  if (!closed.ok) return closed;
  const moved =
    answer === 'mine'
      ? ok(about)
      : await notes.moveInto(isOver ? failed : folders.needsAction, about);
  // A crash may have kept the report from being filed after this move.
  if (!moved.ok && moved.error.code !== 'note_missing') return moved;
  const task = book.tasks.task(taskId);
  if (!isOver || task?.stage !== 'CLOSE' || task.isFiled) return ok(undefined);
  return recordFiled(context, taskId, about, moved.ok ? moved.value : about);
}

/** Puts on record that a task is over whose item can’t be read: it passes the stages that are left. */
async function closeUnread(
  context: EngineContext,
  taskId: string,
  answer: 'fail' | 'mine',
): Promise<Result<unknown>> {
  const task = context.book.tasks.task(taskId);
  // Its plan goes on without it.
  if (planGoingOn(context, taskId) !== null) return ok(undefined);
  // Where it can be read again meanwhile, its note decides.
  if (!task || task.isFiled || (await isNoteOf(context, task.path, taskId))) return ok(undefined);
  return recordEnd(context, task, `can’t be read, and is over: “${answers[answer]}”`);
}

/** The plan of a task that has not ended; `null`: it has none. */
function planGoingOn({ book }: EngineContext, taskId: string): string | null {
  const planId = book.tasks.task(taskId)?.planId ?? null;
  return planId !== null && book.plannedIds.isEnded(planId) ? null : planId;
}

/**
 * Sets an item aside whose properties can’t be read, and reports it. The report comes first: after a crash the item is
 * still there to be set aside, and has its report.
 */
export function setAsideInvalid(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<Result<unknown>> {
  // One at a time: two of one name would be reported under one path.
  return context.writingBack.take('items set aside', () => setAside(context, path, text, taskId));
}

async function setAside(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<Result<unknown>> {
  const { book, notes, folders } = context;
  const front = readFrontMatter(text, path);
  if (front.ok) return fail('note_changed', `${path} can be read again.`, 'Nothing is to be done.');
  const { invalid } = taskFolders(folders);
  const name = baseName(path);
  const reports = await openReports(context);
  const reported = reports.find((report) => report.taskId === taskId)?.about;
  if (reported !== undefined) {
    // An editor that has it open writes it again.
    return (await notes.read(reported)).ok
      ? fail(
          'note_exists',
          `${quoted(name)} is in ${invalid} already.`,
          'Correct it here or delete it, and answer its error report.',
        )
      : notes.moveInto(invalid, path, baseName(reported));
  }
  const about = await freePath(context, invalid, name, reports);
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Countersign', event: 'item_invalid', task_id: taskId, from: path, to: invalid },
      detail: `The properties of ${quoted(name)} can’t be read, so it moves to ${invalid}: ${front.error.message}`,
    },
    { durable: false },
  );
  if (!recorded.ok) return recorded;
  const written = await reportInvalid(context, taskId, about, front.error);
  return written.ok ? notes.moveInto(invalid, path, baseName(about)) : written;
}

/** @param problem why the item can’t be read; absent: it can be by now */
function reportInvalid(
  context: EngineContext,
  taskId: string,
  about: string,
  problem?: Problem,
): Promise<Result<string>> {
  const { book, folders } = context;
  const { failed, invalid } = taskFolders(folders);
  const where = problem?.line === undefined ? '' : `Line ${problem.line}: `;
  const planId = planGoingOn(context, taskId);
  return writeErrorReport(context, {
    ...{ errorType: 'item_invalid', taskId, about },
    timestamp: isoSeconds(book.now()),
    context: `The properties of this item can’t be read, so nobody knows what it asks for. It is in ${inlineText(about)}, as it was.`,
    details: [`- ${inlineText(problem ? `${where}${problem.message}` : 'They can be read now.')}`],
    options: [
      ...[...(problem ? [problem.advice] : []), 'Then tick “Try again”.'],
      ...(planId === null
        ? []
        : [
            `The plan ${planId} of this item stays as it is, whatever you tick. If it is not to be worked, cancel or reject it.`,
          ]),
    ],
    boxes: {
      retry: 'the item goes back and is read again.',
      fail: `the item goes to \`${failed}\`.`,
      mine: `the item stays in \`${invalid}\`, and this report is filed.`,
    },
  });
}

/** Where the item of a task lies that was set aside; `null`: it wasn’t, or somebody took it away. */
export async function itemSetAside(
  { book, folders, notes }: Pick<EngineContext, 'book' | 'folders' | 'notes'>,
  { path: from, brief }: RecordedTask,
): Promise<string | null> {
  const { invalid } = taskFolders(folders);
  const name = baseName(from);
  for (const { path } of await notes.list(invalid)) {
    const found = baseName(path);
    if (!found.startsWith(name) || !path.endsWith('.md') || book.tasks.at(path)?.isFiled) continue;
    if (found === name) return path;
    // Of several that have one name, its words tell.
    const text = await notes.read(path);
    if (text.ok && briefDigest(text.value) === brief) return path;
  }
  return null;
}

/** Writes a report again that somebody deleted, so that its item does not lie there unnamed. */
export async function reportAgain(
  context: EngineContext,
  taskId: string,
  about: string,
): Promise<Result<string>> {
  const text = await context.notes.read(about);
  const front = text.ok ? readFrontMatter(text.value, about) : text;
  return reportInvalid(context, taskId, about, front.ok ? undefined : front.error);
}

/** Where a note of this name comes to lie in a folder. A report may name a place before its item is there. */
async function freePath(
  context: EngineContext,
  folder: string,
  name: string,
  reports: readonly OpenReport[],
): Promise<string> {
  let path = '';
  for (const candidate of namesToTry(name, () => '')) {
    path = joinPath(folder, `${candidate}.md`);
    const isTaken = (await context.notes.read(path)).ok;
    if (!isTaken && !reports.some(({ about }) => about === path)) break;
  }
  return path;
}

/** An id as part of a file's name: it may be anybody's words. */
function nameOf(id: string): string {
  return id.replace(/[^\w.-]+/gu, '-').slice(0, longestName);
}
