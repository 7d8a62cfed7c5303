import type { Result } from '../../../core/errors.js';
import { slugOf } from '../../../core/note/file-name.js';
import { isoSeconds, timestampForName } from '../../../core/time.js';
import type { Priority } from '../../../core/plan/plan.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { createFirstFree } from './first-free-note.js';

export interface NewItem {
  readonly title: string;
  readonly text: string;
  readonly priority: Priority;
  readonly source?: string;
  readonly nowMs: number;
}

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
