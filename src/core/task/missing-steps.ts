import { foldLine } from '../text/text-line.js';
import { tokenizeBrief, longestCompared } from './tokenize-brief.js';

/** Returns the given steps that a plan may lack. `plans` are the texts of the plan's steps. */
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
    return count <= 0 || text.length > longestCompared;
  });
}

function wordsOf(text: string): string {
  const words = tokenizeBrief(text).map(({ key }) => key);
  return words.length > 0 ? words.join(' ') : foldLine(text);
}
