import type { Vault } from 'obsidian';
import type { SessionState } from '../lifecycle/session-state.js';

export function auditFilesOf(vault: Vault, state: SessionState): readonly string[] {
  if (state.at !== 'ready') return [];
  const folder = `${state.vault.settings.folders.logs}/audit`;
  const names = vault.getFolderByPath(folder)?.children.map(({ name }) => name) ?? [];
  return names.filter((name) => name.endsWith('.jsonl'));
}
