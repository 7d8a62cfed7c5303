import { setup, transition } from 'xstate';
import { fail, ok, type Result } from '../errors.js';
import type { PlanStatus } from './plan.js';

/** What can happen to a plan. */
export type PlanEvent = 'START' | 'BLOCK' | 'UNBLOCK' | 'COMPLETE' | 'CANCEL' | 'REOPEN';

/**
 * The life of a plan. Blocked cannot become Done: what waits for a person is not finished. Only a person cancels a plan,
 * or reopens one that ended.
 */
export const planMachine = setup({
  types: { events: {} as { type: PlanEvent } },
}).createMachine({
  id: 'plan',
  initial: 'Draft',
  states: {
    Draft: { on: { START: 'Active', CANCEL: 'Cancelled' } },
    Active: { on: { BLOCK: 'Blocked', COMPLETE: 'Done', CANCEL: 'Cancelled' } },
    Blocked: { on: { UNBLOCK: 'Active', CANCEL: 'Cancelled' } },
    Done: { on: { REOPEN: 'Active' } },
    Cancelled: { on: { REOPEN: 'Active' } },
  },
});

const TARGETS: Readonly<Record<PlanEvent, PlanStatus>> = {
  START: 'Active',
  BLOCK: 'Blocked',
  UNBLOCK: 'Active',
  COMPLETE: 'Done',
  CANCEL: 'Cancelled',
  REOPEN: 'Active',
};

/** The status after an event, or `transition_not_allowed` with both states named. */
export function planTransition(from: PlanStatus, event: PlanEvent): Result<PlanStatus> {
  const snapshot = planMachine.resolveState({ value: from });
  if (!snapshot.can({ type: event })) {
    return fail(
      'transition_not_allowed',
      `A plan that is ${from} cannot become ${TARGETS[event]}.`,
      adviceFor(from),
    );
  }
  const [after] = transition(planMachine, snapshot, { type: event });
  return ok(after.value);
}

function adviceFor(from: PlanStatus): string {
  switch (from) {
    case 'Draft':
      return 'Start the plan first.';
    case 'Active':
      return 'Block, complete or cancel the plan.';
    case 'Blocked':
      return 'Answer what it waits for first, or cancel the plan.';
    case 'Done':
    case 'Cancelled':
      return 'Reopen it first, or make a new plan.';
  }
}
