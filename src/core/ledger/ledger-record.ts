import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/**
 * Why a request can never be called. `happened` means that a person says that the unknown call
 * happened.
 */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

/**
 * How the step of a withdrawn request ended. `ticked_outside` means that somebody ticked the step
 * in the plan's note.
 */
export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

export interface PlanThen {
  /**
   * SHA-256 (hex) of the reasons that others gave for blocking the plan. `null` if there are none.
   */
  readonly blocked: string | null;
  readonly doneAlike: number;
  /** The ticked lines with the same words, each as `^` and its block id, or as `#` and a number. */
  readonly alike?: readonly string[];
  readonly places?: readonly string[];
  /** The open steps before the request's step, each as `^` and its block id, or as its words. */
  readonly before?: readonly string[];
  readonly beforeDone?: readonly string[];
  readonly adds?: true;
}

interface Line {
  readonly audit: AuditEntry;
  readonly groupIndex?: number;
}

export type LedgerRecord = Line &
  (
    | {
        readonly kind: 'epoch';
        readonly epoch: string;
        readonly device: string;
        readonly vault: string;
        readonly spent: readonly EarlierAttempt[];
        readonly earlier?: EarlierLedgers;
        readonly heard?: ObservedClaims;
        readonly ended?: readonly string[];
        readonly items?: readonly string[];
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        readonly waiting?: readonly string[];
        /**
         * Plans that earlier ledgers or audit files call approved. The list is for people, and
         * approves nothing.
         */
        readonly approvedBefore?: readonly string[];
      }
    | {
        readonly kind: 'event';
        readonly seen?: readonly SeenPlan[];
        readonly requests?: readonly string[];
        /** Present on the record that completes the baseline. */
        readonly baseline?: true;
        readonly items?: readonly string[];
      }
    | ({
        readonly kind: 'heard';
        readonly spent?: readonly EarlierAttempt[];
      } & ObservedClaims)
    | { readonly kind: 'halted'; readonly path: string; readonly seq: number }
    /** The executor prepared a request. `s` is the digest of the signed content. */
    | {
        readonly kind: 'completed';
        readonly id: string;
        readonly s: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** The words of the request's step. `null` if the step did not exist. */
        readonly step_text?: string | null;
        readonly proposes?: string;
        /** A random value in the signed content, so that nobody can predict `s`. */
        readonly nonce?: string;
        /**
         * SHA-256 (hex) of the server's configuration, including the values of its variables and
         * headers.
         */
        readonly launch?: string;
        readonly approved_in?: string;
        readonly wanted?: PlanThen | null;
      }
    /**
     * The request was first seen in `/Approved` while moves are trusted. `s` is the digest of the
     * signed content.
     */
    | { readonly kind: 'arrived'; readonly id: string; readonly s: string }
    /** A person approved the content with the digest `s` on this device. */
    | {
        readonly kind: 'approved';
        readonly id: string;
        readonly s: string;
        readonly stamp?: string;
        /**
         * The step's words on the card that the person approved. Absent for a request without a
         * step.
         */
        readonly step_text?: string;
      }
    /** The request was seen in `/Approved` and did not run, so a person is asked. */
    | {
        readonly kind: 'asked';
        readonly id: string;
        readonly stamped?: true;
      }
    /**
     * Earlier approvals of the request are no longer valid. `asks` means that a person is asked
     * about the note in `/Approved`.
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
        readonly attempt?: string;
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
    /** A person ended a ✋ step without a request, or an ended step was found open again. */
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
        readonly rejected?: readonly string[];
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        readonly waiting?: readonly string[];
        /**
         * Plans that were approved on other computers. The list is for people, and approves
         * nothing.
         */
        readonly approvedBefore?: readonly string[];
      }
    /** The note of a request is missing since this record, until a record of the kind `found`. */
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    | { readonly kind: 'told'; readonly id: string }
    | { readonly kind: 'filed'; readonly id: string }
    /** The server answered after its call was given up. The recorded outcome stays. */
    | {
        readonly kind: 'late_answer';
        readonly id: string;
        readonly reason: string;
        readonly answer: string;
      }
  );

export type PlanEnd = 'done' | 'cancelled' | 'rejected';

export interface EarlierAttempt {
  readonly id: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly effect: string | null;
  readonly call?: string;
  readonly outcome: 'executed' | 'unknown';
  /** The audit file, or the note in Done, that reports the call. */
  readonly file?: string;
  /** The hash of the audit line that reports the execution. Absent if there is none. */
  readonly line?: string;
}

/** Says that a call is about to be made. After this record the request's id is never used for another call. */
export interface Intent {
  readonly kind: 'intent';
  readonly id: string;
  readonly s: string;
  /** The text of the request note, from which a missing note is recreated. */
  readonly note: string;
  readonly path: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly bridge_digest: string;
  readonly tool: string;
  readonly effect: string;
}

export type LedgerEvent = DistributiveOmit<LedgerRecord, keyof Line>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;
