import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/**
 * Why a request can never be called (again). `happened`: a person says that the earlier, unknown attempt did
 * happen, so nothing is left to do.
 */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

/**
 * How the step of a withdrawn request ended: a person did or skipped it with our controls, or somebody ticked
 * it in the plan's note.
 */
export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

/** The state of a request's plan at a moment when the plan needed the request. */
export interface PlanThen {
  /** SHA-256 (hex) of the reasons with which somebody else had blocked the plan; `null` if nobody had. */
  readonly blocked: string | null;
  /** The number of ticked ✋ lines with the same words as the request's step. */
  readonly doneAlike: number;
  /**
   * Identifies each of the lines that `doneAlike` counts: `^` and the block id, or `#` and a number for a line
   * without. Absent in older records.
   */
  readonly alike?: readonly string[];
  /** The paths of the plan's notes, below the plans folder. Absent in older records. */
  readonly places?: readonly string[];
  /** The open steps that had to be done before the request's step: each as `^` and its block id, or as its words. */
  readonly before?: readonly string[];
  /** The keys in `before` that also belong to done steps: each as often as there are such steps. */
  readonly beforeDone?: readonly string[];
  /** Present when `before` and `beforeDone` only hold what is new since the previous record. */
  readonly adds?: true;
}

/** The fields that every line of the ledger has. */
interface Line {
  /** The entry for the audit log. The audit files are written from these entries. */
  readonly audit: AuditEntry;
  /** The number of lines right before this one that are not yet in the audit file; absent if there are none. */
  readonly groupIndex?: number;
}

/** One line of the ledger. */
export type LedgerRecord = Line &
  (
    | {
        readonly kind: 'epoch';
        readonly epoch: string;
        readonly device: string;
        readonly vault: string;
        /**
         * The calls of other ledgers that the vault reported when this ledger began. They are in the same
         * record, so that no ledger begins without them.
         */
        readonly spent: readonly EarlierAttempt[];
        /** What is known from earlier ledgers on this device; absent if there were none. */
        readonly earlier?: EarlierLedgers;
        /**
         * The claims in the audit files when this ledger began. Absent in older records, whose claims are
         * observed later.
         */
        readonly heard?: ObservedClaims;
        /**
         * The digests of standing permissions in the audit files when this ledger began. These permissions have
         * ended. Absent if there were none.
         */
        readonly ended?: readonly string[];
        /**
         * Items that were in the vault before an earlier ledger of this device accepted its first one; absent
         * if none accepted items.
         */
        readonly items?: readonly string[];
        /** The plans that ended in earlier ledgers of this device and were not reopened; absent if there were none. */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /**
         * The plans that waited for approval, according to earlier ledgers and the audit files; absent if there
         * were none.
         */
        readonly waiting?: readonly string[];
        /** The plans that were approved according to these, for people to read: it approves nothing here. Absent: none. */
        readonly approvedBefore?: readonly string[];
      }
    /** An event on which no later decision depends. */
    | {
        readonly kind: 'event';
        /** The state of plan notes, so that their content is not recorded again. Absent in older records. */
        readonly seen?: readonly SeenPlan[];
        /** The ids of the requests that were in the vault when the baseline was recorded. */
        readonly requests?: readonly string[];
        /** Present when, with this record, everything that was in the vault is recorded. */
        readonly baseline?: true;
        /**
         * Items that were in the vault before the first one was accepted, as digests of their names and texts
         * (in older records of their texts).
         */
        readonly items?: readonly string[];
      }
    /** News from the audit files of other devices, recorded because these files may disappear. */
    | ({
        readonly kind: 'heard';
        /** Calls that this ledger did not know yet; absent if there were none. */
        readonly spent?: readonly EarlierAttempt[];
      } & ObservedClaims)
    /** The audit file `path` had an entry that this ledger does not know. The ledger runs nothing after this record. */
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
        /** The digest of what the request's note proposed. Absent in older records. */
        readonly proposes?: string;
        /**
         * A random value in the signed content (`S`), so that nobody could know `s` before this record; absent
         * if there is none.
         */
        readonly nonce?: string;
        /**
         * SHA-256 (hex) of the server's configuration, including the values of its variables and headers.
         * Absent in older records.
         */
        readonly launch?: string;
        /**
         * The folder of approved requests at that time. If the settings name another folder later, a
         * request is not approved by being in it. Absent in older records.
         */
        readonly approved_in?: string;
        /** The state of the request's plan; `null` if the plan did not need the request. Absent in older records. */
        readonly wanted?: PlanThen | null;
      }
    /** The request was first seen in `/Approved` with this signed content (`S`), while any move there is an approval. */
    | { readonly kind: 'arrived'; readonly id: string; readonly s: string }
    /** A person approved exactly this signed content (`S`) on this device. The stamp is written afterwards. */
    | {
        readonly kind: 'approved';
        readonly id: string;
        readonly s: string;
        /** SHA-256 (hex) of the stamp. Absent in older records. */
        readonly stamp?: string;
        /** The words of the step on the card that the person approved; absent if the request had no step. */
        readonly step_text?: string;
      }
    /**
     * The request was seen in `/Approved` and did not run, so a person is asked. Moving its note out of there
     * takes the approval back.
     */
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
        /** The new id under which the note returns to Pending; absent if the call was executed. */
        readonly successor?: string;
      }
    | {
        readonly kind: 'voided';
        readonly id: string;
        readonly why: VoidReason;
        readonly reason: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** The path of the request's note; absent if it is not known. */
        readonly path?: string;
        /**
         * For `rejected`: the reason in the words of whoever rejected the request. Absent if no reason was
         * given, and in older records.
         */
        readonly words?: string;
        /**
         * The unknown attempt that a person decides about. With `happened` they said that the call happened;
         * with `returned` the note came back, so that they are asked.
         */
        readonly attempt?: string;
        /** For `happened`: SHA-256 (hex) of the note as the person saw it. */
        readonly shown?: string;
        /** Present when the request's step was done or skipped without the request. */
        readonly step_is?: StepCloseReason;
        /** With `step_is` or `happened`: the step's words on the screen. Absent in older records. */
        readonly step_text?: string;
        /** Present when the request was returned because it expired. */
        readonly expired?: true;
        /** What changed after the approval, so that the request was returned. Absent in older records. */
        readonly changed?: ChangedWhat;
        /** Present when another ledger prepared the request and may have run it; this is then an unknown attempt. */
        readonly mayHaveRun?: {
          readonly effect: string;
          /** Like `effect`, but made with the bridge's name instead of its server. Absent in older records. */
          readonly call?: string;
          /** The text of the request's note, so that the note can be recreated. Absent in older records. */
          readonly note?: string;
        };
        /** The new id of a returned request; absent if the request was not returned. */
        readonly successor?: string;
      }
    /** A ✋ step ended on a person's word, without a request; or a step that had ended was found open again. */
    | {
        readonly kind: 'step';
        readonly plan: string;
        readonly step: string;
        readonly is: 'ended' | 'open';
        /** The words of the step that ended. Absent in older records. */
        readonly text?: string;
      }
    /** A person says that an unknown attempt did not happen. Its outcome stays unknown. */
    | { readonly kind: 'not_happened'; readonly id: string }
    /** A person took over what other ledgers had prepared, and calls that the vault reports. */
    | {
        readonly kind: 'taken_over';
        readonly epochs: readonly string[];
        readonly spent: readonly EarlierAttempt[];
        /** The ids of requests that other ledgers had prepared, according to the vault. Absent in older records. */
        readonly prepared?: readonly string[];
        /**
         * Requests that another ledger prepared, never called and rejected, each as epoch and id. Absent in
         * older records.
         */
        readonly rejected?: readonly string[];
        /**
         * The plans that ended on other computers, according to the vault; absent if there were none, and in
         * older records.
         */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /** The plans that wait for approval on other computers; absent if there are none, and in older records. */
        readonly waiting?: readonly string[];
        /** The plans that were approved there, for people to read. Absent: none; older records do not have it. */
        readonly approvedBefore?: readonly string[];
      }
    /** The note of a request is missing since this record, until a record of the kind `found`. */
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    /** The outcome or end of a request is written into its note, but its plan could not be written. */
    | { readonly kind: 'told'; readonly id: string }
    /** The outcome or end of a request is written into all notes. */
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
  /** Like `effect`, but made with the bridge's name instead of its server. Absent in older records. */
  readonly call?: string;
  readonly outcome: 'executed' | 'unknown';
  /**
   * The audit file, or the note in Done, that reports the call; used only in messages. Absent for an earlier ledger
   * of this device, and in older records.
   */
  readonly file?: string;
  /** The hash of the audit line that says that the call was executed; absent if no line does, and in older records. */
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

/** The records of one kind. */
export type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;
