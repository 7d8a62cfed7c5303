import type { AuditEntry } from '../audit/entry.js';

/** Who drafted requests through Countersign, as the ledger says it. A note that somebody wrote has no drafter. */
export class Drafters {
  private readonly byRequest = new Map<string, string>();

  apply({ event, request_id: id, actor }: AuditEntry): void {
    // The first one counts: an id is drafted once.
    if (event === 'action_drafted' && id !== undefined && !this.byRequest.has(id)) {
      this.byRequest.set(id, actor);
    }
  }

  /** The actor as logs name it, of the first of these ids that has one; `null`: nobody is known. */
  of(ids: readonly string[]): string | null {
    for (const id of ids) {
      const actor = this.byRequest.get(id);
      if (actor !== undefined) return actor;
    }
    return null;
  }
}
