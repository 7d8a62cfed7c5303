import { getShortestPaths, getSimplePaths } from 'xstate/graph';
import { describe, expect, test } from 'vitest';
import {
  planMachine,
  planTransition,
  type PlanEvent,
} from '../../../src/core/plan/plan-machine.js';
import { PLAN_STATUSES, type PlanStatus } from '../../../src/core/plan/plan.js';

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

  test('every status can be reached from Draft [R7.1]', () => {
    const reached = getShortestPaths(planMachine).map((path) => path.state.value);
    expect([...reached].sort()).toEqual([...PLAN_STATUSES].sort());
  });

  test('every path to Done goes through Active, and only a person leads out of an end [R7.1]', () => {
    const paths = getSimplePaths(planMachine).map(({ steps }) =>
      steps.map(({ state, event }) => ({ at: state.value, by: event.type })),
    );
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      for (const [place, { at }] of path.entries()) {
        if (at === 'Done') expect(path[place - 1]?.at).toBe('Active');
        const next = path[place + 1];
        if ((at === 'Done' || at === 'Cancelled') && next) expect(next.by).toBe('REOPEN');
      }
    }
  });
});
