import { createMachine, transition } from 'xstate';
import { fail, ok, type Result } from '../errors.js';
import type { RequestStatus } from './request.js';

/** What can happen to a request. `RETURN` puts it back under a new id, ready to be approved again. */
export type RequestEvent =
  | 'APPROVE'
  | 'EXECUTE'
  | 'FAIL'
  | 'LOSE'
  | 'REJECT'
  | 'RETURN'
  | 'WITHDRAW'
  | 'EXPIRE'
  | 'CONFIRM_HAPPENED'
  | 'CONFIRM_DID_NOT_HAPPEN';

const open = { WITHDRAW: 'withdrawn', REJECT: 'rejected', RETURN: 'pending' } as const;

/** The life of a request; the same states as its note's `status` (invalid notes have no life). */
export const requestMachine = createMachine({
  id: 'request',
  initial: 'pending',
  states: {
    pending: { on: { ...open, APPROVE: 'approved', EXPIRE: 'expired' } },
    approved: {
      on: {
        ...open,
        EXECUTE: 'executed',
        FAIL: 'not_executed',
        LOSE: 'outcome_unknown',
        EXPIRE: 'expired',
      },
    },
    not_executed: { on: { ...open, APPROVE: 'approved', EXPIRE: 'expired' } },
    outcome_unknown: {
      on: {
        APPROVE: 'approved',
        REJECT: 'rejected',
        WITHDRAW: 'withdrawn',
        CONFIRM_HAPPENED: 'executed',
        CONFIRM_DID_NOT_HAPPEN: 'pending',
        EXPIRE: 'expired',
      },
    },
    expired: { on: { WITHDRAW: 'withdrawn', REJECT: 'rejected', RETURN: 'pending' } },
    rejected: { on: { RETURN: 'pending', WITHDRAW: 'withdrawn' } },
    executed: { type: 'final' },
    withdrawn: { type: 'final' },
  },
});

const targets: Readonly<Record<RequestEvent, RequestStatus>> = {
  APPROVE: 'approved',
  EXECUTE: 'executed',
  FAIL: 'not_executed',
  LOSE: 'outcome_unknown',
  REJECT: 'rejected',
  RETURN: 'pending',
  WITHDRAW: 'withdrawn',
  EXPIRE: 'expired',
  CONFIRM_HAPPENED: 'executed',
  CONFIRM_DID_NOT_HAPPEN: 'pending',
};

/** The status after an event, or `transition_not_allowed` with both named. Pure. */
export function requestTransition(from: RequestStatus, event: RequestEvent): Result<RequestStatus> {
  if (from !== 'invalid') {
    const snapshot = requestMachine.resolveState({ value: from });
    if (snapshot.can({ type: event })) {
      const [next] = transition(requestMachine, snapshot, { type: event });
      return ok(next.value as RequestStatus);
    }
  }
  return fail(
    'transition_not_allowed',
    `A request that is ${from.replace('_', ' ')} cannot become ${targets[event].replace('_', ' ')}.`,
    'Read the note again, then decide.',
  );
}
