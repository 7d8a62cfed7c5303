import { ok, type Result } from '../../core/errors.js';
import type { Folders } from '../../core/settings/device-config.js';
import type { NewFile } from '../../core/views/base-views.js';
import type { NoteStore } from '../../ports/note-store.js';

export interface VaultSetUp {
  readonly folders: readonly string[];
  readonly dashboard: string;
}

export function planSetUp(folders: Folders, dashboardPath: string): VaultSetUp {
  return { folders: Object.values(folders) as string[], dashboard: dashboardPath };
}

/** Creates the folders and the Dashboard of a vault. Existing files stay unchanged (LOOP-12). */
export async function setUpVault(store: NoteStore, plan: VaultSetUp): Promise<Result<void>> {
  for (const folder of plan.folders) {
    const made = await store.createFolder(folder);
    if (!made.ok) return made;
  }
  const text =
    '# Dashboard\n\n%% countersign:begin %%\nNothing has happened yet.\n%% countersign:end %%\n';
  const created = await store.create(plan.dashboard, text);
  return created.ok || created.error.code === 'note_exists' ? ok(undefined) : created;
}

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
