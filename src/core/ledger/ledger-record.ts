import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/**
 * Why an id must never have an intent (again). `happened`: a person says that what an unknown attempt was
 * to do has happened, so the request that was returned from it is done.
 */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

/**
 * How the step of a withdrawn request ended: a person did or skipped it with our controls, or somebody
 * ticked it in the plan's note.
 */
export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

/** The state of a plan when it was seen to want a request. */
export interface PlanThen {
  /** SHA-256 (hex) of the reason why somebody else had blocked it; `null` if nobody had. */
  readonly blocked: string | null;
  /** The number of ticked ✋ lines with the same wording as the request's step. */
  readonly doneAlike: number;
  /**
   * Which lines these were: `^` and the block id, or `#` and a number for each one without. Older records
   * do not have it.
   */
  readonly alike?: readonly string[];
  /** The paths of its notes, below the plans folder. Older records do not have it. */
  readonly places?: readonly string[];
  /**
   * The open steps that had to come before it: `^` and the block id, or the words of one without, once per
   * step.
   */
  readonly before?: readonly string[];
  /** Of these, the ones that also name steps already done, once per such step. */
  readonly beforeDone?: readonly string[];
  /** The two lists contain only additions to those of the record before. */
  readonly adds?: true;
}

/** What every line of the ledger has. */
interface Line {
  /** Its audit line; the audit file is made from these. */
  readonly audit: AuditEntry;
  /**
   * The number of preceding lines that had no audit line when it was written: those of the same write, and
   * all since the audit file could not be written. Absent: none.
   */
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
         * What other ledgers spent, according to the vault when this one began. In the same record, so that
         * no ledger can begin without it.
         */
        readonly spent: readonly EarlierAttempt[];
        /** From the ledgers that a person set aside here before. Absent: there were none. */
        readonly earlier?: EarlierLedgers;
        /** The claims in the audit files then. Older records do not have it; for these, they are observed later. */
        readonly heard?: ObservedClaims;
        /** The standing permissions in the audit files then, by digest; they have ended. Absent: none. */
        readonly ended?: readonly string[];
        /**
         * Items that existed before the ledgers set aside here accepted any. Absent: none of them accepted
         * items.
         */
        readonly items?: readonly string[];
        /** The plans that ended in the ledgers set aside here and that no person reopened there. Absent: none. */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /**
         * The plans that waited for approval then, according to these ledgers and the audit files. Absent:
         * none.
         */
        readonly waiting?: readonly string[];
      }
    /** An event on which no later decision depends. */
    | {
        readonly kind: 'event';
        /**
         * The state of plan notes then, so that their content is not recorded a second time. Older records
         * do not have it.
         */
        readonly seen?: readonly SeenPlan[];
        /** Ids of requests that existed when the baseline was taken. */
        readonly requests?: readonly string[];
        /** With this record, everything that existed is recorded. */
        readonly baseline?: true;
        /**
         * Items that existed before the loop accepted any, by digests of their names and texts; older
         * records: of their texts.
         */
        readonly items?: readonly string[];
      }
    /** Reported by audit files of other devices, which may be gone tomorrow. */
    | ({
        readonly kind: 'heard';
        /** Calls that were not known here. Absent: there were none. */
        readonly spent?: readonly EarlierAttempt[];
      } & ObservedClaims)
    /**
     * The audit log (`path`) had an entry that this ledger does not know; nothing runs from this ledger any
     * more.
     */
    | { readonly kind: 'halted'; readonly path: string; readonly seq: number }
    /** The executor prepared a request; `s` is the digest of its `S`. */
    | {
        readonly kind: 'completed';
        readonly id: string;
        readonly s: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** The wording of its step then; `null` if the step did not exist. Older records do not have it. */
        readonly step_text?: string | null;
        /** Digest of what its note proposed then. Older records do not have it. */
        readonly proposes?: string;
        /** The nonce of its preparation: nobody knew `s` before this record. */
        readonly nonce?: string;
        /**
         * SHA-256 (hex) of the server for which it was prepared, including values of variables and headers.
         * Older records do not have it.
         */
        readonly launch?: string;
        /**
         * The folder for approved requests then. A folder that gets this name later does not approve it.
         * Older records do not have it.
         */
        readonly approved_in?: string;
        /** The state of its plan; `null` if the plan did not want it. Older records do not have it. */
        readonly wanted?: PlanThen | null;
      }
    /** Trusted-move policy: the request was seen in `/Approved` with this `S`. */
    | { readonly kind: 'arrived'; readonly id: string; readonly s: string }
    /** A person's gesture approved exactly this `S` on this device; the stamp is written after it. */
    | {
        readonly kind: 'approved';
        readonly id: string;
        readonly s: string;
        /** SHA-256 (hex) of the stamp. Older records do not have it. */
        readonly stamp?: string;
        /** The wording of its step on the card that the person approved, if it had a step. */
        readonly step_text?: string;
      }
    /**
     * It was seen in `/Approved` and did not run. No later policy approves it, and moving it away takes it
     * back.
     */
    | {
        readonly kind: 'asked';
        readonly id: string;
        /** Its note had a stamp: an approval waits. */
        readonly stamped?: true;
      }
    /**
     * Approvals given so far are no longer accepted. `asks`: the note is in `/Approved`, so a person is
     * asked before it runs. Without it, a later move there is a new one.
     */
    | { readonly kind: 'taken_back'; readonly id: string; readonly asks?: true }
    /** An approval was accepted. */
    | { readonly kind: 'accepted'; readonly id: string; readonly s: string }
    | Intent
    | {
        readonly kind: 'outcome';
        readonly id: string;
        readonly outcome: OutcomeKind;
        readonly reason: string;
        readonly answer: string;
        /** The new id under which the note returns to Pending; only if not executed or unknown. */
        readonly successor?: string;
      }
    | {
        readonly kind: 'voided';
        readonly id: string;
        readonly why: VoidReason;
        readonly reason: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** The path of its note. */
        readonly path?: string;
        /**
         * For `rejected`: the reason in the words of whoever rejected it. Absent: no reason was given, or
         * an older record.
         */
        readonly words?: string;
        /**
         * The unknown attempt that a person decided about: `happened` says so of it; `returned` brought its
         * note back, so that the person is asked.
         */
        readonly attempt?: string;
        /** For `happened`: SHA-256 (hex) of the note as it was shown to that person. */
        readonly shown?: string;
        /** What happened to its step: it is done or skipped without this request. */
        readonly step_is?: StepCloseReason;
        /** With `step_is` or `happened`: the wording of that step on the screen. Older records do not have it. */
        readonly step_text?: string;
        /** Returned because it expired. */
        readonly expired?: true;
        /** Returned because this changed after it was approved. Older records only have the reason. */
        readonly changed?: ChangedWhat;
        /** It was prepared for another ledger, which may have run it, so it is treated as an unknown attempt. */
        readonly mayHaveRun?: {
          readonly effect: string;
          /** The same digest by the bridge's name. Older records do not have it. */
          readonly call?: string;
          /** The request's note, from which it can be recreated. Older records do not have it. */
          readonly note?: string;
        };
        /** The new id of a returned request. */
        readonly successor?: string;
      }
    /** A ✋ step ended without a request, on a person's word; or it was found open again after it had ended. */
    | {
        readonly kind: 'step';
        readonly plan: string;
        readonly step: string;
        readonly is: 'ended' | 'open';
        /** The wording of the step that ended. Older records do not have it. */
        readonly text?: string;
      }
    /** A person says that this unknown attempt did not happen. Its outcome stays unknown. */
    | { readonly kind: 'not_happened'; readonly id: string }
    /** A person took over what these other ledgers had prepared, including the calls that the vault reports. */
    | {
        readonly kind: 'taken_over';
        readonly epochs: readonly string[];
        readonly spent: readonly EarlierAttempt[];
        /** The ids that other ledgers had prepared, according to the vault. Older records do not have it. */
        readonly prepared?: readonly string[];
        /** By epoch and id, what the ledger rejected that had prepared it, and never called. Older records do not have it. */
        readonly rejected?: readonly string[];
        /** The plans that ended on other computers, according to the vault. Absent: none; older records do not have it. */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /** The plans that wait for approval there. Absent: none; older records do not have it. */
        readonly waiting?: readonly string[];
      }
    /** The note of an id has been missing since then; `found` ends that. */
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    /** The id's outcome or end is written into the notes, except into its plan, which could not be written. */
    | { readonly kind: 'told'; readonly id: string }
    /** The id's outcome or end is written into all notes. */
    | { readonly kind: 'filed'; readonly id: string }
    /** The server answered after its call had been given up. It changes no outcome; the note mentions it. */
    | {
        readonly kind: 'late_answer';
        readonly id: string;
        readonly reason: string;
        readonly answer: string;
      }
  );

/** How a plan ended. */
export type PlanEnd = 'done' | 'cancelled' | 'rejected';

/** A call that another ledger made, according to the vault. */
export interface EarlierAttempt {
  readonly id: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly effect: string | null;
  /** The digest of the same call by its bridge's name. Absent: older records do not have it. */
  readonly call?: string;
  readonly outcome: 'executed' | 'unknown';
  /**
   * The audit file, or the note in Done, that reports it; only for messages. Absent: a ledger of ours, or
   * an older record.
   */
  readonly file?: string;
  /** The hash of the audit line that says that it was executed. Absent: none does, or an older record. */
  readonly line?: string;
}

/** The durable record that a call is about to be made. It spends the id. */
export interface Intent {
  readonly kind: 'intent';
  readonly id: string;
  /** `S`. */
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

/** A record without its audit line, as callers pass it. */
export type LedgerEvent = DistributiveOmit<LedgerRecord, keyof Line>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The records of one kind. */
export type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;
