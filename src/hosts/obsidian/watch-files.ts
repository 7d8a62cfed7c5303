import { TFolder, type TAbstractFile, type Vault } from 'obsidian';

/**
 * Calls back with the path of every file that is made, changed, moved or deleted, by whomever. A
 * folder that moves is each of its files, at the old path and at the new one. The value stops it.
 *
 * CALL ONLY WHEN THE LAYOUT IS READY: before, `create` comes for every file there is.
 */
export function watchFiles(vault: Vault, onEvent: (path: string) => void): () => void {
  const moved = (entry: TAbstractFile, oldPath: string): void => {
    for (const path of filesIn(entry)) {
      // Files below a moved folder have their new paths now or from their own event on.
      const below = [entry.path, oldPath].find((folder) => path.startsWith(`${folder}/`));
      const rest = below === undefined ? '' : path.slice(below.length);
      onEvent(oldPath + rest);
      onEvent(entry.path + rest);
    }
  };
  const changed = (entry: TAbstractFile): void => {
    for (const path of filesIn(entry)) onEvent(path);
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

function filesIn(entry: TAbstractFile): string[] {
  return entry instanceof TFolder ? entry.children.flatMap(filesIn) : [entry.path];
}
