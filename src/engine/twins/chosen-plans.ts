import type { AuditEntry } from '../../core/audit/entry.js';

/**
 * Which note a person chose over another, until that went to the archive: a fold over the ledger, so that
 * a choice is carried out although the process ended in between. What nobody chose is decided anew.
 */
export class ChosenPlans {
  /** By the path of the note that goes: the path of the one that is kept. */
  private readonly over = new Map<string, string>();

  apply({ event, actor, from, to }: AuditEntry): void {
    if (from === undefined) return;
    if (event === 'plan_consolidated' && actor === 'Human' && to !== undefined) {
      this.over.set(from, to);
    }
    if (event === 'plan_archived' || event === 'not_written') this.over.delete(from);
  }

  /** The note chosen over the one at this path; `null`: none was. */
  chosenOver(path: string): string | null {
    return this.over.get(path) ?? null;
  }
}
