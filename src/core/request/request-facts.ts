import { sha256Hex } from '../digest.js';
import type { Intent, LedgerRecord } from './ledger-record.js';
import { readStamp, stampAheadMs } from './stamp.js';

type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;

/** What the ledger says of one request id. */
export interface RequestFacts {
  readonly completed?: RecordOf<'completed'>;
  /** When (ms since 1970) it was first completed: what is written into its note later does not change that. */
  readonly completedSince?: number;
  readonly arrived?: RecordOf<'arrived'>;
  readonly approved?: RecordOf<'approved'>;
  readonly accepted?: RecordOf<'accepted'>;
  readonly intent?: Intent;
  readonly outcome?: RecordOf<'outcome'>;
  readonly voided?: RecordOf<'voided'>;
  /** Milliseconds since 1970. */
  readonly missingSince?: number;
  /** It lay in `/Approved` without authority. */
  readonly asked: boolean;
  /** An approval of it was given or seen here, and was not taken back since. */
  readonly approvalStands?: true;
  /** SHA-256 (hex) of the stamp that a person made here last, while that approval stands. */
  readonly approvedStamp?: string;
  /** When (ms since 1970) what is prepared now was last taken back, edited or written back here. */
  readonly takenBackMs?: number;
  /** The number of the record that says so: the clock may stand still between two. */
  readonly takenBackSeq?: number;
  /** How that was told, as sentences. */
  readonly takenBackWords?: string;
  /** What is prepared now was first prepared after that: people approve it from then on, and hardly before. */
  readonly isNewVersion?: true;
  /** Somebody changed what its note says since it was first prepared. */
  readonly isEdited?: true;
  readonly filed: boolean;
  /** Its notes say what became of it; its plan may not. */
  readonly told?: boolean;
  /** Spent in an earlier epoch. */
  readonly imported: boolean;
  readonly late?: RecordOf<'late_answer'>;
  /** A person says that this unknown attempt did not happen. */
  readonly notHappened?: true;
}

/** Whether anything ever spoke for an id: a copy of its note may carry the stamp, so none is left in Pending. */
export function wasApproved(facts: RequestFacts | undefined): boolean {
  return (facts?.approved ?? facts?.accepted ?? facts?.arrived) !== undefined;
}

/** Whether a note still proposes what was prepared. Older records do not say what that was. */
export function isSameProposal({ proposal }: RecordOf<'completed'>, now: string): boolean {
  return proposal === undefined || proposal === now;
}

/**
 * Whether a stamp may count, by what was taken back here: it was made after that, or here since. The clock of another
 * device may be ahead by as much as its stamps may. A version that was prepared since is approved at any time after
 * that, in whole seconds.
 */
export function mayCount(facts: RequestFacts | undefined, stamp: string): boolean {
  const read = readStamp(stamp);
  if (!read.ok) return false;
  if (facts?.takenBackMs === undefined || facts.approvedStamp === sha256Hex(stamp)) return true;
  return read.value.timeMs > facts.takenBackMs + (facts.isNewVersion ? -1_000 : stampAheadMs);
}
