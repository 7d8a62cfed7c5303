import type { AuditEntry } from '../audit/entry.js';
import { sha256Hex } from '../digest.js';
import type { Intent, RecordOf } from './ledger-record.js';

export interface RequestFacts {
  readonly prepared?: RecordOf<'completed'>;
  /** Ms since 1970; later preparations do not change the time. */
  readonly preparedSince?: number;
  readonly trustedMove?: RecordOf<'arrived'>;
  readonly approved?: RecordOf<'approved'>;
  readonly accepted?: RecordOf<'accepted'>;
  readonly intent?: Intent;
  readonly outcome?: RecordOf<'outcome'>;
  readonly voided?: RecordOf<'voided'>;
  readonly missingSince?: number;
  /** True when a person is asked about the request, because its note was in `/Approved`. */
  readonly asked: boolean;
  /** True when an approval was given or seen on this device and not taken back. */
  readonly approvalStands?: true;
  /** SHA-256 (hex) of the last stamp that a person made on this device; absent if that is not valid any more. */
  readonly approvedStamp?: string;
  /**
   * True when approvals given so far are not accepted any more; a later one on this device may be.
   */
  readonly takenBack?: true;
  readonly takenBackMs?: number;
  /** The number of the ledger record that took approvals back. Two records may have the same time. */
  readonly takenBackSeq?: number;
  readonly takenBackReason?: string;
  /**
   * The number of the ledger record with the last new nonce (random value). Every stamp for the current content
   * is newer.
   */
  readonly nonceSeq?: number;
  readonly preparedSeq?: number;
  readonly isEdited?: true;
  readonly filed: boolean;
  /** True when the request's note has the result; the plan may not have it yet. */
  readonly told?: boolean;
  /** True when a ledger other than this one made a call for the request. */
  readonly imported: boolean;
  readonly late?: RecordOf<'late_answer'>;
  readonly notHappened?: true;
}

/** True when the request was ever approved. Copies of its note may then have the stamp. */
export function wasApproved(facts: RequestFacts | undefined): boolean {
  return (facts?.approved ?? facts?.accepted ?? facts?.trustedMove) !== undefined;
}

export function isUnderWay(facts: RequestFacts | undefined): boolean {
  return facts?.intent !== undefined && facts.outcome === undefined;
}

/**
 * True when the note still proposes what was prepared. Older records do not say, so they are taken
 * as unchanged.
 * @param now the digest of what the note proposes
 */
export function isSameProposal({ proposes }: RecordOf<'completed'>, now: string): boolean {
  return proposes === undefined || proposes === now;
}

/**
 * True when the server's configuration has changed since the request was prepared. Older records do
 * not say, so they are taken as changed.
 * @param launch SHA-256 (hex) of the configuration
 */
export function isOtherLaunch(completed: RequestFacts['prepared'], launch: string): boolean {
  return completed !== undefined && completed.launch !== launch;
}

/**
 * False for a stamp from before approvals were taken back. Clocks of other devices do not show
 * which came first, so only this device's last stamp is accepted then.
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

export interface AttemptNews {
  /**
   * The number of the record with the last late answer, report of another ledger, or person's word; -1 if there
   * is none.
   */
  readonly newsSeq: number;
  /** The number of the record that ended the call; `Infinity` while it is in progress, -1 if this ledger made no call. */
  readonly endSeq: number;
}

export function observedSeq({ newsSeq, endSeq }: AttemptNews): number {
  return Math.max(newsSeq, endSeq);
}

/**
 * True when the person who approves may not know the last news about an attempt. Clocks of other
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

export function textsOf(known: RequestFacts | undefined): readonly string[] {
  return [known?.prepared?.step_text, known?.approved?.step_text].flatMap((text) => text ?? []);
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

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
