import { findFrontMatter } from '../note/front-matter/front-matter-block.js';
import {
  readFrontMatter,
  removeField,
  setField,
  textField,
} from '../note/front-matter/front-matter.js';
import { applyEdits } from '../text/edit.js';
import { textStart } from '../text/lines.js';
import { errorReportType } from './error-report.js';
import { STAGES, type Stage } from './stages.js';

const taskIdForm = /^T-[a-z0-9]{8}$/u;

export type TaskResult = 'done' | 'cancelled' | 'rejected' | 'failed';

export interface TaskProperties {
  readonly taskId: string | null;
  readonly received: string | null;
  readonly stage: Stage | null;
  readonly isDone: boolean;
  readonly result: string | null;
  readonly keys: ReadonlySet<string>;
  readonly type: string | null;
}

const doneWords: ReadonlySet<string> = new Set(['done', 'completed', 'complete', 'finished']);

/** Reads the properties of a task's note. Null if the front matter is broken. */
export function readTaskNote(text: string, path: string): TaskProperties | null {
  const front = readFrontMatter(text, path);
  if (!front.ok) {
    return front.error.code === 'front_matter_missing' ? nothingSaid : null;
  }
  const said = (key: string): string | null => textField(front.value, key)?.trim() ?? null;
  const id = said('task_id');
  const type = said('type')?.toLowerCase() ?? null;
  // An error report also has the id of its task.
  const isOfTask = id !== null && type !== errorReportType && taskIdForm.test(id);
  return {
    taskId: isOfTask ? id : null,
    received: said('received'),
    stage: STAGES.find((stage) => stage === said('loop_state')) ?? null,
    isDone: doneWords.has(said('status')?.toLowerCase() ?? ''),
    result: said('result'),
    keys: new Set(front.value.ranges.keys()),
    type,
  };
}

const nothingSaid: TaskProperties = {
  taskId: null,
  received: null,
  stage: null,
  isDone: false,
  result: null,
  keys: new Set(),
  type: null,
};

/**
 * Sets properties of a note. A `null` value removes the property. Returns null if the note cannot
 * be edited.
 */
export function withProperties(
  text: string,
  path: string,
  properties: Readonly<Record<string, string | null>>,
): string | null {
  const front = findFrontMatter(text);
  const start = textStart(text);
  let now =
    !front.ok && front.error.code === 'front_matter_missing'
      ? `${text.slice(0, start)}---\n---\n\n${text.slice(start)}`
      : text;
  for (const [key, value] of Object.entries(properties)) {
    const read = readFrontMatter(now, path);
    if (!read.ok) return null;
    const edits =
      value === null ? removeField(now, read.value, key) : setField(now, read.value, key, value);
    now = applyEdits(now, edits);
  }
  return now;
}
