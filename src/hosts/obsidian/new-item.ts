import { ok, type Result } from '../../core/errors.js';
import { isoSeconds, slugOf, timestampForName } from '../../core/note/file-name.js';
import type { Priority } from '../../core/plan/plan.js';
import type { NoteStore } from '../../ports/note-store.js';

/** Work as a person typed it, to be kept as an item. */
export interface NewItem {
  readonly title: string;
  readonly text: string;
  readonly priority: Priority;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

const mostOfOneName = 100;

/** Writes an item into a folder under the first name that is free; the value is its path. */
export async function writeItem(
  store: Pick<NoteStore, 'create'>,
  folder: string,
  { title, text, priority, nowMs }: NewItem,
): Promise<Result<string>> {
  const note = `---\ntype: task\npriority: ${priority}\ncreated_date: ${isoSeconds(nowMs)}\n---\n\n${text.trim()}\n`;
  const name = `${folder}/${timestampForName(nowMs)}_${slugOf(title)}`;
  for (let number = 1; ; number += 1) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.md`;
    const created = await store.create(path, note);
    if (created.ok) return ok(path);
    if (created.error.code !== 'note_exists' || number >= mostOfOneName) return created;
  }
}
