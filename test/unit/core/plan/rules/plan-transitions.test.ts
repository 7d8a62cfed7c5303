import { describe, expect, test } from 'vitest';
import {
  planTransition,
  type PlanEvent,
} from '../../../../../src/core/plan/rules/plan-transitions.js';
import { PLAN_STATUSES, type PlanStatus } from '../../../../../src/core/plan/plan.js';

const EVENTS: readonly PlanEvent[] = ['START', 'BLOCK', 'UNBLOCK', 'COMPLETE', 'CANCEL', 'REOPEN'];

const ALLOWED: Readonly<Record<string, PlanStatus>> = {
  'Draft START': 'Active',
  'Draft CANCEL': 'Cancelled',
  'Active BLOCK': 'Blocked',
  'Active COMPLETE': 'Done',
  'Active CANCEL': 'Cancelled',
  'Blocked UNBLOCK': 'Active',
  'Blocked CANCEL': 'Cancelled',
  'Done REOPEN': 'Active',
  'Cancelled REOPEN': 'Active',
};

const every = PLAN_STATUSES.flatMap((from) => EVENTS.map((event) => [from, event] as const));

describe('the life of a plan', () => {
  test.each(every)('%s on %s goes where the table says, and nowhere else [R7.1]', (from, event) => {
    const result = planTransition(from, event);
    const target = ALLOWED[`${from} ${event}`];
    if (target !== undefined) {
      expect(result).toEqual({ ok: true, value: target });
      return;
    }
    expect(result).toMatchObject({ ok: false, error: { code: 'transition_not_allowed' } });
  });

  test('a refusal names both states and what to do', () => {
    const result = planTransition('Blocked', 'COMPLETE');
    expect(result.ok ? null : result.error).toMatchObject({
      message: 'A plan that is Blocked cannot become Done.',
      advice: 'Answer what it waits for first, or cancel the plan.',
    });
  });
});
