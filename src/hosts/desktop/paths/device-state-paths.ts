import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { quoted } from '../../../core/text/quote.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { spellings, PathContainment } from './path-containment.js';

/** Longer than any path that a system opens. */
const longestPath = 4096;

/** A person recognises the argument by its beginning. */
const longestShown = 200;

/** Where device state is, and how servers read paths. */
interface ReadingContext {
  /** The folder that contains all device state of this computer. */
  readonly parent: string;
  /** Where servers start, and so what relative paths are relative to. */
  readonly startIn: string;
  /** The values of `~`, `$HOME` and the like. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Why texts of a call are refused, as a sentence: one names a file in the folder of device state, or nobody
 * can tell; `null` if none does. A multi-line text is not a path, unless it is an address.
 */
export async function deviceStateProblem(
  texts: readonly string[],
  { parent, startIn, env }: ReadingContext,
): Promise<string | null> {
  try {
    const reach = await PathContainment.open(parent, env);
    const states = [...(await readdir(parent)), '*'];
    for (const given of texts) {
      const text = pathIn(given);
      if (text === null) continue;
      const isNamed =
        (await reach.isNamedIn(text)) ||
        (await leavesTo(reach, text, startIn, env)) ||
        [...spellings(text, env)].some((one) => isNamedFromAbove(one, parent, states));
      if (isNamed) {
        if (reach.gaveUp) return 'The arguments name too many paths to check them all.';
        return `The argument ${quoted(text, longestShown)} names files in which Countersign keeps its own state on this computer.`;
      }
    }
    return null;
  } catch (error) {
    return `Countersign can’t check whether the arguments name files of its own state: ${describeSystemError(error)}.`;
  }
}

/**
 * The path that a text may be, because a program may trim and shorten it before it opens it; `null` if it
 * is none.
 */
function pathIn(given: string): string | null {
  const trimmed = given.trim();
  // Programs decode an address, and ignore its line breaks.
  const isAddress = /^file:/iu.test(trimmed);
  const spelled = isAddress ? ([...spellings(trimmed, {})].at(-1) ?? '') : trimmed;
  const text = spelled.length > longestPath ? normalize(spelled) : spelled;
  return text.length > longestPath || text.includes('\n') ? null : text;
}

/**
 * Whether a relative path leads into device state, also after a prefix (`@../x`, `file:../x`). A server
 * starts in an empty folder there, so a path that stays in it, or leads to nothing outside it, is only a
 * text with dots.
 */
async function leavesTo(
  reach: PathContainment,
  text: string,
  startIn: string,
  env: ReadingContext['env'],
): Promise<boolean> {
  const ways = [...spellings(text, env)].map(waysOf);
  if (ways.includes(null)) return true;
  for (const spelling of ways.flatMap((way) => way ?? [])) {
    const marked = [...spelling.matchAll(/[^\s\w.\\/-](?=\.\.[\\/])/gu)];
    const paths = marked.map(({ index }) => spelling.slice(index + 1));
    const leadsOut = !isAbsolute(spelling) && spelling.split(/[\\/]/u).includes('..');
    for (const path of leadsOut ? [spelling, ...paths] : paths) {
      const to = join(startIn, path);
      if (!(await isNothing(to, dirname(startIn))) && (await reach.leads(to))) return true;
    }
  }
  return false;
}

/** A pattern can mean very many paths. */
const mostWays = 500;

/**
 * The paths that a text with braces and the like means, or only itself if no `..` can be made of its parts;
 * `null`: too many.
 */
function waysOf(text: string): readonly string[] | null {
  const braced = text
    .replaceAll('[.]', '.')
    .replaceAll(/[*?+@!]?\(/gu, '{')
    .replaceAll(')', '}')
    .replaceAll('|', ',')
    .replaceAll(/\{[^{}]\.\.[^{}]\}/gu, '{.,?}')
    .replaceAll(/\*{2,}[\\/]/gu, '{,x/}')
    // Some programs list `..` among the names of a folder.
    .replaceAll(/(^|[\\/{,])\.[*?]+(?=[\\/])/gu, '$1{..,.x}');
  const dots = braced.split(/[{},\\/]/u).filter((part) => part === '.' || part === '..');
  if (dots.join('').length < 2) return [text];
  const ways = [braced];
  for (const way of ways) {
    const [group = '', inner = ''] = /\{([^{}]*)\}/u.exec(way) ?? [];
    if (group === '') continue;
    ways.push(...inner.split(',').map((one) => way.replace(group, () => one)));
    if (ways.length > mostWays) return null;
  }
  const whole = ways.filter((way) => !/\{[^{}]*\}/u.test(way));
  // A bracket that is left over is no pattern.
  return [text, ...whole.map((way) => way.replaceAll('{', '(').replaceAll('}', ')'))];
}

/** Whether a relative path names a folder of device state, because a server may read it from a folder above. */
function isNamedFromAbove(text: string, parent: string, states: readonly string[]): boolean {
  const path = normalize(text).toLowerCase();
  return (
    !isAbsolute(text) &&
    states.some((state) => path.includes(join(basename(parent), state, sep).toLowerCase()))
  );
}

/** Whether nothing can exist at a path below this folder, because its first name cannot be a file's. */
async function isNothing(path: string, folder: string): Promise<boolean> {
  const [first = ''] = relative(folder, path).split(sep);
  if (first === '' || first === '..' || isAbsolute(first) || /[*?[\]{}]/u.test(first)) return false;
  try {
    await lstat(join(folder, first));
    return false;
  } catch (error) {
    const code = systemErrorCode(error);
    return code === 'ENOENT' || code === 'ENAMETOOLONG';
  }
}
