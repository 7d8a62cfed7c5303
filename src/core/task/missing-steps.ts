import { foldLine } from '../text/text-line.js';
import { tokenizeBrief, longestCompared } from './tokenize-brief.js';

/**
 * Those of the given steps (texts) that a plan's do not say in the same words, as one line each. A step of the
 * plan stands for one of them only.
 */
export function missingSteps(
  given: readonly string[],
  plans: readonly string[],
): readonly string[] {
  const free = new Map<string, number>();
  for (const text of plans) free.set(wordsOf(text), (free.get(wordsOf(text)) ?? 0) + 1);
  return given.map(foldLine).filter((text) => {
    const words = wordsOf(text);
    const count = free.get(words) ?? 0;
    free.set(words, count - 1);
    // What was not read to its end may differ.
    return count <= 0 || text.length > longestCompared;
  });
}

/** What a step says without its spelling; one without words stands as it is. */
function wordsOf(text: string): string {
  const words = tokenizeBrief(text).map(({ key }) => key);
  return words.length > 0 ? words.join(' ') : foldLine(text);
}
