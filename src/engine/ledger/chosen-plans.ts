import type { AuditEntry } from '../../core/audit/entry.js';

/**
 * From the ledger: which plan note a person chose over another, until that one is archived. A choice is therefore carried out even if the
 * process ended in between; without a choice, the decision is made again.
 */
export class ChosenPlans {
  /** The path of the kept note, by the path of the one that goes. */
  private readonly over = new Map<string, string>();
  /** The notes that are to be archived as duplicates, whoever decided that, and whether they were seen as cancelled. */
  private readonly going = new Map<string, boolean>();
  /** Whether all notes were known since this began. */
  private isLive = false;

  apply({ event, actor, from, to, outcome }: AuditEntry): void {
    if (from === undefined) return;
    if (event === 'plan_consolidated') this.going.set(from, false);
    if (event === 'plan_consolidated' && actor === 'Human' && to !== undefined) {
      this.over.set(from, to);
    }
    if (event === 'plan_archived' || event === 'not_written') this.over.delete(from);
    // A copy's move to the archive is recorded before the move.
    const isGone =
      event === 'duplicate_gone' || (event === 'plan_archived' && outcome !== undefined);
    if (isGone || event === 'not_written') this.going.delete(from);
  }

  /**
   * Forgets cancelled notes that are gone, because another note may take their path. CALL WITH EVERY CHANGE OF THE INDEX, as soon as all
   * notes are known.
   */
  look(isCancelled: (path: string) => boolean): void {
    for (const [path, wasCancelled] of this.going) {
      if (isCancelled(path)) this.going.set(path, true);
      else if (wasCancelled || !this.isLive) this.going.delete(path);
    }
    this.isLive = true;
  }

  /** Whether the note at this path is to be archived as a duplicate. Its own log proves nothing, because anybody can write it. */
  isGoing(path: string): boolean {
    return this.going.has(path);
  }

  /** The note that was chosen over the one at this path; `null` if none was. */
  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
