import { ok, type Result } from '../../core/errors.js';
import type { NewFile } from '../../core/views/base-views.js';
import type { NoteStore } from '../../ports/note-store.js';

/**
 * Makes the files of {@link baseViews} that are not there yet; the value is their paths. What exists is left
 * as it is. Like setting up, it makes files that nothing else depends on, so it takes the store itself.
 */
export async function createBaseViews(
  store: Pick<NoteStore, 'create'>,
  files: readonly NewFile[],
): Promise<Result<readonly string[]>> {
  const made: string[] = [];
  for (const { path, text } of files) {
    const created = await store.create(path, text);
    if (created.ok) made.push(path);
    else if (created.error.code !== 'note_exists') return created;
  }
  return ok(made);
}
