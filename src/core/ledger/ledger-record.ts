import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/**
 * Why a request can never be called (again). `happened`: a person says that its unknown attempt did
 * happen.
 */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

/**
 * How the step of a withdrawn request ended: a person did or skipped it with our controls, or somebody ticked
 * it in the plan's note.
 */
export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

export interface PlanThen {
  /** SHA-256 (hex) of the reasons with which somebody else had blocked the plan; `null` if nobody had. */
  readonly blocked: string | null;
  /** The number of ticked ✋ lines with the same words as the request's step. */
  readonly doneAlike: number;
  /** The lines that `doneAlike` counts: each as `^` and its block id, or as `#` and a number. */
  readonly alike?: readonly string[];
  readonly places?: readonly string[];
  /** The open steps that had to be done before the request's step: each as `^` and its block id, or as its words. */
  readonly before?: readonly string[];
  /** The keys in `before` that also belong to done steps: each as often as there are such steps. */
  readonly beforeDone?: readonly string[];
  /** Present when `before` and `beforeDone` only hold what is new since the previous record. */
  readonly adds?: true;
}

interface Line {
  readonly audit: AuditEntry;
  /** The number of lines right before this one that are not yet in the audit file; absent if there are none. */
  readonly groupIndex?: number;
}

export type LedgerRecord = Line &
  (
    | {
        readonly kind: 'epoch';
        readonly epoch: string;
        readonly device: string;
        readonly vault: string;
        /**
         * Calls of other ledgers. No ledger may begin without knowing them, so they are in this
         * record.
         */
        readonly spent: readonly EarlierAttempt[];
        readonly earlier?: EarlierLedgers;
        /**
         * The claims in the audit files when this ledger began. Older records lack them, and the
         * claims are observed later.
         */
        readonly heard?: ObservedClaims;
        /** The digests of standing permissions that ended because this ledger began. */
        readonly ended?: readonly string[];
        /**
         * Items that were in the vault before an earlier ledger of this device began to accept
         * items.
         */
        readonly items?: readonly string[];
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        readonly waiting?: readonly string[];
        /**
         * The plans that earlier ledgers or audit files call approved, for people to read. None of
         * them is approved in this ledger.
         */
        readonly approvedBefore?: readonly string[];
      }
    /** An event that needs no kind of record of its own. */
    | {
        readonly kind: 'event';
        /** The state of plan notes, so that their content is not recorded again. */
        readonly seen?: readonly SeenPlan[];
        readonly requests?: readonly string[];
        /** Present when, with this record, everything that was in the vault is recorded. */
        readonly baseline?: true;
        /** The digests of items that were in the vault before items were accepted. */
        readonly items?: readonly string[];
      }
    /** News from the audit files of other devices, recorded because these files may disappear. */
    | ({
        readonly kind: 'heard';
        readonly spent?: readonly EarlierAttempt[];
      } & ObservedClaims)
    /**
     * The audit file `path` had an entry that this ledger does not know. The ledger runs nothing
     * after this record.
     */
    | { readonly kind: 'halted'; readonly path: string; readonly seq: number }
    /** The executor prepared a request; `s` is the digest of its signed content (`S`). */
    | {
        readonly kind: 'completed';
        readonly id: string;
        readonly s: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** The words of the request's step; `null` if the step did not exist. Absent in older records. */
        readonly step_text?: string | null;
        readonly proposes?: string;
        /**
         * A random value in the signed content, so that nobody could know `s` before this record.
         */
        readonly nonce?: string;
        /**
         * SHA-256 (hex) of the server's configuration, including the values of its variables and
         * headers.
         */
        readonly launch?: string;
        /**
         * The folder of approved requests at that time. A folder that the settings name later does
         * not approve the request.
         */
        readonly approved_in?: string;
        /** `null` if the plan did not need the request. Absent in older records. */
        readonly wanted?: PlanThen | null;
      }
    /**
     * The request was first seen in `/Approved` while any move there is an approval; `s` is the
     * digest of the signed content.
     */
    | { readonly kind: 'arrived'; readonly id: string; readonly s: string }
    /**
     * A person approved the signed content with the digest `s` on this device. The stamp is written
     * afterwards.
     */
    | {
        readonly kind: 'approved';
        readonly id: string;
        readonly s: string;
        readonly stamp?: string;
        /** The words of the step on the card that the person approved; absent if the request had no step. */
        readonly step_text?: string;
      }
    /** The request was seen in `/Approved` and did not run, so a person is asked. */
    | {
        readonly kind: 'asked';
        readonly id: string;
        /** Present when the request's note had a stamp, so that an approval waits. */
        readonly stamped?: true;
      }
    /**
     * Approvals given before this record are not accepted. With `asks` the note is in `/Approved`, and a person
     * is asked; without, a later move to `/Approved` may be a new approval.
     */
    | { readonly kind: 'taken_back'; readonly id: string; readonly asks?: true }
    /** An approval of the content with the digest `s` was accepted as valid. */
    | { readonly kind: 'accepted'; readonly id: string; readonly s: string }
    | Intent
    | {
        readonly kind: 'outcome';
        readonly id: string;
        readonly outcome: OutcomeKind;
        readonly reason: string;
        readonly answer: string;
        /** The new id under which the note returns to Pending. */
        readonly successor?: string;
      }
    | {
        readonly kind: 'voided';
        readonly id: string;
        readonly why: VoidReason;
        readonly reason: string;
        readonly plan: string | null;
        readonly step: string | null;
        readonly path?: string;
        readonly words?: string;
        /**
         * The unknown attempt that a person is asked about or, with `happened`, has answered for.
         */
        readonly attempt?: string;
        /** For `happened`: SHA-256 (hex) of the note as the person saw it. */
        readonly shown?: string;
        readonly step_is?: StepCloseReason;
        readonly step_text?: string;
        readonly expired?: true;
        readonly changed?: ChangedWhat;
        /** Present when another ledger prepared the request and may have run it. */
        readonly mayHaveRun?: {
          readonly effect: string;
          readonly call?: string;
          readonly note?: string;
        };
        readonly successor?: string;
      }
    /** A ✋ step ended on a person's word, without a request; or a step that had ended was found open again. */
    | {
        readonly kind: 'step';
        readonly plan: string;
        readonly step: string;
        readonly is: 'ended' | 'open';
        readonly text?: string;
      }
    /** A person says that an unknown attempt did not happen. Its outcome stays unknown. */
    | { readonly kind: 'not_happened'; readonly id: string }
    | {
        readonly kind: 'taken_over';
        readonly epochs: readonly string[];
        readonly spent: readonly EarlierAttempt[];
        readonly prepared?: readonly string[];
        /**
         * Requests that another ledger prepared, never called and rejected, each as epoch and id.
         */
        readonly rejected?: readonly string[];
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        readonly waiting?: readonly string[];
        /**
         * The plans that were approved on other computers, for people to read. None of them is
         * approved in this ledger.
         */
        readonly approvedBefore?: readonly string[];
      }
    /** The note of a request is missing since this record, until a record of the kind `found`. */
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    /** The outcome or end of a request is written into its note, but its plan could not be written. */
    | { readonly kind: 'told'; readonly id: string }
    | { readonly kind: 'filed'; readonly id: string }
    /** The server answered after the call had been given up. The outcome stays; the note mentions the answer. */
    | {
        readonly kind: 'late_answer';
        readonly id: string;
        readonly reason: string;
        readonly answer: string;
      }
  );

export type PlanEnd = 'done' | 'cancelled' | 'rejected';

/** A call that another ledger made, according to the vault. */
export interface EarlierAttempt {
  readonly id: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly effect: string | null;
  readonly call?: string;
  readonly outcome: 'executed' | 'unknown';
  /** The audit file, or the note in Done, that reports the call. */
  readonly file?: string;
  /**
   * The hash of the audit line that says that the call was executed; absent if no line does, and in
   * older records.
   */
  readonly line?: string;
}

/** Says that a call is about to be made. After this record the request's id is never used for another call. */
export interface Intent {
  readonly kind: 'intent';
  readonly id: string;
  /** The signed content, as text. */
  readonly s: string;
  /** The request note's text and path, from which a missing note is recreated. */
  readonly note: string;
  readonly path: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly bridge_digest: string;
  readonly tool: string;
  readonly effect: string;
}

/** A record without the fields of {@link Line}, which the ledger adds. */
export type LedgerEvent = DistributiveOmit<LedgerRecord, keyof Line>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;
