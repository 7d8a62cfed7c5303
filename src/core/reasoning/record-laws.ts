import type { DecisionGraph } from './decision-graph.js';
import { kindOfId, misplacedIn, type NodeKind, type RecordEntry } from './record-entry.js';

/**
 * What a record says so far, as far as it decides which entries may follow. It is kept up to date entry by entry, so
 * that the next one costs the same in a long record as in a short one.
 */
export class RecordState {
  private readonly kinds = new Map<string, NodeKind>();
  private readonly labels = new Map<string, string>();
  private readonly paths = new Map<string, string>();
  private readonly decisionOf = new Map<string, string>();
  private readonly choices = new Map<string, string>();
  private readonly rejected = new Set<string>();
  private readonly conflicting: Set<string>;

  constructor({ nodes, edges, conflicting }: DecisionGraph) {
    this.conflicting = new Set(conflicting);
    for (const { id, kind, text, place } of nodes.values()) {
      this.kinds.set(id, kind);
      this.labels.set(id, text);
      if (place) this.paths.set(id, place.path);
    }
    for (const { kind, from, to } of edges) {
      if (kind === 'considers') this.decisionOf.set(to, from);
      if (kind === 'chooses') this.choices.set(from, to);
      if (kind === 'rejects') this.rejected.add(to);
    }
  }

  has(id: string): boolean {
    return this.kinds.has(id);
  }

  /** What a node says; empty: there is none. */
  textOf(id: string): string {
    return this.labels.get(id) ?? '';
  }

  /** The note that says it; `null`: none does yet. */
  pathOf(id: string): string | null {
    return this.paths.get(id) ?? null;
  }

  /** Entries that were added are in this note now. */
  written(ids: readonly (string | null)[], path: string): void {
    for (const id of ids) if (id !== null) this.paths.set(id, path);
  }

  /** Why an entry may not follow, as a sentence and what to do; `null`: it may. */
  whyNot(entry: RecordEntry): readonly [message: string, advice: string] | null {
    const { is, of, refs } = entry;
    const misplaced = misplacedIn(entry);
    const named = [...(of === null ? [] : [of]), ...Object.values(refs).flat()];
    const missing = named.find((id) => !this.kinds.has(id));
    if (missing !== undefined) return [`Nothing in this record has the id ${missing}.`, lookUp];
    if (misplaced !== null)
      return [`It can’t be said of ${misplaced} (${this.kinds.get(misplaced) ?? ''}).`, lookUp];
    if ((is !== 'chosen' && is !== 'rejected') || of === null) return null;
    const decision = this.decisionOf.get(of);
    if (decision === undefined) return [`${of} is an option of no decision.`, lookUp];
    if (this.conflicting.has(decision))
      return [
        `Two choices were recorded for ${decision}, so neither counts.`,
        decideAgain(decision),
      ];
    const choice = this.choices.get(decision);
    if (choice === of) return [`${of} was chosen already.`, decideAgain(decision)];
    if (is === 'chosen' && choice !== undefined)
      return [`${choice} was chosen for ${decision} already.`, decideAgain(decision)];
    return this.rejected.has(of) ? [`${of} was rejected already.`, decideAgain(decision)] : null;
  }

  /** Takes in an entry that was allowed. */
  add({ is, id, of, text }: RecordEntry): void {
    if (id !== null) {
      const kind = kindOfId(id);
      if (kind !== null) this.kinds.set(id, kind);
      this.labels.set(id, text);
      if (is === 'option' && of !== null) this.decisionOf.set(id, of);
      return;
    }
    if (of === null) return;
    if (is === 'chosen') this.choices.set(this.decisionOf.get(of) ?? '', of);
    if (is === 'rejected') this.rejected.add(of);
  }
}

const lookUp = 'Look it up in the decision tree of the plan.';

function decideAgain(decision: string): string {
  return `A decision is made once. Record a new one that supersedes ${decision}.`;
}
