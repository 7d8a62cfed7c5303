import type { Folders } from './device-config.js';
import { contractFolders, folderDifferences } from './folders.js';

/**
 * The folder names that count as confirmed where actions never ran before: those given, if they are the
 * contract's own below one base folder. Others nobody was shown yet, so the contract's own stand in
 * for them, and the difference is put to the person.
 */
export function initialFolders(folders: Folders): Folders {
  const base = folders.inbox.slice(0, -'/Inbox'.length);
  const isUsual = folderDifferences(folders, contractFolders(base)).length === 0;
  return isUsual ? folders : contractFolders();
}
