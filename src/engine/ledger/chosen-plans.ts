import type { AuditEntry } from '../../core/audit/entry.js';

/**
 * From the ledger: which of two plan notes for one task a person chose to keep, until the other note is archived. The choice is therefore
 * carried out even after a crash; if nobody chose, Countersign decides again.
 */
export class ChosenPlans {
  /** By the path of the note that goes, the path of the note that is kept. */
  private readonly over = new Map<string, string>();
  /** By path, the duplicates that are to be archived, whoever decided that; true once the note was seen as cancelled. */
  private readonly going = new Map<string, boolean>();
  /** True once `look` was called, which happens when all notes are known. */
  private isLive = false;

  apply({ event, actor, from, to, outcome }: AuditEntry): void {
    if (from === undefined) return;
    if (event === 'plan_consolidated') this.going.set(from, false);
    if (event === 'plan_consolidated' && actor === 'Human' && to !== undefined) {
      this.over.set(from, to);
    }
    if (event === 'plan_archived' || event === 'not_written') this.over.delete(from);
    // A `plan_archived` without an outcome is recorded before the copy moves, so the copy is not gone yet.
    const isGone =
      event === 'duplicate_gone' || (event === 'plan_archived' && outcome !== undefined);
    if (isGone || event === 'not_written') this.going.delete(from);
  }

  /**
   * Forgets the duplicates that are gone, because another note may take their path. CALL WITH EVERY CHANGE OF THE INDEX, as soon as all
   * notes are known.
   */
  look(isCancelled: (path: string) => boolean): void {
    for (const [path, wasCancelled] of this.going) {
      if (isCancelled(path)) this.going.set(path, true);
      else if (wasCancelled || !this.isLive) this.going.delete(path);
    }
    this.isLive = true;
  }

  /**
   * True when the ledger says that the note at this path is to be archived as a duplicate. The note's own log proves nothing, because
   * anybody can write it.
   */
  isGoing(path: string): boolean {
    return this.going.has(path);
  }

  /** Returns the path of the note that a person chose over the one at this path; null if nobody did. */
  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
