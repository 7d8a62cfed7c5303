import { TFile, type TAbstractFile, type Vault } from 'obsidian';

/**
 * CALL ONLY WHEN THE LAYOUT IS READY. Before that, Obsidian sends `create` for every existing file.
 */
export function watchFiles(vault: Vault, onEvent: (path: string) => void): () => void {
  const changed = (entry: TAbstractFile): void => {
    if (entry instanceof TFile) onEvent(entry.path);
  };
  const moved = (entry: TAbstractFile, oldPath: string): void => {
    if (entry instanceof TFile) onEvent(oldPath);
    changed(entry);
  };
  const refs = [
    vault.on('create', changed),
    vault.on('modify', changed),
    vault.on('delete', changed),
    vault.on('rename', moved),
  ];
  return () => {
    for (const ref of refs) vault.offref(ref);
  };
}
