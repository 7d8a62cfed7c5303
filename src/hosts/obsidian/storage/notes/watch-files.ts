import { TFile, type TAbstractFile, type Vault } from 'obsidian';

/**
 * Calls back with the path of every file that is made, changed, moved or deleted, by whomever. A file that moves is
 * told at its old path and at its new one, also where its folder moves: Obsidian then tells each descendant
 * (obsidian-releases#772). The value stops it.
 *
 * CALL ONLY WHEN THE LAYOUT IS READY: before, `create` comes for every file there is.
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
