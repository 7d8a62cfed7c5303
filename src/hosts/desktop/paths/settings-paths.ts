import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import process from 'node:process';
import { ofTheReader } from './path-containment.js';

const mostLinks = 40;
const ofClaudeCode = /[\\/]\.claude[\\/]settings(?:\.local)?\.json$/iu;

export interface SettingsPlaces {
  readonly vault: string;
  readonly others: readonly string[];
}

/** True when a write to an absolute path could change settings that agents must not change. */
export async function reachesSettings(
  path: string,
  { vault, others }: SettingsPlaces,
): Promise<boolean> {
  const root = await realpath(vault);
  const rootId = await idOf(root);
  const hidden = (await readdir(root)).filter(isHidden).map((name) => join(root, name));
  const kept = await Promise.all([...hidden, ...others].map((one) => targetOf(one)));
  const ids = new Set((await Promise.all(kept.map(idOf))).filter((id) => id !== null));
  // Some programs resolve `..` before they follow links.
  for (const spelling of new Set([path, normalize(path)])) {
    const names: string[] = [];
    const target = await targetOf(spelling);
    if (ofClaudeCode.test(target)) return true;
    for (let at = target; ; at = dirname(at)) {
      if (ofTheReader.test(at)) return true;
      const id = await idOf(at);
      if (kept.includes(at) || (id !== null && ids.has(id))) return true;
      if ((at === root || id === rootId) && names.some(isHidden)) return true;
      if (dirname(at) === at) break;
      names.push(basename(at));
    }
  }
  return false;
}

async function targetOf(path: string, budget = { links: mostLinks }): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = await targetOf(parent, budget);
  const name = basename(path);
  const here = name === '..' ? dirname(folder) : join(folder, name);
  const target = ofTheReader.test(here) ? null : await readlink(here).catch(() => null);
  if (target === null) return here;
  budget.links -= 1;
  if (budget.links < 0) throw new Error(`${path} leads over more than ${mostLinks} links`);
  return targetOf(isAbsolute(target) ? target : folder + sep + target, budget);
}

async function idOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null || found.ino === 0n ? null : `${found.dev}:${found.ino}`;
}

function isHidden(name: string): boolean {
  // Some disks ignore invisible characters in names. Windows may shorten a hidden name to
  // `OBSIDI~1`.
  const seen = name.replace(/\p{Cf}/gu, '');
  return seen.startsWith('.') || (process.platform === 'win32' && /~\d/u.test(seen));
}
