import type { PlanEnd } from '../ledger/ledger-record.js';
import type { PlanStatus, Priority, StepRef } from '../plan/plan.js';

export interface StepSummary {
  readonly position: number;
  readonly id: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly gated: boolean;
  readonly after: readonly StepRef[] | null;
  /** The mark in the box of a step that was set aside, such as `-`. */
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
  /** The next step. Null if there is none. */
  readonly current: StepSummary | null;
  readonly checkpoint: string | null;
  readonly approval?: 'pending' | 'rejected';
  /** How the plan ended, according to the ledger or the plan's folder. */
  readonly ended?: PlanEnd;
}

export type WaitingPlan = PlanSummary & {
  readonly approvedBefore?: true;
  /** Absent if the note was not read. */
  readonly note?: ShownPlan;
};

/** What the card of a waiting plan shows. */
export interface ShownPlan {
  readonly text: string;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly string[];
}

export const approvedBeforeText =
  'An earlier record says that it was approved before this computer took over or began a new ledger. Approve it again if you still want it.';

export type RequestFolder = 'pending' | 'approved' | 'rejected';

/** A request note without an action block (FR-009). */
export interface IncompleteRequest {
  readonly path: string;
  readonly folder: RequestFolder;
  readonly requestId: string | null;
  /** `step` is a block id or a position. Positions start at 1. */
  readonly forStep: { readonly planId: string; readonly step: number | string } | null;
  /** Such as `email to client_a@example.com`. */
  readonly what: string;
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
  /** True even if the stamp is invalid. */
  readonly isStamped: boolean;
}
