import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem } from '../../../core/errors.js';
import type { Notifier } from '../../../ports/notifier.js';
import type { NoteStore } from '../../../ports/note-store.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';

const LOOK_EVERY_MS = 5000;

export interface RestoreFoldersOptions {
  /** Must not create folders while the vault is missing. */
  readonly store: Pick<NoteStore, 'createFolder'>;
  readonly root: string;
  readonly folders: readonly string[];
  readonly notifier: Notifier;
}

/**
 * Recreates Countersign's folders, because git keeps no empty ones. The returned function stops
 * this.
 */
export async function restoreFolders(options: RestoreFoldersOptions): Promise<() => void> {
  await make(options, await missingOf(options));
  let before: readonly string[] = [];
  const look = async (): Promise<void> => {
    const missing = await missingOf(options);
    await make(
      options,
      missing.filter((folder) => before.includes(folder)),
    );
    before = missing;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}

async function missingOf({ root, folders }: RestoreFoldersOptions): Promise<readonly string[]> {
  const isMissing = await Promise.all(
    folders.map((folder) =>
      stat(join(root, folder)).then(
        () => false,
        (error: unknown) => systemErrorCode(error) === 'ENOENT',
      ),
    ),
  );
  return folders.filter((_, index) => isMissing[index]);
}

async function make(
  { store, notifier }: RestoreFoldersOptions,
  missing: readonly string[],
): Promise<void> {
  const made: string[] = [];
  for (const folder of missing) {
    const result = await store.createFolder(folder);
    if (result.ok) made.push(folder);
    else if (result.error.code !== 'vault_missing') {
      notifier.notify({ level: 'warning', text: describeProblem(result.error) });
    }
  }
  if (made.length === 0) return;
  const text = `Created missing folders: ${made.join(', ')}.`;
  notifier.notify({ level: 'warning', text });
}
