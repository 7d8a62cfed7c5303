import { describe, expect, test } from 'vitest';
import {
  requestMachine,
  requestTransition,
  type RequestEvent,
} from '../../../src/core/request/request-machine.js';
import { requestStatuses, type RequestStatus } from '../../../src/core/request/request.js';

type Row = Partial<Record<RequestEvent, RequestStatus>>;
const ended: Row = {};
/** Every transition there is. */
const table: Record<RequestStatus, Row> = {
  pending: {
    APPROVE: 'approved',
    REJECT: 'rejected',
    WITHDRAW: 'withdrawn',
    RETURN: 'pending',
    EXPIRE: 'expired',
  },
  approved: {
    EXECUTE: 'executed',
    FAIL: 'not_executed',
    LOSE: 'outcome_unknown',
    REJECT: 'rejected',
    WITHDRAW: 'withdrawn',
    RETURN: 'pending',
    EXPIRE: 'expired',
  },
  not_executed: {
    APPROVE: 'approved',
    REJECT: 'rejected',
    WITHDRAW: 'withdrawn',
    RETURN: 'pending',
    EXPIRE: 'expired',
  },
  outcome_unknown: {
    APPROVE: 'approved',
    REJECT: 'rejected',
    WITHDRAW: 'withdrawn',
    EXPIRE: 'expired',
    CONFIRM_HAPPENED: 'executed',
    CONFIRM_DID_NOT_HAPPEN: 'pending',
  },
  expired: { REJECT: 'rejected', WITHDRAW: 'withdrawn', RETURN: 'pending' },
  rejected: { RETURN: 'pending', WITHDRAW: 'withdrawn' },
  executed: ended,
  withdrawn: ended,
  invalid: ended,
};
const events = [
  ...['APPROVE', 'EXECUTE', 'FAIL', 'LOSE', 'REJECT', 'RETURN', 'WITHDRAW', 'EXPIRE'],
  ...['CONFIRM_HAPPENED', 'CONFIRM_DID_NOT_HAPPEN'],
] as RequestEvent[];

const pairs = requestStatuses.flatMap((from) =>
  events.map((event) => [from, event, table[from][event]] as const),
);

test.each(pairs.filter(([, , to]) => to !== undefined))(
  '%s, on %s, becomes %s',
  (from, event, to) => {
    expect(requestTransition(from, event)).toEqual({ ok: true, value: to });
  },
);

test.each(pairs.filter(([, , to]) => to === undefined))(
  '%s, on %s, is an error that names both states',
  (from, event) => {
    const result = requestTransition(from, event);
    expect(result).toMatchObject({ ok: false, error: { code: 'transition_not_allowed' } });
    if (!result.ok) {
      expect(result.error.message).toMatch(
        new RegExp(`^A request that is ${from.replace('_', ' ')} cannot become [a-z ]+\\.$`),
      );
      expect(result.error.advice).not.toBe('');
    }
  },
);

test('the message names the state that was asked for', () => {
  const result = requestTransition('executed', 'LOSE');
  expect(!result.ok && result.error.message).toBe(
    'A request that is executed cannot become outcome unknown.',
  );
});

describe('walking the machine', () => {
  test('every state is reached, and no other', () => {
    const seen = new Set<RequestStatus>(['pending']);
    for (const from of seen) {
      for (const event of events) {
        const next = requestTransition(from, event);
        if (next.ok) seen.add(next.value);
      }
    }
    expect([...seen].sort()).toEqual(
      requestStatuses.filter((status) => status !== 'invalid').sort(),
    );
    expect([...seen].sort()).toEqual(Object.keys(requestMachine.states).sort());
  });

  test('only an approved request can be executed or lost; only a person makes an unknown one executed', () => {
    const into = (to: RequestStatus) =>
      pairs.filter(([from, event]) => {
        const result = requestTransition(from, event);
        return result.ok && result.value === to;
      });
    expect(into('executed').map(([from, event]) => `${from} ${event}`)).toEqual([
      'approved EXECUTE',
      'outcome_unknown CONFIRM_HAPPENED',
    ]);
    expect(into('outcome_unknown').map(([from]) => from)).toEqual(['approved']);
    expect(into('not_executed').map(([from]) => from)).toEqual(['approved']);
  });

  test('nothing expires into rejected, and nothing leaves executed or withdrawn', () => {
    expect(requestTransition('pending', 'EXPIRE')).toEqual({ ok: true, value: 'expired' });
    for (const event of events) {
      expect(requestTransition('executed', event).ok).toBe(false);
      expect(requestTransition('withdrawn', event).ok).toBe(false);
    }
  });
});
