import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import process from 'node:process';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { anyStartFolder } from './start-folder.js';

type Launch = Pick<Extract<BridgeConfig, { transport: 'stdio' }>, 'command' | 'args' | 'env'>;

type Variables = Readonly<Record<string, string | undefined>>;

interface PathTarget {
  readonly real: string | null;
  readonly isThere: boolean;
}

const inVault: PathTarget = { real: null, isThere: true };
const mostLinks = 40;
const mostSteps = 5_000;
const mostOfAll = 20_000;
/**
 * Matches Linux paths that mean different files in different processes, such as `/proc/self/cwd`.
 */
export const ofTheReader = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|fd|map_files)$/u;

/** Finds out whether a path or a text leads into a folder. */
export class PathContainment {
  private readonly known = new Map<string, PathTarget>();
  private stepsLeft = mostSteps;
  private stepsOfAll = mostOfAll;

  private constructor(
    private readonly root: string,
    private readonly dev: bigint,
    private readonly ino: bigint,
    private readonly env: Variables,
    private readonly startIn: string | null,
  ) {}

  static async open(
    vaultRoot: string,
    env: Variables = {},
    deviceFolder?: string,
  ): Promise<PathContainment> {
    const root = await realpath(vaultRoot);
    const { dev, ino } = await stat(root, { bigint: true });
    const startIn =
      deviceFolder === undefined
        ? null
        : anyStartFolder(await realpath(deviceFolder).catch(() => deviceFolder));
    return new PathContainment(root, dev, ino, env, startIn);
  }

  async leads(path: string): Promise<boolean> {
    for (const spelling of new Set([path, normalize(path)])) {
      if ((await this.follow(spelling, { links: 0 })).real === null) return true;
    }
    return false;
  }

  get gaveUp(): boolean {
    return this.stepsLeft < 0 || this.stepsOfAll < 0;
  }

  /**
   * True if the text may name a path in the folder. Also true if the check takes too many steps.
   */
  async isNamedIn(text: string): Promise<boolean> {
    this.stepsLeft = mostSteps;
    for (const spelling of spellings(text, this.env)) {
      for (const rest of pathsIn(spelling, this.startIn)) {
        if (!this.takeStep()) return true;
        for (const path of new Set([rest, normalize(rest)])) {
          if (await this.leadsFrom(path)) return true;
        }
      }
    }
    return false;
  }

  async partsOf({ command, args, env }: Launch): Promise<readonly string[]> {
    const named = [
      [`the program ${command}`, command],
      ...args.map((arg) => [`the argument ${arg}`, arg]),
      ...Object.entries(env).map(([name, value]) => [`the variable ${name}`, value]),
    ] as [string, string][];
    const parts: string[] = [];
    for (const [what, text] of named) if (await this.isNamedIn(text)) parts.push(what);
    return parts;
  }

  private async leadsFrom(text: string): Promise<boolean> {
    const [root = ''] = pathRoot().exec(text) ?? [];
    const [begin, between] = process.platform === 'win32' ? [/^[\\/]+/u, /[\\/]/u] : [/^\/+/u, '/'];
    return this.leadsIn(root + sep, text.slice(root.length).replace(begin, '').split(between));
  }

  private async leadsIn(start: string, names: readonly string[]): Promise<boolean> {
    let folder = start;
    for (const [at, name] of names.entries()) {
      if (!this.takeStep()) return true;
      if (name === '' || name === '.') continue;
      if (/[*?[{(]/u.test(name) && (await this.fits(folder, name, names.slice(at + 1))))
        return true;
      const ends = [...name.matchAll(/[^\p{L}\p{N}_.-]/gu)].map(({ index }) => index);
      for (const end of ends.filter((index) => index > 0)) {
        const place = await this.follow(joined(folder, name.slice(0, end)), { links: 0 });
        if (place.real === null || this.gaveUp) return true;
      }
      folder = joined(folder, name);
      const { real, isThere } = await this.follow(folder, { links: 0 });
      if (real === null) return true;
      if (!isThere) return false;
    }
    return false;
  }

  private takeStep(): boolean {
    this.stepsLeft -= 1;
    this.stepsOfAll -= 1;
    return !this.gaveUp;
  }

  private async fits(folder: string, pattern: string, rest: readonly string[]): Promise<boolean> {
    const { real } = await this.follow(folder, { links: 0 });
    if (real === null) return true;
    const below = joined(real, '');
    const isAbove = this.root.startsWith(below);
    if (/^\*{2,}$/u.test(pattern)) return isAbove;
    const next = isAbove ? this.root.slice(below.length).split(sep).slice(0, 1) : [];
    const areWays = isOpen(pattern, '{', '}') || isOpen(pattern, '(', ')');
    if (areWays && next.some((name) => matches(pattern, name))) return true;
    const listed = await readdir(real).catch((): string[] => []);
    if (pattern.includes('.')) listed.push('..');
    for (const name of new Set([...next, ...listed])) {
      if (!matches(pattern, name)) continue;
      const place = joined(folder, name);
      if (!this.takeStep() || (await this.follow(place, { links: 0 })).real === null) return true;
      if (await this.leadsIn(place, rest)) return true;
    }
    return false;
  }

  private async follow(path: string, budget: { links: number }): Promise<PathTarget> {
    const known = this.known.get(path);
    if (known) return known;
    this.stepsOfAll -= 1;
    const place = await this.look(path, budget);
    this.known.set(path, place);
    return place;
  }

  private async look(path: string, budget: { links: number }): Promise<PathTarget> {
    if (path === this.root) return inVault;
    const parent = dirname(path);
    if (parent === path) return { real: path, isThere: true };
    const folder = await this.follow(parent, budget);
    if (folder.real === null || !folder.isThere) return folder;
    const name = basename(path);
    const here = name === '..' ? dirname(folder.real) : join(folder.real, name);
    if (ofTheReader.test(here)) return inVault;
    const found = await stat(here, { bigint: true }).catch(() => null);
    if (here === this.root || (found !== null && this.isRoot(found))) return inVault;
    const target = await readlink(here).catch(() => null);
    if (target === null) return { real: here, isThere: found !== null };
    budget.links += 1;
    if (budget.links > mostLinks) return inVault;
    return this.follow(isAbsolute(target) ? target : joined(folder.real, target), budget);
  }

  private isRoot({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): boolean {
    // On some network drives every file has the inode number 0.
    return ino !== 0n && ino === this.ino && dev === this.dev;
  }
}

/** Describes the program, arguments and variables of a bridge that lead into the vault. */
export async function vaultPartsOf(
  bridge: BridgeConfig,
  vaultRoot: string,
  env: Variables,
  deviceFolder: string,
): Promise<readonly string[]> {
  if (bridge.transport !== 'stdio') return [];
  return (await PathContainment.open(vaultRoot, env, deviceFolder)).partsOf(bridge);
}

function joined(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function pathStarts(): RegExp {
  return process.platform === 'win32' ? /[A-Za-z]:[\\/]+|[\\/]+/gu : /\/+/gu;
}

function beforeRelative(): readonly RegExp[] {
  return process.platform === 'win32'
    ? [/(?:^|[^\p{L}\p{N}_.\\/-])(?=[\p{L}\p{N}_.-]+[\\/])/gu, /(?:^|[^.\\/])(?=\.{1,2}[\\/])/gu]
    : [/(?:^|[^\p{L}\p{N}_./-])(?=[\p{L}\p{N}_.-]+\/)/gu, /(?:^|[^./])(?=\.{1,2}\/)/gu];
}

function pathsIn(text: string, startIn: string | null): readonly string[] {
  const starts = [...text.matchAll(pathStarts())].map(({ index }) => index);
  const absolute = starts.flatMap((at) => (isBelowWord(text, at) ? [] : [text.slice(at)]));
  if (startIn === null || !text.includes('..')) return absolute;
  const relative = beforeRelative().flatMap((pattern) =>
    [...text.matchAll(pattern)].map((before) => text.slice(before.index + before[0].length)),
  );
  const leaving = relative.filter((path) => path.includes('..'));
  return [...absolute, ...leaving.map((path) => joined(startIn, path))];
}

function isBelowWord(text: string, slash: number): boolean {
  if (!/^[\\/]\*\*/u.test(text.slice(slash, slash + 3))) return false;
  let at = slash;
  while (/[\p{L}\p{N}_.-]/u.test(text.charAt(at - 1))) at -= 1;
  return at < slash && text.charAt(at) !== '-';
}

function pathRoot(): RegExp {
  return process.platform === 'win32' ? /^(?:[A-Za-z]:|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)?/u : /^/u;
}

/** Returns what a text may become when a shell or a server reads it. */
export function spellings(text: string, env: Variables): ReadonlySet<string> {
  const ways: readonly ((from: string) => string)[] = [
    // The homes of other users are unknown, so `~name` is read like `~`.
    (from) => from.replaceAll(/~[\w.-]*(?=[\\/]|$)/gu, () => env['HOME'] ?? ''),
    (from) =>
      from.replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/gu, (found, braced, bare) => {
        return env[String(braced ?? bare)] ?? found;
      }),
    (from) => (process.platform === 'win32' ? from : from.replaceAll('\\', '')),
    (from) => from.replaceAll(/["']/gu, ''),
    (from) => from.replaceAll(/[\t\r\n]/gu, ''),
    decoded,
  ];
  const all = ways.reduce((from, way) => way(from), text);
  return new Set([text, ...ways.map((way) => way(text)), all]);
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/gu, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

function isOpen(name: string, open: string, close: string): boolean {
  let depth = 0;
  for (const one of name)
    depth = one === open ? depth + 1 : Math.max(0, depth - Number(one === close));
  return depth > 0;
}

const anything =
  /([*?+@!]?\([^]*|\{[^]*|\[(?:[!^]?\]|[^\]]*(?:\[[:.=]|\]\+))[^]*)|\[[^\]]*\]?|[^]/gu;

function matches(pattern: string, name: string): boolean {
  const parts = [...pattern.matchAll(anything)].map(([part, any]) =>
    any === undefined ? part : '*',
  );
  const characters = [...name];
  const isAnything = (part: string | undefined): boolean => part === '*';
  const fits = (part: string | undefined, at: number): boolean =>
    part !== undefined && (/^[?[]/u.test(part) || part === characters[at]);
  let part = 0;
  let at = 0;
  let star = -1;
  let reached = 0;
  while (at < characters.length) {
    if (isAnything(parts[part])) {
      star = part;
      reached = at;
      part += 1;
    } else if (fits(parts[part], at)) {
      part += 1;
      at += 1;
    } else if (star === -1) {
      return false;
    } else {
      reached += 1;
      at = reached;
      part = star + 1;
    }
  }
  return parts.slice(part).every(isAnything);
}
