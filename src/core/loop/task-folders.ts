import { folderOf } from '../note/file-name.js';
import type { Folders } from '../settings/device-config.js';

/** Where the notes of ended tasks go. */
export interface TaskFolders {
  readonly done: string;
  readonly failed: string;
  /** Items that can't be read. */
  readonly invalid: string;
}

/**
 * Where agents of some vaults move their current work, each into a folder with its name:
 * `In_Progress/claude/`. Only read; we put nothing there.
 */
export function claimFolder({ needsAction }: Pick<Folders, 'needsAction'>): string {
  const parent = folderOf(needsAction);
  return parent === '' ? 'In_Progress' : `${parent}/In_Progress`;
}

/** Beside the finished plans: `Done/Tasks`, `Done/failed`, `Done/invalid`. */
export function taskFolders({ donePlans }: Pick<Folders, 'donePlans'>): TaskFolders {
  const parent = folderOf(donePlans);
  const below = (name: string): string => (parent === '' ? name : `${parent}/${name}`);
  return { done: below('Tasks'), failed: below('failed'), invalid: below('invalid') };
}
