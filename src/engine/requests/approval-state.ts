import type { PlanThen } from '../../core/ledger/ledger-record.js';

/** The state of an approved request when its approval was first seen. */
export interface SeenApproval {
  readonly content: string;
  readonly isStamped: boolean;
  /** Notes in Pending that were still there: sync may bring a note to its new place before it removes the old one. */
  readonly pending: readonly string[];
}

/** A person's decision that is being carried out, with the state at the time of the press. */
export interface Deciding {
  /** The content of its note then; `null` if it could not be read; `undefined` if a drag was not yet followed by a read. */
  content: string | null | undefined;
  /** The text of its step on the card; absent if the card showed none. */
  readonly stepText?: string;
  /** The objection of its plan at that time, as a sentence; `null` if there was none, or it was corrected. */
  unwanted: string | null;
  /** Whether its note was seen in Approved since. */
  isInApproved: boolean;
  /** The record number of its last revocation before that. */
  readonly takenBackSeq: number | undefined;
  /** The number of the newest record then. */
  readonly seq: number;
  /** An objection from its notes or its plan since then, as a sentence. */
  why: string | null;
  /** How many presses are being carried out: an objection to one applies to all. */
  count: number;
}

/** The state of approvals that wait. It is in memory only; the ledger knows which of them wait. */
export class StandingApprovals {
  /** By request. */
  readonly seen = new Map<string, SeenApproval>();
  /** Requests with a note in Approved, approved or not. */
  readonly lying = new Set<string>();
  /** Requests that their plans wanted at the last check, with the state of those plans. */
  readonly wanted = new Map<string, PlanThen>();
  /** Requests that were sent to their servers: it is too late to revoke anything. */
  readonly calling = new Set<string>();
  /** By request without a standing approval, why earlier approvals are not accepted; recorded if nothing else happens. */
  readonly lapsed = new Map<string, string>();
  /** By request, the notes at the time of the last such record. */
  readonly recorded = new Map<string, string>();

  /** By request, the approvals that are being carried out. */
  readonly deciding = new Map<string, Deciding>();

  /** By request, how many presses that would end it are being carried out. Such a request is not called. */
  readonly ending = new Map<string, number>();

  /** How often trust in moves was found to be off, so that an earlier finding is known to be outdated. */
  untrusted = 0;

  /** By request, the last path of its note. */
  readonly paths = new Map<string, string>();

  forget(id: string): void {
    this.lying.delete(id);
    const { seen, wanted, lapsed, recorded, paths } = this;
    for (const known of [seen, wanted, lapsed, recorded, paths]) known.delete(id);
  }
}
