import type { PlanStatus, Priority, StepRef } from '../plan/plan.js';

export interface StepSummary {
  readonly position: number;
  readonly id: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  /** The mark, such as `-`, with which a person set the step aside; nothing runs for the step. */
  readonly setAside?: string;
}

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
  readonly warned: boolean;
  /** The step to do next; null if no step is open. */
  readonly current: StepSummary | null;
  readonly checkpoint: string | null;
  readonly approval?: 'pending' | 'rejected';
}

export type WaitingPlan = PlanSummary & {
  /** An earlier record says that the plan was approved. The record approves nothing here. */
  readonly approvedBefore?: true;
};

export const approvedBeforeText =
  'An earlier record says that it was approved before this computer took over or began a new ledger. Approve it again if you still want it.';

export type RequestFolder = 'pending' | 'approved' | 'rejected';

/**
 * What the index keeps of an incomplete request: a note with the properties of a request (FR-009) but without
 * an action block. Nobody can approve or run such a request.
 */
export interface IncompleteRequest {
  readonly path: string;
  readonly folder: RequestFolder;
  readonly requestId: string | null;
  /**
   * The step that the request is for: its block id, or its position from 1. `null` if the note does not name
   * plan and step.
   */
  readonly forStep: { readonly planId: string; readonly step: number | string } | null;
  /** The action and its recipient, such as `email to client_a@example.com`, as far as the note says them. */
  readonly what: string;
  /** When the note was written (ISO-8601 UTC, whole seconds); `null` if neither the note nor its name says when. */
  readonly since: string | null;
  readonly expiresMs: number | null;
}

export interface RequestSummary {
  readonly path: string;
  readonly folder: RequestFolder;
  readonly requestId: string;
  readonly supersedes: string | null;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly actionType: string;
  readonly targetRecipient: string;
  /** True when the call itself names the recipient; otherwise only the note claims it. */
  readonly recipientIsInCall: boolean;
  readonly reachesOthers?: boolean;
  readonly bridge: string;
  readonly tool: string;
  readonly status: string;
  readonly createdDate: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  /** The epoch of the ledger that prepared the request, according to the note. */
  readonly epoch?: string;
  /** True when the request's note has a stamp. Only the device that runs actions can check the stamp. */
  readonly isStamped: boolean;
}
