import { showTemplates } from '../../core/text/show-invisible.js';
import { fail, ok, type Result } from '../../core/errors.js';
import {
  answers,
  readAnswer,
  renderErrorReport,
  type AnsweredReport,
  type ErrorReport,
} from '../../core/loop/error-report.js';
import { isNamed } from '../../core/loop/stages.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { readTaskNote, withProperties } from '../../core/loop/task-note.js';
import { baseName, joinPath } from '../../core/note/file-name.js';
import { namesToTry } from '../../core/note/free-name.js';
import { foldName } from '../../core/note/vault-path.js';
import { readFrontMatter } from '../../core/note/front-matter/front-matter.js';
import { writeScalar } from '../../core/note/front-matter/yaml-scalar.js';
import { inlineText } from '../../core/text/inline-text.js';
import { quoted, quotedPath } from '../../core/text/quote.js';
import { isoSeconds, timestampForName } from '../../core/time.js';
import type { EngineContext } from '../context.js';
import { isNoteOf, recordEnd, recordFiled } from './accept-task.js';
import { nameInReports, reportedNote } from './missing-notes.js';

const settingAside = 'items set aside';

export function writeErrorReport(
  { book, folders, notes }: EngineContext,
  report: ErrorReport,
): Promise<Result<string>> {
  const name = `ERROR_${timestampForName(book.now())}_${nameInReports(report.taskId)}`;
  return notes.createIn(folders.needsAction, name, showTemplates(renderErrorReport(report)));
}

export function isReportName(path: string): boolean {
  return baseName(path).startsWith('ERROR_');
}

export async function answerReport(
  context: EngineContext,
  path: string,
  text: string,
): Promise<Result<void>> {
  const answered = readAnswer(text, path);
  const { book } = context;
  if (answered === null || !book.isActive || book.halted) return ok(undefined);
  const { about, answer } = answered;
  if (context.earlier.recorded.get(path) !== answer) {
    const recorded = await book.record(
      { kind: 'event' },
      {
        ...{ actor: 'Outside', event: 'error_answered', from: path, outcome: answer },
        detail: `In the report ${quoted(baseName(path))}, “${answers[answer]}” was ticked. It is about ${quoted(baseName(about))}.`,
      },
      { durable: false },
    );
    if (!recorded.ok) return recorded;
    context.earlier.recorded.set(path, answer);
  }
  // No new report about the same note may be written before this one is archived.
  return context.writingBack.take(settingAside, async () => {
    const done = await act(context, answered);
    if (!done.ok) return done;
    const properties = { status: 'done', result: answer };
    const written = await context.notes.update(path, (now) =>
      withProperties(now, path, properties),
    );
    if (!written.ok) return written;
    const filed = await context.notes.moveInto(taskFolders(context.folders).done, path);
    return filed.ok ? ok(undefined) : filed;
  });
}

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
  const ready = isOver
    ? await closeUnread(context, taskId, answer)
    : await nameTask(context, about, taskId);
  if (!ready.ok && ready.error.code !== 'note_missing') return ready;
  const moved =
    answer === 'mine'
      ? ok(about)
      : await notes.moveInto(isOver ? failed : folders.needsAction, about);
  if (!moved.ok && moved.error.code !== 'note_missing') return moved;
  const task = book.tasks.task(taskId);
  if (!isOver || task?.stage !== 'CLOSE' || task.isFiled) return ok(undefined);
  return recordFiled(context, taskId, about, moved.ok ? moved.value : about);
}

async function nameTask(
  { book, notes }: EngineContext,
  path: string,
  taskId: string,
): Promise<Result<unknown>> {
  const task = book.tasks.task(taskId);
  if (!task || (await isNoteOf({ notes }, task.path, taskId))) return ok(undefined);
  return notes.update(path, (text) =>
    readTaskNote(text, path)?.keys.has('task_id') === false
      ? withProperties(text, path, { task_id: taskId })
      : null,
  );
}

async function closeUnread(
  context: EngineContext,
  taskId: string,
  answer: 'fail' | 'mine',
): Promise<Result<unknown>> {
  const task = context.book.tasks.task(taskId);
  if (planGoingOn(context, taskId) !== null) return ok(undefined);
  if (!task || task.isFiled || (await isNoteOf(context, task.path, taskId))) return ok(undefined);
  return recordEnd(context, task, `can’t be read, and is over: “${answers[answer]}”`);
}

export async function endWithoutNote(context: EngineContext, task: RecordedTask): Promise<boolean> {
  const { planId, round, stage, taskId } = task;
  const { book, folders, notes } = context;
  if (stage === 'CLOSE') return false;
  if (planId !== null) {
    const isOver = book.plannedIds.isEnded(planId);
    return isOver && (await recordEnd(context, task, 'is over with its plan, without its note')).ok;
  }
  if (round > 0 || isNamed(stage)) return false;
  for (const { path } of await notes.list(taskFolders(folders).done)) {
    if (!isReportName(path) || !path.includes(nameInReports(taskId))) continue;
    const text = await notes.read(path);
    const report = text.ok ? readAnswer(text.value, path) : null;
    if (report?.taskId === taskId && report.answer !== 'retry')
      return (await closeUnread(context, taskId, report.answer)).ok;
  }
  return false;
}

function planGoingOn({ book }: EngineContext, taskId: string): string | null {
  const planId = book.tasks.task(taskId)?.planId ?? null;
  return planId !== null && book.plannedIds.isEnded(planId) ? null : planId;
}

export function setAsideInvalid(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<Result<unknown>> {
  return context.writingBack.take(settingAside, () => setAside(context, path, text, taskId));
}

async function setAside(
  context: EngineContext,
  path: string,
  text: string,
  taskId: string,
): Promise<Result<unknown>> {
  const { book, earlier, notes, folders } = context;
  const front = readFrontMatter(text, path);
  if (front.ok)
    return fail('note_changed', `${quotedPath(path)} can be read again.`, 'Nothing is to be done.');
  const { invalid } = taskFolders(folders);
  const { message, advice, line } = front.error;
  const where = line === undefined ? '' : `Line ${line}: `;
  const name = baseName(path);
  const reported = await reportedNote(context, taskId);
  if (reported !== null) {
    return (await notes.read(reported.about)).ok
      ? fail(
          'note_exists',
          `${quoted(name)} is in ${invalid} already.`,
          'Correct it here or delete it, and answer its error report.',
        )
      : moveAsReported(context, path, reported);
  }
  const about = await freePath(context, invalid, name);
  if (earlier.recorded.get(path) !== taskId) {
    const recorded = await book.record(
      { kind: 'event' },
      {
        ...{
          actor: 'Countersign',
          event: 'item_invalid',
          task_id: taskId,
          from: path,
          to: invalid,
        },
        detail: `The properties of ${quoted(name)} can’t be read, so it moves to ${invalid}: ${message}`,
      },
      { durable: false },
    );
    if (!recorded.ok) return recorded;
    earlier.recorded.set(path, taskId);
  }
  const planId = planGoingOn(context, taskId);
  const written = await writeErrorReport(context, {
    ...{ errorType: 'item_invalid', taskId, about },
    timestamp: isoSeconds(book.now()),
    context: `The properties of this item can’t be read, so nobody knows what it asks for. It is in ${inlineText(about)}, as it was.`,
    details: [`- ${inlineText(`${where}${message}`)}`],
    options: [
      ...[advice, 'Then tick “Try again”.'],
      ...(planId === null
        ? []
        : [
            `The plan ${planId} of this item stays as it is, whatever you tick. If it is not to be worked, cancel or reject it.`,
          ]),
    ],
    boxes: {
      retry: 'the item goes back and is read again.',
      fail: `the item goes to \`${taskFolders(folders).failed}\`.`,
      mine: `the item stays in \`${invalid}\`, and this report is filed.`,
    },
  });
  if (!written.ok) return written;
  earlier.recorded.delete(path);
  return moveAsReported(context, path, { about, path: written.value });
}

async function moveAsReported(
  { folders, notes }: EngineContext,
  path: string,
  { about, path: report }: { readonly about: string; readonly path: string },
): Promise<Result<unknown>> {
  const moved = await notes.moveInto(taskFolders(folders).invalid, path, baseName(about));
  if (!moved.ok || moved.value === about) return moved;
  return notes.update(report, (text) => {
    const said = text.replaceAll(inlineText(about), () => inlineText(moved.value));
    return withProperties(said, report, { about: moved.value });
  });
}

async function freePath(context: EngineContext, folder: string, name: string): Promise<string> {
  const files = await context.notes.list(folder);
  const taken = new Set(files.map(({ path }) => foldName(path)));
  let path = '';
  for (const candidate of namesToTry(name, () => '')) {
    path = joinPath(folder, `${candidate}.md`);
    const there = await context.notes.read(path);
    const isTaken = taken.has(foldName(path)) || there.ok || there.error.code === 'note_not_a_file';
    if (!isTaken && (await reportedNote(context, '', `about: ${writeScalar(path)}\n`)) === null)
      break;
  }
  return path;
}
