import { ok, type Result } from '../../core/errors.js';
import type { Folders } from '../../core/settings/device-config.js';
import type { NewFile } from '../../core/views/base-views.js';
import type { NoteStore } from '../../ports/note-store.js';

/** What setting up makes: folders, and the Dashboard note. */
export interface VaultSetUp {
  readonly folders: readonly string[];
  readonly dashboard: string;
}

/** What would be made, for a preview. */
export function planSetUp(folders: Folders, dashboardPath: string): VaultSetUp {
  return { folders: Object.values(folders) as string[], dashboard: dashboardPath };
}

/**
 * Makes the contract folders and the Dashboard. Idempotent: what exists is left as it is (LOOP-12).
 * It runs before there is an engine, so it takes the store itself.
 */
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
