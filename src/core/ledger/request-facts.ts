import type { AuditEntry } from '../audit/entry.js';
import { sha256Hex } from '../digest.js';
import type { Intent, RecordOf } from './ledger-record.js';

/** What the ledger says about one request id. */
export interface RequestFacts {
  readonly prepared?: RecordOf<'completed'>;
  /** When (ms since 1970) the request was first prepared; later preparations do not change this. */
  readonly preparedSince?: number;
  readonly trustedMove?: RecordOf<'arrived'>;
  readonly approved?: RecordOf<'approved'>;
  readonly accepted?: RecordOf<'accepted'>;
  readonly intent?: Intent;
  readonly outcome?: RecordOf<'outcome'>;
  readonly voided?: RecordOf<'voided'>;
  /** When (ms since 1970) the request's note was found missing; absent while the note is there. */
  readonly missingSince?: number;
  /** True when the request was seen in `/Approved` without a valid approval, so that a person is asked. */
  readonly asked: boolean;
  /** True when an approval was given or seen on this device and not taken back; absent otherwise. */
  readonly approvalStands?: true;
  /** SHA-256 (hex) of the last stamp that a person made on this device; absent if that is not valid any more. */
  readonly approvedStamp?: string;
  /**
   * True when the approval was taken back, or the note edited or restored, since the request was prepared. Only
   * a later approval on this device is then accepted. Absent otherwise.
   */
  readonly takenBack?: true;
  /** When (ms since 1970) approvals were last taken back; absent if never. */
  readonly takenBackMs?: number;
  /** The number of the ledger record that took approvals back. Two records may have the same time. */
  readonly takenBackSeq?: number;
  /** Why approvals were last taken back, as sentences; absent if never. */
  readonly takenBackReason?: string;
  /**
   * The number of the ledger record with the last new nonce (random value). Every stamp for the current content
   * is newer.
   */
  readonly nonceSeq?: number;
  /** The number of the ledger record that first prepared the current content; absent if the request is not prepared. */
  readonly preparedSeq?: number;
  /** True when somebody changed the content of the note after the request was first prepared; absent otherwise. */
  readonly isEdited?: true;
  readonly filed: boolean;
  /** True when the request's note has the result; the plan may not have it yet. */
  readonly told?: boolean;
  /** True when a ledger other than this one made a call for the request. */
  readonly imported: boolean;
  readonly late?: RecordOf<'late_answer'>;
  /** True when a person said that this unknown attempt did not happen; absent otherwise. */
  readonly notHappened?: true;
}

/** True when the request was ever approved. Copies of its note may then have the stamp. */
export function wasApproved(facts: RequestFacts | undefined): boolean {
  return (facts?.approved ?? facts?.accepted ?? facts?.trustedMove) !== undefined;
}

/** True when a call has begun and its outcome is not known yet. */
export function isUnderWay(facts: RequestFacts | undefined): boolean {
  return facts?.intent !== undefined && facts.outcome === undefined;
}

/**
 * True when the note still proposes what was prepared, and for older records, which do not say.
 * @param now the digest of what the note proposes
 */
export function isSameProposal({ proposes }: RecordOf<'completed'>, now: string): boolean {
  return proposes === undefined || proposes === now;
}

/**
 * True when the server's configuration has changed since the request was prepared, and for older records, which
 * do not say.
 * @param launch SHA-256 (hex) of the configuration
 */
export function isOtherLaunch(completed: RequestFacts['prepared'], launch: string): boolean {
  return completed !== undefined && completed.launch !== launch;
}

/**
 * True when a stamp may be an approval of the current content. After approvals were taken back, only the last
 * stamp made on this device since then may; clocks of other devices do not show which came first.
 */
export function mayCount(facts: RequestFacts | undefined, stamp: string): boolean {
  return facts?.takenBack !== true || facts.approvedStamp === sha256Hex(stamp);
}

/**
 * Returns the number of the record that ended a call; `Infinity` if the call is in progress, -1 if nothing was
 * called.
 */
export function endSeqOf({ intent, outcome }: Partial<RequestFacts> = {}): number {
  return intent ? (outcome?.audit.seq ?? Infinity) : -1;
}

/** The numbers of the ledger records with the last news about an attempt. */
export interface AttemptNews {
  /**
   * The number of the record with the last late answer, report of another ledger, or person's word; -1 if there
   * is none.
   */
  readonly newsSeq: number;
  /** The number of the record that ended the call; `Infinity` while it is in progress, -1 if this ledger made no call. */
  readonly endSeq: number;
}

/** Returns the number of the record with the last news about an attempt. */
export function observedSeq({ newsSeq, endSeq }: AttemptNews): number {
  return Math.max(newsSeq, endSeq);
}

/**
 * True when news about an attempt came after the approval, so that the person did not know it. Clocks of other
 * devices are not trusted, so for their stamps the news must be older than the preparation.
 * @param stamp the approval; `null` if none was given yet
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

/**
 * Returns the words of a request's step: those recorded when the request was prepared, and those on the
 * approved card.
 */
export function textsOf(known: RequestFacts | undefined): readonly string[] {
  return [known?.prepared?.step_text, known?.approved?.step_text].flatMap((text) => text ?? []);
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Records that approvals given so far are not accepted any more.
 * @param atMs the time of the audit entry (ms since 1970)
 */
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
