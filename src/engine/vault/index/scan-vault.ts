import type { Problem } from '../../../core/errors.js';
import { contractFolderOf, type ContractFolder } from '../../../core/settings/folders.js';
import type { NoteFile, NoteStore } from '../../../ports/note-store.js';
import type { VaultContext } from '../vault-context.js';
import type { VaultIndex } from './vault-index.js';
import { visitAll } from './visit-all.js';

export async function scanVault(
  store: Pick<NoteStore, 'list'>,
  { folders, unread }: Pick<VaultIndex, 'folders' | 'unread'>,
  visit: (file: NoteFile) => Promise<void>,
): Promise<void> {
  for (const [place, folder] of Object.entries(folders) as [ContractFolder, string][]) {
    if (place === 'logs') continue;
    const found = new Map<string, Problem>();
    const files = await store.list(folder, (at, problem) => found.set(at, problem));
    unread.replace(folder, found);
    const own = files.filter(({ path }) => contractFolderOf(folders, path) === place);
    await visitAll(own, visit);
  }
}

export async function lookAtFolder(
  { notes, index }: Pick<VaultContext, 'notes' | 'index'>,
  folder: string,
): Promise<boolean> {
  const found = new Map<string, Problem>();
  const files = await notes.list(folder, (at, problem) => found.set(at, problem));
  for (const { path } of files) await notes.refresh(path);
  return index.unread.replace(folder, found);
}
