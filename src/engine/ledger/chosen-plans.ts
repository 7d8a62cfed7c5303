import type { AuditEntry } from '../../core/audit/entry.js';

/** The duplicate plan notes that have to be archived, according to the ledger. */
export class ChosenPlans {
  private readonly over = new Map<string, string>();
  private readonly going = new Map<string, boolean>();
  private isLive = false;

  apply({ event, actor, from, to, outcome }: AuditEntry): void {
    if (from === undefined) return;
    if (event === 'plan_consolidated') this.going.set(from, false);
    if (event === 'plan_consolidated' && actor === 'Human' && to !== undefined) {
      this.over.set(from, to);
    }
    if (event === 'plan_archived' || event === 'not_written') this.over.delete(from);
    // A `plan_archived` entry without an outcome only announces the move.
    const isGone =
      event === 'duplicate_gone' || (event === 'plan_archived' && outcome !== undefined);
    if (isGone || event === 'not_written') this.going.delete(from);
  }

  /**
   * Forgets notes that need not be archived any more. CALL AFTER EVERY CHANGE OF THE INDEX, once all
   * notes are known.
   */
  look(isCancelled: (path: string) => boolean): void {
    for (const [path, wasCancelled] of this.going) {
      if (isCancelled(path)) this.going.set(path, true);
      else if (wasCancelled || !this.isLive) this.going.delete(path);
    }
    this.isLive = true;
  }

  /** True when the note at a path is to be archived as a duplicate. */
  isGoing(path: string): boolean {
    return this.going.has(path);
  }

  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
