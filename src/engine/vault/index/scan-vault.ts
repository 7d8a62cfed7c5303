import type { Folders } from '../../../core/settings/device-config.js';
import { contractFolderOf, type ContractFolder } from '../../../core/settings/folders.js';
import type { NoteStore } from '../../../ports/note-store.js';

/** How many notes are read at once. */
const width = 32;

/** Visits every note of the contract folders once; the logs are left out. */
export async function scanVault(
  store: Pick<NoteStore, 'list'>,
  folders: Folders,
  visit: (path: string) => Promise<void>,
): Promise<void> {
  for (const [place, folder] of Object.entries(folders) as [ContractFolder, string][]) {
    if (place === 'logs') continue;
    const files = await store.list(folder);
    // A contract folder may lie in another one; its notes are visited with it.
    const paths = files
      .map(({ path }) => path)
      .filter((path) => contractFolderOf(folders, path) === place);
    const rest = paths[Symbol.iterator]();
    const lane = async (): Promise<void> => {
      for (const path of rest) await visit(path);
    };
    await Promise.all(Array.from({ length: width }, lane));
  }
}
