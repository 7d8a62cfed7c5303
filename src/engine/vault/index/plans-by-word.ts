import { tokenizeBrief, comparableTokens } from '../../../core/task/tokenize-brief.js';

const mostCandidates = 64;

export class PlansByWord {
  private readonly paths = new Map<string, Set<string>>();
  private readonly objectives = new Map<string, string>();

  private readonly changed = new Map<string, string | null>();

  set(path: string, objective: string | null): void {
    this.changed.set(path, objective);
  }

  private takeIn(path: string, objective: string | null): void {
    const before = this.objectives.get(path) ?? null;
    if (before === objective) return;
    for (const word of wordsOf(before)) {
      const known = this.paths.get(word);
      known?.delete(path);
      if (known?.size === 0) this.paths.delete(word);
    }
    this.objectives.delete(path);
    if (objective === null) return;
    this.objectives.set(path, objective);
    for (const word of wordsOf(objective)) {
      const known = this.paths.get(word);
      if (known) known.add(path);
      else this.paths.set(word, new Set([path]));
    }
  }

  sharing(text: string): readonly string[] {
    for (const [path, objective] of this.changed) this.takeIn(path, objective);
    this.changed.clear();
    const found = new Set<string>();
    const known = [...wordsOf(text)].flatMap((word) => this.paths.get(word) ?? []);
    for (const paths of known.sort((a, b) => a.size - b.size)) {
      for (const path of paths) {
        if (found.size === mostCandidates) return [...found];
        found.add(path);
      }
    }
    return [...found];
  }
}

const wordsOf = (text: string | null): ReadonlySet<string> =>
  comparableTokens(tokenizeBrief(text ?? ''));
