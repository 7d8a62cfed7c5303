import { watch, type FSWatcher } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Watched {
  readonly watcher: FSWatcher;
  readonly ino: number;
}

/**
 * Tells the path, relative to `root`, of every entry below it that may have changed. One `fs.watch`
 * a folder, because recursive watching does not exist on every system; a folder that appears is
 * watched and then listed, so that what was put into it meanwhile is told too.
 */
export async function watchFolders(
  root: string,
  onChange: (path: string) => void,
): Promise<() => Promise<void>> {
  const folders = new Map<string, Watched>();
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  const drop = (path: string): void => {
    for (const [folder, { watcher }] of folders) {
      if (folder !== path && !folder.startsWith(`${path}/`)) continue;
      watcher.close();
      folders.delete(folder);
    }
  };

  const look = async (path: string, isNew: boolean): Promise<void> => {
    const found = await stat(join(root, path)).catch(() => null);
    if (closed) return;
    const known = folders.get(path);
    if (found === null || !found.isDirectory()) return drop(path);
    if (known?.ino === found.ino) return;
    drop(path);
    try {
      const watcher = watch(join(root, path), (event, name) => {
        if (name === null) return;
        const inside = path === '' ? name : `${path}/${name}`;
        onChange(inside);
        if (event === 'rename') last = last.then(() => look(inside, true));
      });
      watcher.on('error', () => drop(path));
      folders.set(path, { watcher, ino: found.ino });
    } catch {
      // The folder went away between the look and the watch; its own folder's watcher tells.
      return;
    }
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isNew) onChange(inside);
      if (entry.isDirectory()) await look(inside, isNew);
    }
  };

  await look('', false);
  return async () => {
    closed = true;
    await last;
    for (const { watcher } of folders.values()) watcher.close();
    folders.clear();
  };
}
