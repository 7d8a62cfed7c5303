import type { AuditEntry } from '../audit/entry.js';
import { sha256Hex } from '../digest.js';
import type { Intent, RecordOf } from './ledger-record.js';

/** What the ledger says about one request id. */
export interface RequestFacts {
  readonly prepared?: RecordOf<'completed'>;
  /** When (ms since 1970) it was first prepared; later changes of its note have no effect on this. */
  readonly preparedSince?: number;
  readonly trustedMove?: RecordOf<'arrived'>;
  readonly approved?: RecordOf<'approved'>;
  readonly accepted?: RecordOf<'accepted'>;
  readonly intent?: Intent;
  readonly outcome?: RecordOf<'outcome'>;
  readonly voided?: RecordOf<'voided'>;
  /** Milliseconds since 1970. */
  readonly missingSince?: number;
  /** It was in `/Approved` without a valid approval. */
  readonly asked: boolean;
  /** An approval of it was given or seen here, and was not taken back since. */
  readonly approvalStands?: true;
  /** SHA-256 (hex) of the last stamp that a person made here, while that approval is valid. */
  readonly approvedStamp?: string;
  /**
   * Its approval was taken back, or its note edited or restored, since it was prepared. Only a later
   * approval made here is accepted.
   */
  readonly takenBack?: true;
  /** When (ms since 1970) this last happened. */
  readonly takenBackMs?: number;
  /** The number of the record that says so; the clock may not advance between two records. */
  readonly takenBackSeq?: number;
  /** The reason, as sentences. */
  readonly takenBackReason?: string;
  /**
   * The number of the record of the last preparation with a new nonce. No stamp for the current preparation
   * is older.
   */
  readonly nonceSeq?: number;
  /** The number of the record that first prepared the current content. */
  readonly preparedSeq?: number;
  /** Somebody changed the content of its note since it was first prepared. */
  readonly isEdited?: true;
  readonly filed: boolean;
  /** Its notes contain its result; its plan may not. */
  readonly told?: boolean;
  /** Spent in an earlier epoch. */
  readonly imported: boolean;
  readonly late?: RecordOf<'late_answer'>;
  /** A person says that this unknown attempt did not happen. */
  readonly notHappened?: true;
}

/**
 * Whether there was ever an approval for an id. A copy of its note may have the stamp, so none is left in
 * Pending.
 */
export function wasApproved(facts: RequestFacts | undefined): boolean {
  return (facts?.approved ?? facts?.accepted ?? facts?.trustedMove) !== undefined;
}

/** Whether a call has begun and its outcome is not known yet. */
export function isUnderWay(facts: RequestFacts | undefined): boolean {
  return facts?.intent !== undefined && facts.outcome === undefined;
}

/** Whether a note still proposes what was prepared; `true` if an older record does not say. @param now the digest of what it proposes */
export function isSameProposal({ proposes }: RecordOf<'completed'>, now: string): boolean {
  return proposes === undefined || proposes === now;
}

/**
 * Whether a server is started in another way than when a request was prepared, or an older record does not
 * say how.
 */
export function isOtherLaunch(completed: RequestFacts['prepared'], launch: string): boolean {
  return completed !== undefined && completed.launch !== launch;
}

/**
 * Whether no withdrawal rules out a stamp for the current preparation. After one, only the last stamp made here
 * since then is accepted, until the request is prepared again with other bytes to sign: by the clocks of other devices,
 * nobody knows which came first.
 */
export function mayCount(facts: RequestFacts | undefined, stamp: string): boolean {
  return facts?.takenBack !== true || facts.approvedStamp === sha256Hex(stamp);
}

/** The number of the record of a call's end; `Infinity` if it is in progress, -1 if nothing was called. */
export function endSeqOf({ intent, outcome }: Partial<RequestFacts> = {}): number {
  return intent ? (outcome?.audit.seq ?? Infinity) : -1;
}

/** When there was news about an attempt, as the numbers of the records. */
export interface AttemptNews {
  /** Its late answer, a call by another ledger, or a person's word that it happened; -1 if none. */
  readonly newsSeq: number;
  /** Its end here; `Infinity` if it is in progress, -1 if it was not called here. */
  readonly endSeq: number;
}

/** The number of the record that last had news about an attempt. */
export function observedSeq({ newsSeq, endSeq }: AttemptNews): number {
  return Math.max(newsSeq, endSeq);
}

/**
 * Whether news about an attempt came after a person could last approve a request. Other devices' clocks are
 * not trusted for this. Nobody can have checked elsewhere an attempt that ended after the request was
 * prepared.
 * @param stamp of the approval; `null` for one still to come
 */
export function isNews(
  facts: RequestFacts | undefined,
  news: AttemptNews,
  stamp: string | null,
): boolean {
  const { approved, approvedStamp, nonceSeq = -1, preparedSeq = Infinity } = facts ?? {};
  const isOwn = approved && stamp !== null && approvedStamp === sha256Hex(stamp);
  if (isOwn) return observedSeq(news) > approved.audit.seq;
  return news.newsSeq > nonceSeq || news.endSeq > preparedSeq;
}

/** The wordings of a request's step: when its action was prepared, and as the approving person saw it. */
export function textsOf(known: RequestFacts | undefined): readonly string[] {
  return [known?.prepared?.step_text, known?.approved?.step_text].flatMap((text) => text ?? []);
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Records, from an audit entry at a time (ms since 1970), that approvals given so far are no longer accepted. */
export function takeBack(
  facts: Mutable<RequestFacts>,
  { detail, seq }: AuditEntry,
  atMs: number,
): void {
  facts.takenBack = true;
  facts.takenBackMs = atMs;
  facts.takenBackSeq = seq;
  facts.takenBackReason = detail;
  delete facts.approvalStands;
  delete facts.approvedStamp;
}
