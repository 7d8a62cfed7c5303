import { fail, ok, type Result } from '../../core/errors.js';
import { readTaskNote, withProperties } from '../../core/loop/task-note.js';
import { missingNoteText } from '../../core/loop/task-alerts.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { baseName } from '../../core/note/file-name.js';
import { quoted } from '../../core/text/quote.js';
import { noteWritten, recordEnd } from '../tasks/accept-task.js';
import { isOverwritten } from '../tasks/missing-notes.js';
import { isDirect, lookAtItem, type Look } from '../tasks/reconcile-task.js';
import type { Actor, Operation, OperationContext } from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

/** A task, by its note or by its id: each of the two may be in either place. */
export interface FinishTaskInput {
  readonly path?: string | undefined;
  readonly taskId?: string | undefined;
  readonly actor: Actor;
}

export interface FinishedTask {
  readonly taskId: string;
  /** Where its note is now: the reconciler files it by itself. */
  readonly path: string;
}

/** Writes into the note of a task that needs no plan that it is done. The reconciler closes and files it. */
export const finishTask: Operation<FinishTaskInput, FinishedTask> = (context, input) => {
  const { book, notes, keyedQueue } = context;
  const [path = '', other = path] = [input.taskId, input.path].flatMap((name) =>
    name === undefined ? [] : [book.tasks.task(name)?.path ?? name],
  );
  if (path === '' || other !== path) return Promise.resolve(notNamed(path));
  return keyedQueue.take(`item:${path}`, async () => {
    const task = book.tasks.task(input.taskId ?? '') ?? book.tasks.at(path);
    const found = await lookAtItem(context, path);
    // Another note may have come in the place of the one that is named.
    const look = found?.task.taskId === task?.taskId ? found : null;
    if (!look && task && !task.isFiled) return withoutNote(context, input, task);
    if (!look || !isDirect(look) || look.facts.finished) return whyNot(input, look);
    const { taskId } = look.task;
    const written = await recordThenWrite(
      context,
      {
        ...{ actor: input.actor, event: 'task_done', task_id: taskId, from: path },
        detail: `${quoted(look.content.title)} was marked as done.`,
      },
      () =>
        notes.update(path, (text) =>
          readTaskNote(text, path)?.taskId === taskId
            ? withProperties(text, path, { status: 'done' })
            : null,
        ),
    );
    if (!written.ok) return written;
    noteWritten(context, path, written.value);
    // What we write ourselves is not told to us.
    await context.handled(`path:${path}`);
    return ok({ taskId, path: book.tasks.task(taskId)?.path ?? path });
  });
};

/** A person may end a task that has no note any more; whoever else is told that it has none. */
async function withoutNote(
  context: OperationContext,
  { actor }: FinishTaskInput,
  task: RecordedTask,
): Promise<Result<FinishedTask>> {
  const { path, planId, stage, taskId } = task;
  const name = quoted(baseName(path));
  if (stage === 'CLOSE') return isDoneAlready(name);
  if (planId !== null) return hasPlan(name, planId);
  if ((await context.notes.read(path)).ok && !isOverwritten(context, taskId)) {
    const message = `The note of the task ${name} doesn’t name it any more.`;
    return fail('note_changed', message, 'It may be edited just now. Try again in a minute.');
  }
  if (actor !== 'Human') {
    return fail(
      'note_missing',
      missingNoteText(path),
      'Ask the person whether the task is still wanted. They can bring the note back, or end the task.',
    );
  }
  const said = `The task ${name}, whose note is missing, was ended.`;
  const ended = await recordThenWrite(
    context,
    { actor, event: 'task_done', task_id: taskId, from: path, detail: said },
    () => recordEnd(context, task, 'is over without its note'),
  );
  if (!ended.ok) return ended;
  await context.handled('outside:');
  return ok({ taskId, path });
}

function notNamed(path: string): Result<never> {
  return path === ''
    ? fail('input_invalid', 'No task is named.', 'Give its task_id or its path.')
    : fail('input_invalid', 'task_id and path don’t name the same task.', 'Give one of them.');
}

function whyNot({ path, taskId }: FinishTaskInput, look: Look | null): Result<never> {
  const name = quoted(look?.content.title ?? path ?? taskId ?? '');
  if (!look) return not(`${name} is not a task.`, 'Name a note in the inbox with a `task_id`.');
  if (look.facts.finished) return isDoneAlready(name);
  return look.planId === null
    ? not(`${name} needs a plan first.`, 'Start one, or keep it as a simple task.')
    : hasPlan(name, look.planId);
}

function isDoneAlready(name: string): Result<never> {
  return not(`${name} is done already.`, 'Nothing is left to do.');
}

function hasPlan(name: string, planId: string): Result<never> {
  return not(`${name} has the plan ${planId}.`, 'Complete its steps.');
}

function not(message: string, advice: string): Result<never> {
  return fail('transition_not_allowed', message, advice);
}
