import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchFolders } from './folder-watch.js';
import type { DiskStat, VaultDisk } from './vault-disk.js';

/** A real folder as the stand-in's disk. `basePath` is absolute. */
export function folderDisk(basePath: string): VaultDisk {
  const at = (path: string): string => join(basePath, path);
  return {
    basePath,
    async list(path) {
      const names = await readdir(at(path));
      const entries = await Promise.all(
        names.sort().map(async (name) => {
          const found = await statOf(join(at(path), name));
          return found === null ? [] : [{ name, ...found }];
        }),
      );
      return entries.flat();
    },
    stat: (path) => statOf(at(path)),
    async read(path) {
      const { buffer, byteOffset, byteLength } = await readFile(at(path));
      return new Uint8Array(buffer, byteOffset, byteLength);
    },
    write: (path, bytes) => writeFile(at(path), bytes),
    append: (path, bytes) => appendFile(at(path), bytes),
    async mkdir(path) {
      await mkdir(at(path), { recursive: true });
    },
    rename: (from, to) => rename(at(from), at(to)),
    remove: (path) => unlink(at(path)),
    rmdir: (path, recursive) => (recursive ? rm(at(path), { recursive }) : rmdir(at(path))),
    touch: (path, mtimeMs) => utimes(at(path), mtimeMs / 1000, mtimeMs / 1000),
    watch: (onChange) => watchFolders(basePath, onChange),
  };
}

async function statOf(path: string): Promise<DiskStat | null> {
  try {
    const found = await stat(path);
    if (!found.isFile() && !found.isDirectory()) return null;
    const { mtimeMs, ctimeMs, ino } = found;
    const folder = found.isDirectory();
    return {
      type: folder ? 'folder' : 'file',
      size: folder ? 0 : found.size,
      mtimeMs,
      ctimeMs,
      ino,
    };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as { code: string }).code)) return null;
    throw error;
  }
}
