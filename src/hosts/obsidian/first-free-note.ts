import { ok, type Result } from '../../core/errors.js';
import type { NoteStore } from '../../ports/note-store.js';

const mostOfOneName = 100;

/** Makes a note under the first name that is free, `name.md`, `name-2.md` …; the value is its path. */
export async function createFirstFree(
  store: Pick<NoteStore, 'create'>,
  name: string,
  text: string,
): Promise<Result<string>> {
  for (let number = 1; ; number += 1) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.md`;
    const created = await store.create(path, text);
    if (created.ok) return ok(path);
    if (created.error.code !== 'note_exists' || number >= mostOfOneName) return created;
  }
}
