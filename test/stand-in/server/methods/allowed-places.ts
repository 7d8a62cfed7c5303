import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { systemError } from './system-error.js';

/** Throws `EACCES` unless a path lies, links followed, in a folder that the page may change. */
export type CheckPlace = (path: string, syscall: string) => Promise<void>;

/** Allows what lies in one of `roots`, absolute folders that exist. */
export async function allowedPlaces(roots: readonly string[]): Promise<CheckPlace> {
  const realRoots = await Promise.all(roots.map((root) => realpath(root)));
  return async (path, syscall) => {
    if (!isAbsolute(path)) throw systemError('EACCES', syscall, path);
    const real = await realOf(resolve(path));
    const isInside = realRoots.some((root) => real === root || real.startsWith(root + sep));
    if (!isInside) throw systemError('EACCES', syscall, path);
  };
}

/** The real path, or that of the nearest parent which exists. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return dirname(path) === path ? path : realOf(dirname(path));
  }
}
