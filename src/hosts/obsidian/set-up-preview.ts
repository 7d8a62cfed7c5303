import type { Vault } from 'obsidian';
import { treeOf, type FolderPreview } from '../../core/mission/start-model.js';
import { contractFolders } from '../../core/settings/folders.js';
import { folderProblem, newVaultSettings } from '../../core/settings/vault-settings.js';
import { planSetUp } from '../../engine/operations/set-up-vault.js';

const ownFolder = 'Countersign';

/** The top of an empty vault, or of one that has such folders already; else a folder of its own. */
export function proposeBase(vault: Vault): string {
  const here = vault.getRoot().children.map(({ name }) => name);
  const { needsAction, pending, approved } = contractFolders();
  const isAtHome = [needsAction, pending, approved].some((folder) => here.includes(folder));
  return here.length === 0 || isAtHome ? '' : ownFolder;
}

/** Paths of every folder and note that setting up below a base folder would make, in order. */
export function wouldBeMade(base: string): { folders: readonly string[]; dashboard: string } {
  const { folders, dashboard } = newVaultSettings('', base);
  return planSetUp(folders, dashboard);
}

/** The same as a tree, with what is there already; or why nothing can be made there. */
export function previewSetUp(vault: Vault, base: string): FolderPreview {
  const problem = base === '' ? null : folderProblem(base);
  if (problem !== null) return { problem, tree: [] };
  const { folders, dashboard } = wouldBeMade(base);
  const isThere = (path: string): boolean => vault.getAbstractFileByPath(path) !== null;
  return { problem: null, tree: treeOf([...folders, dashboard], isThere) };
}
