import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/** Why a request can never run (again). */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

export interface PlanThen {
  readonly blocked: string | null;
  readonly doneAlike: number;
  readonly alike?: readonly string[];
  readonly places?: readonly string[];
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
        /** Plans that were approved before this ledger began. Each needs a new approval. */
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
        readonly step_text?: string | null;
        readonly proposes?: string;
        /** The `status` that the request's note had then. */
        readonly status?: string;
        /** A random value in the signed content, so that nobody can predict `s`. */
        readonly nonce?: string;
        /** SHA-256 (hex) of the server's configuration. */
        readonly launch?: string;
        readonly approved_in?: string;
        readonly wanted?: PlanThen | null;
      }
    /** Countersign saw a trusted move. */
    | { readonly kind: 'arrived'; readonly id: string; readonly s: string }
    /** A person approved the content with the digest `s`. */
    | {
        readonly kind: 'approved';
        readonly id: string;
        readonly s: string;
        readonly stamp?: string;
        readonly step_text?: string;
      }
    /** A request in `/Approved` needs a person's decision. */
    | {
        readonly kind: 'asked';
        readonly id: string;
        readonly stamped?: true;
      }
    /** The request's approvals so far are no longer valid. */
    | { readonly kind: 'taken_back'; readonly id: string; readonly asks?: true }
    /** The gate accepted an approval of the content with the digest `s`. */
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
        /** Present when another ledger may have run the request. */
        readonly mayHaveRun?: {
          readonly effect: string;
          readonly call?: string;
          readonly note?: string;
        };
        readonly successor?: string;
      }
    | {
        readonly kind: 'step';
        readonly plan: string;
        readonly step: string;
        readonly is: 'ended' | 'open';
        readonly text?: string;
      }
    /** A person said that the call with the unknown outcome did not happen. */
    | { readonly kind: 'not_happened'; readonly id: string }
    | {
        readonly kind: 'taken_over';
        readonly epochs: readonly string[];
        readonly spent: readonly EarlierAttempt[];
        readonly prepared?: readonly string[];
        readonly rejected?: readonly string[];
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        readonly waiting?: readonly string[];
        /** Plans that were approved before the take-over. Each needs a new approval. */
        readonly approvedBefore?: readonly string[];
      }
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    | { readonly kind: 'told'; readonly id: string }
    | { readonly kind: 'filed'; readonly id: string }
    /** The server answered after Countersign stopped waiting for it. */
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
  /** The file that reports the call. */
  readonly file?: string;
  /** The hash of the audit line that reports the call. */
  readonly line?: string;
}

/** Countersign writes this before a call starts. It spends the request's id. */
export interface Intent {
  readonly kind: 'intent';
  readonly id: string;
  readonly s: string;
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
