import { baseName } from '../../../core/note/file-name.js';
import type { VaultIndex } from './vault-index.js';

/**
 * Finds a note that cannot be read and may be the plan or request with one of these ids: it names
 * no id, or its file has that name.
 */
export function unreadNotes(
  index: Pick<VaultIndex, 'all'>,
  of: 'plan' | 'request',
): (...ids: readonly string[]) => string | null {
  const notes = [...index.all()].flatMap((entry) =>
    entry.kind === 'broken' && entry.of === of ? [entry] : [],
  );
  return (...ids) =>
    notes.find(({ id, path }) => id === null || ids.includes(baseName(path)))?.path ?? null;
}
