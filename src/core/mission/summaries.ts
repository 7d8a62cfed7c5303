import type { PlanStatus, Priority, StepRef } from '../plan/plan.js';

export interface StepSummary {
  readonly position: number;
  readonly id: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  /** The mark, such as `-`, with which a person set the step aside. */
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
  /** The next step. Null if no step is open. */
  readonly current: StepSummary | null;
  readonly checkpoint: string | null;
  readonly approval?: 'pending' | 'rejected';
}

export type WaitingPlan = PlanSummary & {
  readonly approvedBefore?: true;
};

export const approvedBeforeText =
  'An earlier record says that it was approved before this computer took over or began a new ledger. Approve it again if you still want it.';

export type RequestFolder = 'pending' | 'approved' | 'rejected';

/** A request note without an action block (FR-009). Nobody can approve or run the request. */
export interface IncompleteRequest {
  readonly path: string;
  readonly folder: RequestFolder;
  readonly requestId: string | null;
  /** The step of the request, by block id or position from 1. `null` if the note names no step. */
  readonly forStep: { readonly planId: string; readonly step: number | string } | null;
  /** The action and its recipient, such as `email to client_a@example.com`. */
  readonly what: string;
  /** When the note was written, as ISO-8601 UTC. Null if unknown. */
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
  readonly recipientIsInCall: boolean;
  readonly reachesOthers?: boolean;
  readonly bridge: string;
  readonly tool: string;
  readonly status: string;
  readonly createdDate: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly epoch?: string;
  /** True when the request's note has a stamp, which may be invalid. */
  readonly isStamped: boolean;
}
