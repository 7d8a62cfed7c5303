import type { AuditEntry } from '../audit/entry.js';
import { sha256Hex } from '../digest.js';
import type { Intent, RecordOf } from './ledger-record.js';

export interface RequestFacts {
  readonly prepared?: RecordOf<'completed'>;
  /** Milliseconds since 1970. */
  readonly preparedSince?: number;
  readonly trustedMove?: RecordOf<'arrived'>;
  readonly approved?: RecordOf<'approved'>;
  readonly accepted?: RecordOf<'accepted'>;
  readonly intent?: Intent;
  readonly outcome?: RecordOf<'outcome'>;
  readonly voided?: RecordOf<'voided'>;
  readonly missingSince?: number;
  readonly asked: boolean;
  readonly approvalStands?: true;
  /** SHA-256 (hex) of the approval's stamp. */
  readonly approvedStamp?: string;
  readonly takenBack?: true;
  readonly takenBackMs?: number;
  readonly takenBackSeq?: number;
  readonly takenBackReason?: string;
  readonly nonceSeq?: number;
  readonly preparedSeq?: number;
  readonly isEdited?: true;
  readonly filed: boolean;
  readonly told?: boolean;
  /** True when another ledger may have made the call. */
  readonly imported: boolean;
  readonly late?: RecordOf<'late_answer'>;
  readonly notHappened?: true;
}

export function wasApproved(facts: RequestFacts | undefined): boolean {
  return (facts?.approved ?? facts?.accepted ?? facts?.trustedMove) !== undefined;
}

export function isUnderWay(facts: RequestFacts | undefined): boolean {
  return facts?.intent !== undefined && facts.outcome === undefined;
}

/**
 * True when the note still proposes what was prepared. Also true for a record of an early version,
 * which has no `proposes`.
 * @param now the digest of what the note proposes
 */
export function isSameProposal({ proposes }: RecordOf<'completed'>, now: string): boolean {
  return proposes === undefined || proposes === now;
}

/** True when the server's configuration may have changed since the preparation. */
export function isOtherLaunch(completed: RequestFacts['prepared'], launch: string): boolean {
  return completed !== undefined && completed.launch !== launch;
}

/** False when this stamp may have been taken back. */
export function mayCount(facts: RequestFacts | undefined, stamp: string): boolean {
  return facts?.takenBack !== true || facts.approvedStamp === sha256Hex(stamp);
}

/** Returns the `seq` of the outcome. `Infinity` during the call, -1 if there was no call. */
export function endSeqOf({ intent, outcome }: Partial<RequestFacts> = {}): number {
  return intent ? (outcome?.audit.seq ?? Infinity) : -1;
}

export interface AttemptNews {
  /** The `seq` of the latest record with news about the attempt. -1 if there is none. */
  readonly newsSeq: number;
  readonly endSeq: number;
}

export function observedSeq({ newsSeq, endSeq }: AttemptNews): number {
  return Math.max(newsSeq, endSeq);
}

/** True when the person who approves may not have seen the latest news about an attempt. */
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
