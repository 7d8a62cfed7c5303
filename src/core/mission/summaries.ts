import type { PlanStatus, Priority, StepRef } from '../plan/plan.js';

/** What the index keeps of a step. */
export interface StepSummary {
  readonly position: number;
  readonly id: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  /** The mark that sets it aside; nothing runs for it. */
  readonly setAside?: string;
}

/** What the index keeps of a plan note in the plans folder. */
export interface PlanSummary {
  readonly path: string;
  readonly planId: string;
  readonly sourceLink: string;
  readonly createdMs: number;
  readonly priority: Priority;
  readonly status: PlanStatus;
  readonly blockedReason: string | null;
  readonly objective: string;
  readonly steps: readonly StepSummary[];
  readonly doneSteps: number;
  /** Whether reading it gave warnings, or its log and boxes disagree. */
  readonly warned: boolean;
  /** The first open step whose dependencies are done. */
  readonly current: StepSummary | null;
  /** The last reasoning-log entry as `Action — Rationale`; the checkpoint. */
  readonly checkpoint: string | null;
  /**
   * Its folder says that it waits for a person's approval or was rejected, so it is not a mission. Absent:
   * neither.
   */
  readonly approval?: 'pending' | 'rejected';
}

/** The folder of an open request. */
export type RequestFolder = 'pending' | 'approved' | 'rejected';

/**
 * What the index keeps of an incomplete request: a note with the properties of a request (FR-009) but no
 * action block. Without a call, it cannot be prepared, approved or run.
 */
export interface IncompleteRequest {
  readonly path: string;
  readonly folder: RequestFolder;
  /** The id in the note, if any. */
  readonly requestId: string | null;
  /** The step it is for: a block id, or a position from 1. `null` if it names no plan and step. */
  readonly forStep: { readonly planId: string; readonly step: number | string } | null;
  /** `email to client_a@example.com`, as far as the note says it. */
  readonly what: string;
  /** When it was written, as ISO-8601 UTC in whole seconds; `null` if neither the note nor its name says so. */
  readonly since: string | null;
  readonly expiresMs: number | null;
}

/** What the index keeps of a request note in Pending, Approved or Rejected. */
export interface RequestSummary {
  readonly path: string;
  readonly folder: RequestFolder;
  readonly requestId: string;
  readonly supersedes: string | null;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly actionType: string;
  readonly targetRecipient: string;
  /** Whether the call names that recipient, so that it is more than a claim of the note. */
  readonly recipientIsInCall: boolean;
  /** Whether the call also reaches others. */
  readonly reachesOthers?: boolean;
  readonly bridge: string;
  readonly tool: string;
  readonly status: string;
  readonly createdDate: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  /** The epoch of the ledger that prepared it, according to its note; absent if none did. */
  readonly epoch?: string;
  /** Whether its note has a person's approval, which only the device that runs actions can check. */
  readonly isStamped: boolean;
}
