import type { PlanThen } from '../../core/ledger/ledger-record.js';

export interface SeenApproval {
  readonly content: string;
  readonly isStamped: boolean;
  readonly pending: readonly string[];
}

/** A person's decision that is being carried out, with the state at the time of the press. */
export interface Deciding {
  content: string | null | undefined;
  readonly stepText?: string;
  /** Why the plan did not want the request at the press, as a sentence; null otherwise. */
  unwanted: string | null;
  isInApproved: boolean;
  /**
   * The number of the ledger record that last revoked approvals before the press; undefined if
   * there is none.
   */
  readonly takenBackSeq: number | undefined;
  readonly seq: number;
  /** What speaks against the approval since the press, as a sentence; null if nothing does. */
  why: string | null;
  count: number;
}

/** What memory knows about approvals that wait for their call. */
export class StandingApprovals {
  readonly seen = new Map<string, SeenApproval>();
  readonly lying = new Set<string>();
  /** By request id: the plan's state when the plan last wanted the request. */
  readonly wanted = new Map<string, PlanThen>();
  /** The ids of requests that were sent to their servers, so that it is too late to revoke anything. */
  readonly calling = new Set<string>();
  readonly lapsed = new Map<string, string>();
  readonly recorded = new Map<string, string>();

  readonly deciding = new Map<string, Deciding>();

  /** By request id: how many presses that end the request are being carried out. */
  readonly ending = new Map<string, number>();

  untrusted = 0;

  readonly paths = new Map<string, string>();

  forget(id: string): void {
    this.lying.delete(id);
    const { seen, wanted, lapsed, recorded, paths } = this;
    for (const known of [seen, wanted, lapsed, recorded, paths]) known.delete(id);
  }
}
