import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { quoted } from '../../../core/text/quote.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { spellings, PathContainment } from './path-containment.js';

const longestPath = 4096;

const longestShown = 200;

interface ReadingContext {
  readonly parent: string;
  readonly startIn: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns a problem if one of the texts could name a file in which Countersign keeps its own state.
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

function pathIn(given: string): string | null {
  const trimmed = given.trim();
  const isAddress = /^file:/iu.test(trimmed);
  const spelled = isAddress ? ([...spellings(trimmed, {})].at(-1) ?? '') : trimmed;
  const text = spelled.length > longestPath ? normalize(spelled) : spelled;
  return text.length > longestPath || text.includes('\n') ? null : text;
}

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

const mostWays = 500;

function waysOf(text: string): readonly string[] | null {
  const braced = text
    .replaceAll('[.]', '.')
    .replaceAll(/[*?+@!]?\(/gu, '{')
    .replaceAll(')', '}')
    .replaceAll('|', ',')
    .replaceAll(/\{[^{}]\.\.[^{}]\}/gu, '{.,?}')
    .replaceAll(/\*{2,}[\\/]/gu, '{,x/}')
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
  return [text, ...whole.map((way) => way.replaceAll('{', '(').replaceAll('}', ')'))];
}

function isNamedFromAbove(text: string, parent: string, states: readonly string[]): boolean {
  const path = normalize(text).toLowerCase();
  return (
    !isAbsolute(text) &&
    states.some((state) => path.includes(join(basename(parent), state, sep).toLowerCase()))
  );
}

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
