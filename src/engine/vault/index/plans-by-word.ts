import { tokenizeBrief, comparableTokens } from '../../../core/task/tokenize-brief.js';

/** No more plans than this are compared with a new brief, whatever the vault holds. */
const mostCandidates = 64;

/** Which incomplete plans use a word in their objective: a new brief is compared with those only. */
export class PlansByWord {
  private readonly paths = new Map<string, Set<string>>();

  add(objective: string, path: string): void {
    for (const word of comparableTokens(tokenizeBrief(objective))) {
      const known = this.paths.get(word);
      if (known) known.add(path);
      else this.paths.set(word, new Set([path]));
    }
  }

  remove(objective: string, path: string): void {
    for (const word of comparableTokens(tokenizeBrief(objective))) {
      const known = this.paths.get(word);
      known?.delete(path);
      if (known?.size === 0) this.paths.delete(word);
    }
  }

  /**
   * Paths of plans that share words with a text, by the rarest words first: a plan that is like it shares
   * more than those that everybody uses. At most {@link mostCandidates}.
   */
  sharing(text: string): readonly string[] {
    const found = new Set<string>();
    const known = [...comparableTokens(tokenizeBrief(text))].flatMap(
      (word) => this.paths.get(word) ?? [],
    );
    for (const paths of known.sort((a, b) => a.size - b.size)) {
      for (const path of paths) {
        if (found.size === mostCandidates) return [...found];
        found.add(path);
      }
    }
    return [...found];
  }
}
