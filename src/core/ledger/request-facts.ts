import type { AuditEntry } from '../audit/entry.js';
import { sha256Hex } from '../digest.js';
import type { Intent, RecordOf } from './ledger-record.js';

/** What the ledger says of one request id. */
export interface RequestFacts {
  readonly prepared?: RecordOf<'completed'>;
  /** When (ms since 1970) it was first prepared: what is written into its note later does not change that. */
  readonly preparedSince?: number;
  readonly trustedMove?: RecordOf<'arrived'>;
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
  /** It was taken back, edited or written back here since it was prepared: only an approval made here since counts. */
  readonly takenBack?: true;
  /** When (ms since 1970) that was last so. */
  readonly takenBackMs?: number;
  /** The number of the record that says so: the clock may stand still between two. */
  readonly takenBackSeq?: number;
  /** How that was told, as sentences. */
  readonly takenBackReason?: string;
  /** The number of the record of the last preparation with a new nonce: no stamp over what is prepared now is older. */
  readonly nonceSeq?: number;
  /** The number of the record that first prepared what is prepared now. */
  readonly preparedSeq?: number;
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
  return (facts?.approved ?? facts?.accepted ?? facts?.trustedMove) !== undefined;
}

/** Whether a call was begun whose outcome is not known yet. */
export function isUnderWay(facts: RequestFacts | undefined): boolean {
  return facts?.intent !== undefined && facts.outcome === undefined;
}

/** Whether a note still proposes what was prepared. Older records do not say what that was. */
export function isSameProposal({ proposes }: RecordOf<'completed'>, now: string): boolean {
  return proposes === undefined || proposes === now;
}

/** Whether a server is started otherwise than when a request was prepared, or an older record does not say how that was. */
export function isOtherLaunch(completed: RequestFacts['prepared'], launch: string): boolean {
  return completed !== undefined && completed.launch !== launch;
}

/**
 * Whether a stamp over what is prepared now may count. No clock says which of an approval and its taking back came
 * first: another device's may be wrong, and sync late. So what was taken back is prepared again, with other bytes to sign.
 */
export function mayCount(facts: RequestFacts | undefined, stamp: string): boolean {
  return facts?.takenBack !== true || facts.approvedStamp === sha256Hex(stamp);
}

/** The number of the record of a call's end; `Infinity`: it is under way; -1: nothing was called. */
export function endSeqOf({ intent, outcome }: Partial<RequestFacts> = {}): number {
  return intent ? (outcome?.audit.seq ?? Infinity) : -1;
}

/** When news of an attempt came, as the numbers of the records that tell it. */
export interface AttemptNews {
  /** Its late answer, that another ledger called it, or that a person says that it happened; -1: none. */
  readonly newsSeq: number;
  /** Its end here; `Infinity`: it is under way; -1: it was not called here. */
  readonly endSeq: number;
}

/** The number of the record that last told something new of an attempt. */
export function observedSeq({ newsSeq, endSeq }: AttemptNews): number {
  return Math.max(newsSeq, endSeq);
}

/**
 * Whether news of an attempt came after a person could approve a request last. No clock of another device can be
 * trusted with that order. Nor can anybody have checked on another device what ended after the request was prepared:
 * a note may name any attempt.
 *
 * @param stamp of the approval; `null`: one that is still to come
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

/** How the step of a request read when its action was prepared, and as a person saw it who approved that. */
export function textsOf(known: RequestFacts | undefined): readonly string[] {
  return [known?.prepared?.step_text, known?.approved?.step_text].flatMap((text) => text ?? []);
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An audit entry says, at a time (ms since 1970), that approvals given until then count no more. */
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
