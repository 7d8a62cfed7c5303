import { isAbsolute, join, normalize } from 'node:path';
import { describeSystemError } from './system-error.js';
import { VaultReach } from './vault-reach.js';

/** Longer than any path that a system opens. */
const longestPath = 4096;

/** Where device state lies, and how servers read paths. */
interface Places {
  /** The folder that holds all device state of this computer. */
  readonly parent: string;
  /** Where servers start: relative paths are read from there. */
  readonly startIn: string;
  readonly home: string;
}

/**
 * Why texts of a call are refused, as a sentence: one names a file in the folder of device state, or nobody
 * can tell; `null`: none does. A text in several lines is no path.
 */
export async function deviceStateProblem(
  texts: readonly string[],
  { parent, startIn, home }: Places,
): Promise<string | null> {
  try {
    const reach = await VaultReach.open(parent, home);
    for (const given of texts) {
      // A program may trim and shorten a path before it opens it.
      const trimmed = given.trim();
      const text = trimmed.length > longestPath ? normalize(trimmed) : trimmed;
      if (text.length > longestPath || text.includes('\n')) continue;
      // A server starts in an empty folder below that one, so only a path that leaves it counts.
      const leadsOut = !isAbsolute(text) && text.split(/[\\/]/u).includes('..');
      if ((await reach.isNamedIn(text)) || (leadsOut && (await reach.leads(join(startIn, text))))) {
        return `The argument ${text} names files in which Countersign keeps its own state on this computer.`;
      }
    }
    return null;
  } catch (error) {
    return `Nobody can tell whether the arguments name files of Countersign’s own state: ${describeSystemError(error)}.`;
  }
}
