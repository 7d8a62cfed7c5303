import type { AuditEntry } from '../../core/audit/entry.js';

/**
 * The duplicate plan notes that are to be archived, and the notes that a person chose over them,
 * from the ledger. A choice is carried out even after a crash.
 */
export class ChosenPlans {
  /** By the path of the note that goes: the path of the note that is kept. */
  private readonly over = new Map<string, string>();
  /**
   * By the path of a duplicate that is to be archived: true once the note was seen as cancelled.
   */
  private readonly going = new Map<string, boolean>();
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
   * Forgets duplicates that are gone, because another note may take their path. CALL WITH EVERY
   * CHANGE OF THE INDEX, as soon as all notes are known.
   */
  look(isCancelled: (path: string) => boolean): void {
    for (const [path, wasCancelled] of this.going) {
      if (isCancelled(path)) this.going.set(path, true);
      else if (wasCancelled || !this.isLive) this.going.delete(path);
    }
    this.isLive = true;
  }

  /**
   * True when, according to the ledger, the note at a path is to be archived as a duplicate. The
   * note's own log proves nothing, because anybody can write it.
   */
  isGoing(path: string): boolean {
    return this.going.has(path);
  }

  /**
   * Returns the path of the note that a person chose over the one at a path; null if nobody did.
   */
  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
