import { fail, ok, type Result } from '../../errors.js';
import type { PlanStatus } from '../plan.js';

export type PlanEvent = 'START' | 'BLOCK' | 'UNBLOCK' | 'COMPLETE' | 'CANCEL' | 'REOPEN';

const transitions: Readonly<Record<PlanStatus, Partial<Record<PlanEvent, PlanStatus>>>> = {
  Draft: { START: 'Active', CANCEL: 'Cancelled' },
  Active: { BLOCK: 'Blocked', COMPLETE: 'Done', CANCEL: 'Cancelled' },
  Blocked: { UNBLOCK: 'Active', CANCEL: 'Cancelled' },
  Done: { REOPEN: 'Active' },
  Cancelled: { REOPEN: 'Active' },
};

const targets: Readonly<Record<PlanEvent, PlanStatus>> = {
  START: 'Active',
  BLOCK: 'Blocked',
  UNBLOCK: 'Active',
  COMPLETE: 'Done',
  CANCEL: 'Cancelled',
  REOPEN: 'Active',
};

const advice: Readonly<Record<PlanStatus, string>> = {
  Draft: 'Start the plan first.',
  Active: 'Block, complete or cancel the plan.',
  Blocked: 'Answer what it waits for first, or cancel the plan.',
  Done: 'Reopen it first, or make a new plan.',
  Cancelled: 'Reopen it first, or make a new plan.',
};

export function planTransition(from: PlanStatus, event: PlanEvent): Result<PlanStatus> {
  const to = transitions[from][event];
  if (to !== undefined) return ok(to);
  return fail(
    'transition_not_allowed',
    `A plan that is ${from} cannot become ${targets[event]}.`,
    advice[from],
  );
}
