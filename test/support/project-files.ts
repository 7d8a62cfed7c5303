import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders that are made, never written by hand. */
const MADE =
  /^(?:node_modules|dist|coverage|demo-vault|workbench-vault|workbench-vault-state|\.git)(?:\/|$)/;

/** The paths of the project's own files, relative to the root, with `/`. */
export function projectFiles(): readonly string[] {
  const listed = existsSync(`${root}/.git`) ? filesOfGit() : filesOnDisk('');
  return listed.filter((path) => path !== '' && !MADE.test(path) && existsSync(`${root}/${path}`));
}

export function readProjectFile(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8');
}

export function readProjectJson(path: string): unknown {
  return JSON.parse(readProjectFile(path));
}

function filesOfGit(): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', options, { cwd: root, encoding: 'utf8' }).split('\0');
}

function filesOnDisk(folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (MADE.test(path)) return [];
    return entry.isDirectory() ? filesOnDisk(path) : [path];
  });
}
