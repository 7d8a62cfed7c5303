import type { AuditEntry } from '../../core/audit/entry.js';

/**
 * Which note a person chose over another, until that went to the archive: a fold over the ledger, so that
 * a choice is carried out although the process ended in between. What nobody chose is decided again.
 */
export class ChosenPlans {
  /** By the path of the note that goes: the path of the one that is kept. */
  private readonly over = new Map<string, string>();
  /** The notes that are about to go as duplicates, whoever decided that; and whether they were seen to be cancelled. */
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
    // That a copy moves to the archive is on record before it does.
    const isGone =
      event === 'duplicate_gone' || (event === 'plan_archived' && outcome !== undefined);
    if (isGone || event === 'not_written') this.going.delete(from);
  }

  /**
   * Forgets those that are not there any more as we cancelled them: what lies at such a path next is another note.
   * CALL WITH EVERY CHANGE OF THE INDEX, as soon as all notes are known.
   */
  look(isCancelled: (path: string) => boolean): void {
    for (const [path, wasCancelled] of this.going) {
      if (isCancelled(path)) this.going.set(path, true);
      else if (wasCancelled || !this.isLive) this.going.delete(path);
    }
    this.isLive = true;
  }

  /** Whether the note at this path goes to the archive as a duplicate. What its own log says, anybody can write. */
  isGoing(path: string): boolean {
    return this.going.has(path);
  }

  /** The note chosen over the one at this path; `null`: none was. */
  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
