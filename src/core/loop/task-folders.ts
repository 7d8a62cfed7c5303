import { folderOf } from '../note/file-name.js';
import type { Folders } from '../settings/device-config.js';

export interface TaskFolders {
  readonly done: string;
  readonly failed: string;
  readonly invalid: string;
}

/**
 * Returns the folder in which agents of some vaults keep their current work, each agent in its own folder:
 * `In_Progress/claude/`. Countersign only reads this folder.
 */
export function claimFolder({ needsAction }: Pick<Folders, 'needsAction'>): string {
  const parent = folderOf(needsAction);
  return parent === '' ? 'In_Progress' : `${parent}/In_Progress`;
}

/** Returns the folders beside the finished plans: `Done/Tasks`, `Done/failed` and `Done/invalid`. */
export function taskFolders({ donePlans }: Pick<Folders, 'donePlans'>): TaskFolders {
  const parent = folderOf(donePlans);
  const below = (name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return { done: below('Tasks'), failed: below('failed'), invalid: below('invalid') };
}
