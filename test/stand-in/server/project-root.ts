import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The project's folder, found from where this code lies: in `test/`, or in a bundle below
 * `node_modules/`.
 */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'esbuild.config.mjs'))) {
    if (dirname(folder) === folder) throw new Error('The project folder was not found.');
    folder = dirname(folder);
  }
  return folder;
}
