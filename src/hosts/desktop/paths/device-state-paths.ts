import { lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { quoted } from '../../../core/text/quote.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { spellings, PathContainment } from './path-containment.js';

/** Longer than any path that a system opens. */
const longestPath = 4096;

/** A person knows the argument by its beginning. */
const longestShown = 200;

/** Where device state lies, and how servers read paths. */
interface ReadingContext {
  /** The folder that holds all device state of this computer. */
  readonly parent: string;
  /** Where servers start: relative paths are read from there. */
  readonly startIn: string;
  /** What `~`, `$HOME` and the like stand for. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Why texts of a call are refused, as a sentence: one names a file in the folder of device state, or nobody
 * can tell; `null`: none does. A text in several lines is no path, unless it is an address.
 */
export async function deviceStateProblem(
  texts: readonly string[],
  { parent, startIn, env }: ReadingContext,
): Promise<string | null> {
  try {
    const reach = await PathContainment.open(parent, env);
    for (const given of texts) {
      const text = pathIn(given);
      if (text === null) continue;
      if ((await reach.isNamedIn(text)) || (await leavesTo(reach, text, startIn, env))) {
        if (reach.gaveUp) return 'The arguments name too many paths to check them all.';
        return `The argument ${quoted(text, longestShown)} names files in which Countersign keeps its own state on this computer.`;
      }
    }
    return null;
  } catch (error) {
    return `Countersign can’t check whether the arguments name files of its own state: ${describeSystemError(error)}.`;
  }
}

/** The path that a text may be: a program may trim and shorten it before it opens it. `null`: it is none. */
function pathIn(given: string): string | null {
  const trimmed = given.trim();
  // Programs decode an address, and read it without its line breaks.
  const isAddress = /^file:/iu.test(trimmed);
  const spelled = isAddress ? ([...spellings(trimmed, {})].at(-1) ?? '') : trimmed;
  const text = spelled.length > longestPath ? normalize(spelled) : spelled;
  return text.length > longestPath || text.includes('\n') ? null : text;
}

/**
 * Whether a relative path leads into device state, also one behind a mark (`@../x`, `file:../x`). A server starts in
 * an empty folder of its own there, so a path that stays in it, or names nothing beside it, is only a text with dots.
 */
async function leavesTo(
  reach: PathContainment,
  text: string,
  startIn: string,
  env: ReadingContext['env'],
): Promise<boolean> {
  for (const spelling of spellings(text, env)) {
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

/** Whether nothing can lie at a path below this folder: its first name there is that of no file. */
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
