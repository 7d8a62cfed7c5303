import type { ChangedWhat } from '../request/approval/return-reason.js';
import type { AuditEntry } from '../audit/entry.js';
import type { EarlierLedgers, ObservedClaims } from '../audit/ledger-conflicts.js';
import type { SeenPlan } from './seen/seen-plan.js';
import type { OutcomeKind } from '../request/outcome/decide-outcome.js';

/**
 * Why an id may never have an intent (again). `happened`: a person says that what an unknown attempt
 * was to do has happened, so the request that came back from it is done.
 */
export type VoidReason = 'returned' | 'rejected' | 'withdrawn' | 'happened';

/**
 * How the step of a withdrawn request ended: a person did it themselves, or skipped it, with our
 * controls; or somebody ticked it in the plan's note.
 */
export type StepCloseReason = 'done_by_hand' | 'skipped' | 'ticked_outside';

/** How a plan was when it was seen to want a request. */
export interface PlanThen {
  /** SHA-256 (hex) of why it was blocked, as by anybody but us; `null`: it was not. */
  readonly blocked: string | null;
  /** How many ✋ lines that read like the step of the request were ticked. */
  readonly doneAlike: number;
  /** Which these were: `^` and the block id, or `#` and a number for each one without. Older records do not say it. */
  readonly alike?: readonly string[];
  /** Where its notes lay, below the plans folder. Older records do not say it. */
  readonly places?: readonly string[];
  /**
   * The open steps that had to come before it: `^` and the block id, or the words of one without, as often as steps
   * have them.
   */
  readonly before?: readonly string[];
  /** Of these, those that steps already done are known by, too, as often as they are. */
  readonly beforeDone?: readonly string[];
  /** The two lists only hold what comes to those of the record before. */
  readonly adds?: true;
}

/** What every line of the ledger holds. */
interface Line {
  /** Its audit line; the audit file is made from these. */
  readonly audit: AuditEntry;
  /**
   * How many lines before it had no audit line when it was written: those written together with it, and all since
   * the audit file could not be written. Absent: none.
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
         * What other ledgers spent, as the vault told it when this one began. In the same record, so that no
         * ledger can begin without it.
         */
        readonly spent: readonly EarlierAttempt[];
        /** Of those that a person set aside here before. Absent: there were none. */
        readonly earlier?: EarlierLedgers;
        /** What the audit files told then. Older records do not have it: they tell it after this one. */
        readonly heard?: ObservedClaims;
        /** The standing permissions that the audit files told of then, by their digests: they ended. Absent: none. */
        readonly ended?: readonly string[];
        /** Items that lay there before those set aside here took any. Absent: none of them took items. */
        readonly items?: readonly string[];
        /** The plans that ended in those set aside here, and that no person reopened there. Absent: none. */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /** The plans that waited for approval then, as these and the audit files tell. Absent: none. */
        readonly waiting?: readonly string[];
      }
    /** Something that happened, with nothing to decide later. */
    | {
        readonly kind: 'event';
        /** How plan notes were then: what is in them is not recorded a second time. Older records do not have it. */
        readonly seen?: readonly SeenPlan[];
        /** Ids of requests that were there when the baseline was taken. */
        readonly requests?: readonly string[];
        /** With this record, everything that was there is on record. */
        readonly baseline?: true;
        /** Items that lay there before the loop took any, by digests of their names and texts; older records: of their texts. */
        readonly items?: readonly string[];
      }
    /** The audit files of other devices told of these; they may be gone tomorrow. */
    | ({
        readonly kind: 'heard';
        /** Calls that were not known here. Absent: there were none. */
        readonly spent?: readonly EarlierAttempt[];
      } & ObservedClaims)
    /** The audit log (`path`) held an entry that this ledger does not know: nothing is run from it any more. */
    | { readonly kind: 'halted'; readonly path: string; readonly seq: number }
    /** The executor prepared a request; `s` is the digest of its `S`. */
    | {
        readonly kind: 'completed';
        readonly id: string;
        readonly s: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** How its step read then; `null`: it was not there. Older records do not say it. */
        readonly step_text?: string | null;
        /** Digest of what its note proposed then. Older records do not say it. */
        readonly proposes?: string;
        /** That of its preparation: nobody knew `s` before this record. */
        readonly nonce?: string;
        /** SHA-256 (hex) of the server it was prepared from, values of variables and headers included. Older records do not say it. */
        readonly launch?: string;
        /** The folder for approved requests then: none that gets its name later approves it. Older records do not say it. */
        readonly approved_in?: string;
        /** How its plan was; `null`: the plan did not want it. Older records do not say it. */
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
        /** How its step read on the card that the person approved, where it had one. */
        readonly step_text?: string;
      }
    /** It was seen in `/Approved`, and did not run: no policy that comes later covers it, and to move it away takes it back. */
    | {
        readonly kind: 'asked';
        readonly id: string;
        /** Its note had a stamp: an approval waits. */
        readonly stamped?: true;
      }
    /**
     * Approvals given until now no longer count. `asks`: the note is in `/Approved`, so a person is asked before it
     * runs. Without it, a later move there counts as a new one.
     */
    | { readonly kind: 'taken_back'; readonly id: string; readonly asks?: true }
    /** Authority was accepted. */
    | { readonly kind: 'accepted'; readonly id: string; readonly s: string }
    | Intent
    | {
        readonly kind: 'outcome';
        readonly id: string;
        readonly outcome: OutcomeKind;
        readonly reason: string;
        readonly answer: string;
        /** The id under which the note goes back to Pending; only when not executed or unknown. */
        readonly successor?: string;
      }
    | {
        readonly kind: 'voided';
        readonly id: string;
        readonly why: VoidReason;
        readonly reason: string;
        readonly plan: string | null;
        readonly step: string | null;
        /** Where its note lay. */
        readonly path?: string;
        /** Of `rejected`: why, in the words of who rejected it. Absent: no reason was given, or an older record. */
        readonly words?: string;
        /**
         * The unknown attempt that a person decided about: ended as `happened`, they say so of it; `returned`,
         * they brought its note back, to be asked.
         */
        readonly attempt?: string;
        /** Ended as `happened`: SHA-256 (hex) of the note as it was shown to that person. */
        readonly shown?: string;
        /** What became of its step: it is done, or left out, without this request. */
        readonly step_is?: StepCloseReason;
        /** With `step_is`, or `happened`: how that step read on the screen. Older records do not say it. */
        readonly step_text?: string;
        /** Returned because it expired. */
        readonly expired?: true;
        /** Returned because this changed after it was approved. Older records only have the reason. */
        readonly changed?: ChangedWhat;
        /** It was prepared for another ledger, which may have run it: it counts as an unknown attempt. */
        readonly mayHaveRun?: {
          readonly effect: string;
          /** The same by the bridge's name. Older records do not have it. */
          readonly call?: string;
          /** The request's note, from which it is made again. Older records do not have it. */
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
        /** How the step that ended read. Older records do not say it. */
        readonly text?: string;
      }
    /** A person says that this unknown attempt did not happen. Its outcome stays unknown. */
    | { readonly kind: 'not_happened'; readonly id: string }
    /** A person took over what these other ledgers had prepared, with the calls that the vault tells of. */
    | {
        readonly kind: 'taken_over';
        readonly epochs: readonly string[];
        readonly spent: readonly EarlierAttempt[];
        /** The ids that other ledgers had prepared, as the vault tells. Older records do not have it. */
        readonly prepared?: readonly string[];
        /** The plans that ended at other computers, as the vault tells. Absent: none; older records do not have it. */
        readonly plans?: readonly (readonly [planId: string, end: PlanEnd])[];
        /** The plans that wait for approval there. Absent: none; older records do not have it. */
        readonly waiting?: readonly string[];
      }
    /** The note of an id could not be found since then; `found` ends that. */
    | { readonly kind: 'missing'; readonly id: string }
    | { readonly kind: 'found'; readonly id: string }
    /** What follows from the id's outcome or end is in the notes, except for its plan, which could not be written. */
    | { readonly kind: 'told'; readonly id: string }
    /** Everything that follows from the id's outcome or end is in the notes. */
    | { readonly kind: 'filed'; readonly id: string }
    /** The server answered after its call had been given up. It changes no outcome; the note tells it. */
    | {
        readonly kind: 'late_answer';
        readonly id: string;
        readonly reason: string;
        readonly answer: string;
      }
  );

/** As what a plan ended. */
export type PlanEnd = 'done' | 'cancelled' | 'rejected';

/** A call that another ledger made, as the vault tells it. */
export interface EarlierAttempt {
  readonly id: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly effect: string | null;
  /** The digest of the same call by its bridge's name. Absent: older records do not have it. */
  readonly call?: string;
  readonly outcome: 'executed' | 'unknown';
  /** The audit file, or the note in Done, that tells it: good for words only. Absent: a ledger of ours, or an older record. */
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
  /** The request note's text and path, from which a vanished note is made again. */
  readonly note: string;
  readonly path: string;
  readonly plan: string | null;
  readonly step: string | null;
  readonly bridge_digest: string;
  readonly tool: string;
  readonly effect: string;
}

/** A record without its audit line, as callers hand it over. */
export type LedgerEvent = DistributiveOmit<LedgerRecord, keyof Line>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The records of one kind. */
export type RecordOf<K extends LedgerRecord['kind']> = Extract<LedgerRecord, { kind: K }>;
