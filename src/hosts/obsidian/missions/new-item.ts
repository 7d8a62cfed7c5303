import type { Result } from '../../../core/errors.js';
import { slugOf } from '../../../core/note/file-name.js';
import { isoSeconds, timestampForName } from '../../../core/time.js';
import type { Priority } from '../../../core/plan/plan.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { createFirstFree } from './first-free-note.js';

/** Work that a person typed or selected, to be saved as a note in the folder of items. */
export interface NewItem {
  readonly title: string;
  readonly text: string;
  readonly priority: Priority;
  /** A link to the note in which the text was selected. Absent when the person typed the text. */
  readonly source?: string;
  /** The creation time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Writes a new item as a note into a folder, under the first free name. Returns its path. */
export function writeItem(
  store: Pick<NoteStore, 'create'>,
  folder: string,
  { title, text, priority, source, nowMs }: NewItem,
): Promise<Result<string>> {
  const from =
    source === undefined ? 'type: task' : `type: selection\nsource: ${JSON.stringify(source)}`;
  const note = `---\n${from}\npriority: ${priority}\ncreated_date: ${isoSeconds(nowMs)}\n---\n\n${text.trim()}\n`;
  const name = `${timestampForName(nowMs)}_${slugOf(title)}`;
  return createFirstFree(store, folder, name, note);
}
