import { fail, ok, type Result } from '../../core/errors.js';
import { taskFolders } from '../../core/loop/task-folders.js';
import { readTaskNote, withProperties } from '../../core/loop/task-note.js';
import type { RecordedTask } from '../../core/loop/tasks.js';
import { quoted } from '../../core/text/quote.js';
import { noteWritten, recordEnd } from '../tasks/accept-task.js';
import { isDirect, lookAtItem, type Look } from '../tasks/reconcile-task.js';
import type { Actor, Operation, OperationContext } from './shared/operation.js';
import { recordThenWrite } from './shared/record-then-write.js';

/** Either field accepts a path or an id. */
export interface FinishTaskInput {
  readonly path?: string | undefined;
  readonly taskId?: string | undefined;
  readonly actor: Actor;
}

export interface FinishedTask {
  readonly taskId: string;
  readonly path: string;
}

export const finishTask: Operation<FinishTaskInput, FinishedTask> = (context, input) => {
  const { book, earlier, notes, keyedQueue } = context;
  const [path = '', other = path] = [input.taskId, input.path].flatMap((name) =>
    name === undefined ? [] : [book.tasks.task(name)?.path ?? name],
  );
  if (path === '' || other !== path) return Promise.resolve(notNamed(path));
  return keyedQueue.take(`item:${path}`, async () => {
    const task = book.tasks.task(input.taskId ?? '') ?? book.tasks.at(path);
    const found = await lookAtItem(context, path);
    const look = found?.task.taskId === task?.taskId ? found : null;
    if (!look && task && input.actor === 'Human' && earlier.tasks.has(task.taskId)) {
      const ended = await recordEnd(context, task, 'was ended without its note', input.actor);
      if (!ended.ok) return ended;
      await context.handled('outside:');
      return ok({ taskId: task.taskId, path });
    }
    if (!look || !isDirect(look) || look.facts.finished) return whyNot(context, input, look, task);
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
    await context.handled(`path:${path}`);
    return ok({ taskId, path: book.tasks.task(taskId)?.path ?? path });
  });
};

function notNamed(path: string): Result<never> {
  return path === ''
    ? fail('input_invalid', 'No task is named.', 'Give its `task_id` or its `path`.')
    : fail('input_invalid', '`task_id` and `path` don’t name the same task.', 'Give one of them.');
}

function whyNot(
  { folders }: OperationContext,
  { path, taskId }: FinishTaskInput,
  look: Look | null,
  task: RecordedTask | null,
): Result<never> {
  const name = quoted(look?.content.title ?? path ?? taskId ?? '');
  const not = (message: string, advice: string): Result<never> =>
    fail('transition_not_allowed', `${name} ${message}.`, advice);
  if (!task) return not('is not a task', 'Name a note in the inbox with a `task_id`.');
  const isDone = look ? look.facts.finished : task.stage === 'CLOSE';
  if (isDone) return not('is done already', 'Nothing is left to do.');
  const { planId } = look ?? task;
  if (planId !== null) return not(`has the plan ${planId}`, 'Complete its steps.');
  return look
    ? not('needs a plan first', 'Start one, or keep it as a simple task.')
    : not(
        'has no note in the inbox',
        `If somebody took it and it is done, move its note to ${taskFolders(folders).done}. Otherwise ask the person.`,
      );
}
