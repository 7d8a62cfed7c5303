import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import process from 'node:process';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { anyStartFolder } from './start-folder.js';

/** How a server is started, as far as it can name files. */
type Launch = Pick<Extract<BridgeConfig, { transport: 'stdio' }>, 'command' | 'args' | 'env'>;

/** Variables of an environment. */
type Variables = Readonly<Record<string, string | undefined>>;

/** The target of a path: `real` is `null` if it is the vault, or if a step on the way is in it. */
interface PathTarget {
  readonly real: string | null;
  readonly isThere: boolean;
}

const inVault: PathTarget = { real: null, isThere: true };
const mostLinks = 40;
/** A text can combine existing folders in very many ways; nobody would wait for all of them. */
const mostSteps = 5_000;
const mostOfAll = 20_000;
/** The files in which Linux describes each process to itself. */
export const ofTheReader = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|fd|map_files)$/u;

/**
 * Finds paths that lead into a vault. Anyone who can write there can change the meaning of such a path,
 * even if only a link in the vault leads out again. Each folder on the way is looked up on disk, so that
 * links and other spellings hide nothing.
 */
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

  /**
   * @param env the values of `~`, `$HOME` and the like
   * @param deviceFolder the device's folder; relative paths are read from where its servers start. Throws
   *   system errors if the vault does not exist.
   */
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

  /** Whether an absolute path, which need not exist, leads into the vault. */
  async leads(path: string): Promise<boolean> {
    for (const spelling of new Set([path, normalize(path)])) {
      if ((await this.follow(spelling, { links: 0 })).real === null) return true;
    }
    return false;
  }

  /** Whether the last text, or all so far, contain too many paths to follow. */
  get gaveUp(): boolean {
    return this.stepsLeft < 0 || this.stepsOfAll < 0;
  }

  /** Whether a text contains such a path anywhere: `--config=/vault/x`, `file:///vault/x`. */
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

  /** The parts of a launch that lead into the vault, as words for a person, without values of variables. */
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

  /** A path at the start of a text. Its end is unknown, so each possible end is tried. */
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

  /** Whether another look is within the limit; if not, the text is treated as naming the vault. */
  private takeStep(): boolean {
    this.stepsLeft -= 1;
    this.stepsOfAll -= 1;
    return !this.gaveUp;
  }

  /** Whether a pattern in a folder, followed by the other names, can match a path that leads there. */
  private async fits(folder: string, pattern: string, rest: readonly string[]): Promise<boolean> {
    const { real } = await this.follow(folder, { links: 0 });
    if (real === null) return true;
    const below = joined(real, '');
    const isAbove = this.root.startsWith(below);
    // It may match any folders below this one.
    if (/^\*{2,}$/u.test(pattern)) return isAbove;
    // Some folders that can be opened cannot be listed.
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

  /** Follows links as the system does: `..` leaves the folder that a link led to. */
  private async look(path: string, budget: { links: number }): Promise<PathTarget> {
    if (path === this.root) return inVault;
    const parent = dirname(path);
    if (parent === path) return { real: path, isThere: true };
    const folder = await this.follow(parent, budget);
    if (folder.real === null || !folder.isThere) return folder;
    const name = basename(path);
    const here = name === '..' ? dirname(folder.real) : join(folder.real, name);
    // These are other files for us than for the server.
    if (ofTheReader.test(here)) return inVault;
    const found = await stat(here, { bigint: true }).catch(() => null);
    if (here === this.root || (found !== null && this.isRoot(found))) return inVault;
    const target = await readlink(here).catch(() => null);
    if (target === null) return { real: here, isThere: found !== null };
    budget.links += 1;
    // A chain of links that is too long to follow may lead anywhere.
    if (budget.links > mostLinks) return inVault;
    return this.follow(isAbsolute(target) ? target : joined(folder.real, target), budget);
  }

  private isRoot({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): boolean {
    // Some network drives have no such numbers.
    return ino !== 0n && ino === this.ino && dev === this.dev;
  }
}

/** The parts of a bridge that lead into a vault, in full, for the person who confirms it. Throws system errors. */
export async function vaultPartsOf(
  bridge: BridgeConfig,
  vaultRoot: string,
  env: Variables,
  deviceFolder: string,
): Promise<readonly string[]> {
  if (bridge.transport !== 'stdio') return [];
  return (await PathContainment.open(vaultRoot, env, deviceFolder)).partsOf(bridge);
}

/** Not `join`, which would resolve `..` before links are followed. */
function joined(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function pathStarts(): RegExp {
  return process.platform === 'win32' ? /[A-Za-z]:[\\/]+|[\\/]+/gu : /\/+/gu;
}

/** Text before a relative path that may lead out of a folder: before its first name, or before its dots. */
function beforeRelative(): readonly RegExp[] {
  return process.platform === 'win32'
    ? [/(?:^|[^\p{L}\p{N}_.\\/-])(?=[\p{L}\p{N}_.-]+[\\/])/gu, /(?:^|[^.\\/])(?=\.{1,2}[\\/])/gu]
    : [/(?:^|[^\p{L}\p{N}_./-])(?=[\p{L}\p{N}_.-]+\/)/gu, /(?:^|[^./])(?=\.{1,2}\/)/gu];
}

/** The rest of a text from each place where a path may begin; a relative one is joined to a folder. */
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

/** `src/**` means any folders below one with a name. An option may have a path attached to it. */
function isBelowWord(text: string, slash: number): boolean {
  if (!/^[\\/]\*\*/u.test(text.slice(slash, slash + 3))) return false;
  let at = slash;
  while (/[\p{L}\p{N}_.-]/u.test(text.charAt(at - 1))) at -= 1;
  return at < slash && text.charAt(at) !== '-';
}

function pathRoot(): RegExp {
  return process.platform === 'win32' ? /^(?:[A-Za-z]:|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)?/u : /^/u;
}

/** A text as it is, and as shells, servers and addresses read it. */
export function spellings(text: string, env: Variables): ReadonlySet<string> {
  const ways: readonly ((from: string) => string)[] = [
    // The named user is unknown here; usually there is only one home.
    (from) => from.replaceAll(/~[\w.-]*(?=[\\/]|$)/gu, () => env['HOME'] ?? ''),
    (from) =>
      from.replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/gu, (found, braced, bare) => {
        return env[String(braced ?? bare)] ?? found;
      }),
    (from) => (process.platform === 'win32' ? from : from.replaceAll('\\', '')),
    (from) => from.replaceAll(/["']/gu, ''),
    // Readers of an address ignore these characters.
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

/** Whether such a bracket of a name is closed after a slash, or never. */
function isOpen(name: string, open: string, close: string): boolean {
  let depth = 0;
  for (const one of name)
    depth = one === open ? depth + 1 : Math.max(0, depth - Number(one === close));
  return depth > 0;
}

/**
 * Patterns that can match anything: braces, `(…)`, `@(…)` and the like, and brackets that repeat, or contain
 * `]` or a class such as `[:alpha:]`.
 */
const anything =
  /([*?+@!]?\([^]*|\{[^]*|\[(?:[!^]?\]|[^\]]*(?:\[[:.=]|\]\+))[^]*)|\[[^\]]*\]?|[^]/gu;

/**
 * Whether a name matches a pattern in which `*` and similar match anything, and `?` and `[…]` match one
 * character. Not a regular expression, which could backtrack for ever.
 */
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
  /** The position of the last `*`, and how far it has matched. */
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
