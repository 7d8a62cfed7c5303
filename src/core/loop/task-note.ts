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

/** The result of a task. */
export type TaskResult = 'done' | 'cancelled' | 'rejected' | 'failed';

/** The properties that make a note a task. They are for people, and for a start without a ledger. */
export interface TaskProperties {
  /** `T-` and 8 characters; `null` if it is not ours. */
  readonly taskId: string | null;
  /** When it was accepted, as written. */
  readonly received: string | null;
  readonly stage: Stage | null;
  /** A person says that it is done. */
  readonly isDone: boolean;
  readonly result: string | null;
  /** All its property names; an existing property belongs to somebody, whatever its value. */
  readonly keys: ReadonlySet<string>;
  /** The kind of note: `email`, `whatsapp`, `file_drop` … */
  readonly type: string | null;
}

const doneWords: ReadonlySet<string> = new Set(['done', 'completed', 'complete', 'finished']);

/** The properties of a task's note; `null` if its front matter can't be read. */
export function readTaskNote(text: string, path: string): TaskProperties | null {
  const front = readFrontMatter(text, path);
  if (!front.ok) {
    return front.error.code === 'front_matter_missing' ? nothingSaid : null;
  }
  const said = (key: string): string | null => textField(front.value, key)?.trim() ?? null;
  const id = said('task_id');
  const type = said('type')?.toLowerCase() ?? null;
  // The report of an error has the id of the task that it is about.
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
 * The note with these properties, each on its own line (`null`: removed); everything else stays byte for
 * byte. A note without front matter gets some. Returns `null` if the front matter can't be read.
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
