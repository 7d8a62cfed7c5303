import { folderOf } from '../note/file-name.js';
import type { Folders } from '../settings/device-config.js';

/** Where the notes of tasks go that are over. */
export interface TaskFolders {
  readonly done: string;
  readonly failed: string;
  /** Items that can't be read. */
  readonly invalid: string;
}

/** They lie beside the finished plans: `Done/Tasks`, `Done/failed`, `Done/invalid`. */
export function taskFolders({ donePlans }: Pick<Folders, 'donePlans'>): TaskFolders {
  const parent = folderOf(donePlans);
  const below = (name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return { done: below('Tasks'), failed: below('failed'), invalid: below('invalid') };
}
