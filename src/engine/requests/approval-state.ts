import type { PlanThen } from '../../core/ledger/ledger-record.js';

export interface SeenApproval {
  readonly content: string;
  readonly isStamped: boolean;
  readonly pending: readonly string[];
}

export interface Deciding {
  content: string | null | undefined;
  readonly stepText?: string;
  unwanted: string | null;
  isInApproved: boolean;
  readonly takenBackSeq: number | undefined;
  readonly seq: number;
  /** Why the approval must be revoked. Null while there is no reason. */
  why: string | null;
  count: number;
}

/** Keeps in memory what is known about approvals that wait for their call. */
export class StandingApprovals {
  readonly seen = new Map<string, SeenApproval>();
  readonly lying = new Set<string>();
  readonly wanted = new Map<string, PlanThen>();
  /** Ids of requests whose call is being made, so that it is too late to revoke the approval. */
  readonly calling = new Set<string>();
  readonly lapsed = new Map<string, string>();
  readonly recorded = new Map<string, string>();

  readonly deciding = new Map<string, Deciding>();

  readonly ending = new Map<string, number>();

  untrusted = 0;

  readonly paths = new Map<string, string>();

  forget(id: string): void {
    this.lying.delete(id);
    const { seen, wanted, lapsed, recorded, paths } = this;
    for (const known of [seen, wanted, lapsed, recorded, paths]) known.delete(id);
  }
}
