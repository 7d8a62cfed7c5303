import type { Vault } from 'obsidian';
import { treeOf, type FolderPreview } from '../../../core/screens/start-model.js';
import { proposedBase } from '../../../core/settings/folders.js';
import { folderProblem, newVaultSettings } from '../../../core/settings/vault-settings.js';
import { planSetUp } from '../../../engine/operations/set-up-vault.js';

export function proposeBase(vault: Vault): string {
  return proposedBase(vault.getRoot().children.map(({ name }) => name));
}

/** Returns the paths of what the setup creates in a new vault. */
export function wouldBeMade(base: string): { folders: readonly string[]; dashboard: string } {
  const { folders, dashboard } = newVaultSettings('', base);
  return planSetUp(folders, dashboard);
}

export function previewSetUp(vault: Vault, base: string): FolderPreview {
  const problem = base === '' ? null : folderProblem(base);
  if (problem !== null) return { problem, tree: [] };
  const { folders, dashboard } = wouldBeMade(base);
  const isThere = (path: string): boolean => vault.getAbstractFileByPath(path) !== null;
  return { problem: null, tree: treeOf([...folders, dashboard], isThere) };
}
