import { ok } from '../../../core/errors.js';
import { object } from './schema.js';
import { writes, type Tool } from './tool.js';

export const taskTools: readonly Tool[] = [
  {
    name: 'finish_task',
    title: 'Finish a task',
    command: 'task done',
    description: 'Marks a task without a plan as done. Give task_id (T-…) or its note’s path.',
    inputSchema: object({
      task_id: { type: 'string', maxLength: 1_000 },
      path: { type: 'string', maxLength: 1_000 },
    }),
    annotations: writes,
    async run({ engine, actor }, args) {
      const { path, task_id: taskId } = args as { path?: string; task_id?: string };
      const done = await engine.operations.finishTask({
        path,
        taskId,
        actor,
      });
      if (!done.ok) return done;
      const { taskId: id, path: note } = done.value;
      return ok({ text: `${id} is done: ${note}.`, data: { task_id: id, note } });
    },
  },
];
