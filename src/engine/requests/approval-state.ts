import type { PlanThen } from '../../core/ledger/ledger-record.js';

/** How an approved request was when its approval was first seen. */
export interface SeenApproval {
  readonly content: string;
  readonly isStamped: boolean;
  /** Notes in Pending that were still there: sync may bring a note to its new place before it takes the old one away. */
  readonly pending: readonly string[];
}

/** A decision of a person that is carried out at this moment, from when they made it. */
export interface Deciding {
  /** What its note said then; `null`: it could not be read; `undefined`: of a drag, nobody saw it since. */
  content: string | null | undefined;
  /** How its step read on the card; absent where that showed none. */
  readonly stepText?: string;
  /** What of its plan spoke against it then, as a sentence; `null`: nothing, or it was put right since. */
  unwanted: string | null;
  /** Whether its note was seen in Approved since. */
  isInApproved: boolean;
  /** When (the number of its record) it was last taken back before that. */
  readonly takenBackSeq: number | undefined;
  /** The number of the newest record then. */
  readonly seq: number;
  /** What was seen of its notes or its plan since that speaks against it, as a sentence. */
  why: string | null;
  /** How many presses are carried out: what speaks against one speaks against all. */
  count: number;
}

/** What is remembered of approvals while they wait. In memory only: which of them wait, the ledger says. */
export class StandingApprovals {
  /** By request. */
  readonly seen = new Map<string, SeenApproval>();
  /** Requests with a note in Approved, approved or not. */
  readonly lying = new Set<string>();
  /** Requests that their plans wanted when that was looked at last. */
  readonly wanted = new Map<string, PlanThen>();
  /** Requests whose servers have been asked: it is too late to take anything away. */
  readonly calling = new Set<string>();
  /** By request without a standing approval: why none from before counts, if nothing else comes of it. */
  readonly lapsed = new Map<string, string>();
  /** By request: the notes that were there when that was recorded last. */
  readonly recorded = new Map<string, string>();

  /** By request: the approvals that are carried out at this moment. */
  readonly deciding = new Map<string, Deciding>();

  /** By request: how many presses that end it are carried out at this moment. None of these is called. */
  readonly ending = new Map<string, number>();

  /** How often it was seen that moves are not trusted: what was found to be trusted before is not. */
  untrusted = 0;

  /** By request: where its note was seen last. */
  readonly paths = new Map<string, string>();

  forget(id: string): void {
    this.lying.delete(id);
    const { seen, wanted, lapsed, recorded, paths } = this;
    for (const known of [seen, wanted, lapsed, recorded, paths]) known.delete(id);
  }
}
