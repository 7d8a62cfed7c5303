import { folderOf } from '../note/file-name.js';
import type { Folders } from '../settings/device-config.js';

export interface TaskFolders {
  readonly done: string;
  readonly failed: string;
  readonly invalid: string;
}

/** Returns the folder `In_Progress`. In it, each agent has a folder for its current work. */
export function claimFolder({ needsAction }: Pick<Folders, 'needsAction'>): string {
  const parent = folderOf(needsAction);
  return parent === '' ? 'In_Progress' : `${parent}/In_Progress`;
}

export function taskFolders({ donePlans }: Pick<Folders, 'donePlans'>): TaskFolders {
  const parent = folderOf(donePlans);
  const below = (name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return { done: below('Tasks'), failed: below('failed'), invalid: below('invalid') };
}
