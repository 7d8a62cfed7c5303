import type { PlanThen } from '../../core/ledger/ledger-record.js';

export interface SeenApproval {
  readonly content: string;
  readonly isStamped: boolean;
  /** The paths of notes that were still in Pending, because sync may bring a note to its new place before it removes the old one. */
  readonly pending: readonly string[];
}

/** A person's decision that is being carried out, with the state at the time of the press. */
export interface Deciding {
  /** The content of the request's note at the press; null if it could not be read, undefined after a drag until the note is read. */
  content: string | null | undefined;
  readonly stepText?: string;
  /** Why the plan did not want the request at the press, as a sentence; null if the plan wanted it, or was corrected since. */
  unwanted: string | null;
  isInApproved: boolean;
  /** The ledger record number of the request's last revocation before the press; undefined if there was none. */
  readonly takenBackSeq: number | undefined;
  readonly seq: number;
  /** What speaks against the approval since the press, from the request's notes or plan, as a sentence; null if nothing does. */
  why: string | null;
  /** How many presses on this request are being carried out. What speaks against one of them speaks against all. */
  count: number;
}

/** What is known in memory about approvals that wait; the ledger has the rest. */
export class StandingApprovals {
  readonly seen = new Map<string, SeenApproval>();
  /** The ids of requests with a note in Approved, approved or not. */
  readonly lying = new Set<string>();
  /** By request id, the state of its plan at the last check at which the plan wanted the request. */
  readonly wanted = new Map<string, PlanThen>();
  /** The ids of requests that were sent to their servers, so that it is too late to revoke anything. */
  readonly calling = new Set<string>();
  /** By id of a request without a standing approval, why its earlier approvals are not accepted; recorded at the end of a check. */
  readonly lapsed = new Map<string, string>();
  /** By request id, a digest of the notes at the last recorded revocation. */
  readonly recorded = new Map<string, string>();

  readonly deciding = new Map<string, Deciding>();

  /** By request id, how many presses that would end the request are being carried out. While there is one, the request is not called. */
  readonly ending = new Map<string, number>();

  /** How often trust in moves was found to be off; a changed number shows that an earlier finding is outdated. */
  untrusted = 0;

  readonly paths = new Map<string, string>();

  forget(id: string): void {
    this.lying.delete(id);
    const { seen, wanted, lapsed, recorded, paths } = this;
    for (const known of [seen, wanted, lapsed, recorded, paths]) known.delete(id);
  }
}
