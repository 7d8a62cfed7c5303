import type { PlanStatus, Priority, StepRef } from '../plan/plan.js';

/** What the index keeps of a step. */
export interface StepSummary {
  readonly position: number;
  readonly id: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  /** The mark that sets it aside: nothing runs for it. */
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
  /** Whether reading it gave warnings, or its log and its boxes disagree. */
  readonly warned: boolean;
  /** The first open step whose dependencies are done. */
  readonly current: StepSummary | null;
  /** The last reasoning-log entry as `Action — Rationale`; the checkpoint. */
  readonly checkpoint: string | null;
}

/** Where an open request lies. */
export type RequestFolder = 'pending' | 'approved' | 'rejected';

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
  readonly bridge: string;
  readonly tool: string;
  readonly status: string;
  readonly createdDate: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  /** Whether its note bears a person’s approval, which only the device that runs actions can check. */
  readonly isStamped: boolean;
}
