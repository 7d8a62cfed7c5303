import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { quoted } from '../../../core/text/quote.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { spellings, PathContainment } from './path-containment.js';

/** No system opens a path with more characters. */
const longestPath = 4096;

/** How many characters of an argument an error shows. */
const longestShown = 200;

/** Where device state is, and how servers read paths. */
interface ReadingContext {
  /** The folder that contains all device state of this computer. */
  readonly parent: string;
  /** The folder in which servers start, from which they read relative paths. */
  readonly startIn: string;
  /** The environment variables that a path may name, such as `$HOME`; `~` means `$HOME`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Why a call with these texts is refused, as a sentence: one of them names a file of device state, or they cannot be checked; `null` if
 * none does. A text with several lines is not a path, unless it begins with `file:`.
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

/** A text as a program may open it as a path: trimmed, and normalized if it is long; `null` if it cannot be a path. */
function pathIn(given: string): string | null {
  const trimmed = given.trim();
  // A program that opens a `file:` address decodes it, and ignores its line breaks.
  const isAddress = /^file:/iu.test(trimmed);
  const spelled = isAddress ? ([...spellings(trimmed, {})].at(-1) ?? '') : trimmed;
  const text = spelled.length > longestPath ? normalize(spelled) : spelled;
  return text.length > longestPath || text.includes('\n') ? null : text;
}

/**
 * True when a text is a relative path into device state, or contains one after a prefix (`@../x`, `file:../x`). Servers start in empty
 * folders within device state; a path to where nothing exists beside these folders is ignored.
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

/** The most paths to which a pattern is expanded. */
const mostWays = 500;

/**
 * The paths that a text means to a program that expands braces, groups and `**`. Only the text itself, if no expansion can contain `..`;
 * `null` if there are more than {@link mostWays}.
 */
function waysOf(text: string): readonly string[] | null {
  const braced = text
    .replaceAll('[.]', '.')
    .replaceAll(/[*?+@!]?\(/gu, '{')
    .replaceAll(')', '}')
    .replaceAll('|', ',')
    .replaceAll(/\{[^{}]\.\.[^{}]\}/gu, '{.,?}')
    .replaceAll(/\*{2,}[\\/]/gu, '{,x/}')
    // `.*` can match `..`, because some programs list `..` among the names in a folder.
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
  // A bracket without a partner is an ordinary character.
  return [text, ...whole.map((way) => way.replaceAll('{', '(').replaceAll('}', ')'))];
}

/** True when a relative path contains the name of a folder of device state: a server may read the path from a folder above. */
function isNamedFromAbove(text: string, parent: string, states: readonly string[]): boolean {
  const path = normalize(text).toLowerCase();
  return (
    !isAbsolute(text) &&
    states.some((state) => path.includes(join(basename(parent), state, sep).toLowerCase()))
  );
}

/** True when nothing can exist at a path below `folder`, because the first name of the path does not exist there. */
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
