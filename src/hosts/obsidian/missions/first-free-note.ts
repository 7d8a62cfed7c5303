import type { Result } from '../../../core/errors.js';
import { atFirstFreeName } from '../../../core/note/free-name.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { systemIds } from '../../desktop/system/system-ids.js';

export function createFirstFree(
  store: Pick<NoteStore, 'create'>,
  folder: string,
  name: string,
  text: string,
): Promise<Result<string>> {
  const random = (): string => systemIds().random(8);
  return atFirstFreeName(folder, name, random, (path) => store.create(path, text));
}
