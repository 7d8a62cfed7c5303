import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultBlockedHours,
  decidePlan,
  type Blocker,
} from '../../../../../src/core/plan/rules/plan-decision.js';
import { reasonFor } from '../../../../../src/core/plan/blocked-reason.js';
import { applyEdits } from '../../../../../src/core/text/edit.js';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';
import type { Plan } from '../../../../../src/core/plan/plan.js';
import { runs } from '../../../../support/run/test-length.js';

const AT = '2026-02-22T12:00:00Z';
const NOW = Date.parse(AT);
const NOTE = '2026-02-21T10-40-00Z_email_client-a';
const OURS = `Awaiting Human Approval: ${NOTE} since 2026-02-22T11:00:00Z`;
const fresh: Blocker = {
  note: NOTE,
  requestId: 'r-1',
  stepId: 's2',
  since: '2026-02-22T11:00:00Z',
  waiting: { at: '2026-02-22T11:00:00Z', saysNote: false },
  what: 'email to c@example.com',
  told: '“Pay” for “c@example.com” (as its note says)',
};

interface Shape {
  readonly status?: string;
  readonly priority?: string;
  readonly reason?: string | null;
  readonly done?: readonly [boolean, boolean];
  readonly log?: string;
}

function planText({
  status = 'Active',
  priority = 'medium',
  reason,
  done = [true, false],
  log = '',
}: Shape): string {
  const box = (ticked: boolean) => (ticked ? '[x]' : '[ ]');
  return `---
task_id: PLAN-2026-001
source_link: "[[EMAIL]]"
created_date: 2026-02-21T10:30:00Z
priority: ${priority}
status: ${status}
${reason === undefined ? '' : `blocked_reason: ${JSON.stringify(reason)}\n`}---

# Objective
Send the invoice.

## Context
Asked for.

## Roadmap
1. ${box(done[0])} Write it
2. ${box(done[1])} ✋ Send it ^s2

## Reasoning Logs
- [2026-02-21T10:30:00Z] Agent: Created plan — Complex.
${log}`;
}

function plan(text: string): Plan {
  const reading = parsePlan(text, 'Plans/PLAN-2026-001.md');
  if (!reading.plan) throw new Error(reading.problems.map(({ message }) => message).join('\n'));
  return reading.plan;
}

function decide(shape: Shape, blockers: readonly Blocker[], nowMs = NOW) {
  const value = plan(planText(shape));
  const decision = decidePlan(value, blockers, AT, nowMs, undefined, [OURS]);
  return decision && { ...decision, after: plan(applyEdits(value.text, decision.edits)) };
}

test('a request for an open gated step blocks the plan, with the note and the time, and says so in the log [FR-016] [R4.1]', () => {
  const decision = decide({}, [fresh]);
  expect(decision).toMatchObject({
    event: 'plan_blocked',
    detail: `Waiting for approval: ${fresh.told} (step 2).`,
    after: { status: 'Blocked', blockedReason: OURS },
  });
  expect(decision?.after.log.at(-1)).toMatchObject({
    at: AT,
    actor: 'Countersign',
    action: 'Blocked at step 2',
    rationale: `${OURS}. The note says: “email to c@example.com”. A step with ✋ reaches outside the vault: it is done after a person approves that note.`,
  });
  expect(reasonFor(fresh.note, 'r-1', fresh.since)).toBe(OURS);
});

test('without it the plan is active again, the reason is gone, and the log says so', () => {
  const decision = decide({ status: 'Blocked', reason: OURS }, []);
  expect(decision).toMatchObject({
    event: 'plan_unblocked',
    after: { status: 'Active', blockedReason: null },
  });
  expect(decision?.after.text).not.toContain('blocked_reason');
  expect(decision?.after.log.at(-1)).toMatchObject({ action: 'Block resolved' });
});

test('what somebody wrote as a reason goes into the log, whole, when a request takes its place', () => {
  const reason = `Holidays ${'and more '.repeat(40)}until 3 March`;
  const said = `${OURS}. Before that, the plan’s reason was “${reason}”. The note says: `;
  expect(decide({ reason }, [fresh])?.after.log.at(-1)?.rationale).toContain(said);
});

test('when another request waits instead, the reason follows', () => {
  const decision = decide({ status: 'Blocked', reason: OURS }, [{ ...fresh, note: 'other' }]);
  expect(decision).toMatchObject({
    event: 'plan_block_changed',
    after: {
      status: 'Blocked',
      blockedReason: 'Awaiting Human Approval: other since 2026-02-22T11:00:00Z',
      log: [{ action: 'Created plan' }],
    },
  });
});

test.each([
  ['Awaiting human approval for email send', '', OURS],
  ['Awaits Human Approval', '', OURS],
  ['Awaiting human approval', '- [2026-02-21T11:30:00Z] Human: Blocked — On holiday.\n', null],
  ['The tax office has it', '', null],
  ['No longer awaiting human approval', '', null],
  [
    'Awaiting human approval',
    '- [2026-02-21T11:30:00Z] Countersign: Approval received for step 2 — It was approved.\n',
    null,
  ],
  [
    'Awaiting human approval',
    '- [2026-02-21T11:30:00Z] Countersign: Blocked at step 2 — Awaiting Human Approval: x.\n',
    null,
  ],
])(
  'a block that an agent tells in the log alone is ended by an approval if it says so: %s%s [US5.1]',
  (why, more, reason) => {
    const log = `- [2026-02-21T11:00:00Z] Agent: Blocked at step 2 — ${why}.\n${more}`;
    const decision = decide({ status: 'Blocked', log }, [fresh]);
    expect(decision?.after.blockedReason ?? null).toBe(reason);
    expect(decide({ status: 'Blocked', log }, [])).toBeNull();
  },
);

test('when all steps are done the plan is done, and the log says so', () => {
  const decision = decide({ done: [true, true] }, []);
  expect(decision).toMatchObject({
    event: 'plan_completed',
    detail: 'Plan completed: both steps are done.',
    after: { status: 'Done' },
  });
  expect(decision?.after.log.at(-1)).toMatchObject({
    action: 'Completed plan',
    rationale: 'Both steps are done.',
  });
});

/** Plans that are left alone. */
const alone: Record<string, [shape: Shape, blockers: Blocker[]]> = {
  'an active plan with work to do': [{}, []],
  'one that is blocked by the request it names': [{ status: 'Blocked', reason: OURS }, [fresh]],
  'one that a person blocked': [{ status: 'Blocked', reason: 'Waiting for the tax office' }, []],
  'one that a person blocked, with a request': [{ status: 'Blocked', reason: 'Holidays' }, [fresh]],
  'one that a person blocked without a reason': [{ status: 'Blocked' }, []],
  'one that a person blocked with null as reason': [{ status: 'Blocked', reason: null }, []],
  'the same, with a request': [{ status: 'Blocked' }, [fresh]],
  'a draft': [{ status: 'Draft' }, [fresh]],
  'a draft with all steps done': [{ status: 'Draft', done: [true, true] }, []],
  'a done plan': [{ status: 'Done', done: [true, true] }, [fresh]],
  'a cancelled plan': [{ status: 'Cancelled' }, [fresh]],
  'one whose request is for a step that is done': [{ done: [false, true] }, [fresh]],
  'one whose request is for a step that is not gated': [{}, [{ ...fresh, stepId: 's1' }]],
  'one whose request is for no step': [{}, [{ ...fresh, stepId: '' }]],
};

test.each(Object.entries(alone))('%s is left alone', (_name, [shape, blockers]) => {
  expect(decide(shape, blockers)).toBeNull();
});

test('a plan is blocked before it is completed', () => {
  const text = planText({ done: [true, true] }).replace('[x] ✋', '[ ] ✋');
  expect(decidePlan(plan(text), [fresh], AT, NOW)?.event).toBe('plan_blocked');
});

describe('a block that lasts', () => {
  const hour = 3_600_000;
  const since = Date.parse(fresh.since);

  test('is long after 24 hours, with high priority after 4 [FR-017]', () => {
    expect(defaultBlockedHours).toEqual({ high: 4, medium: 24, low: 24 });
  });

  test.each<[priority: string, hours: number]>([
    ['high', 4],
    ['medium', 24],
    ['low', 24],
  ])(
    '%s: a warning in the log after %i hours, not before, and only once [FR-017]',
    (priority, hours) => {
      const shape = { status: 'Blocked', reason: OURS, priority };
      expect(decide(shape, [fresh], since + hours * hour - 1)).toBeNull();
      const decision = decide(shape, [fresh], since + hours * hour);
      expect(decision).toMatchObject({
        event: 'plan_warned',
        after: { status: 'Blocked', blockedReason: OURS },
      });
      expect(decision?.after.log.at(-1)).toMatchObject({
        action: `Plan blocked for ${hours} hours`,
        rationale: `The request “${NOTE}” has been waiting since 2026-02-22T11:00:00Z.`,
      });
      const again = decision && decidePlan(decision.after, [fresh], AT, since + 99 * hour);
      expect(again).toBeNull();
    },
  );

  test.each([
    [1, '1 hour'],
    [48, '48 hours'],
    [6_723, '280 days'],
  ])('is told after the hours that the vault has: %i [FR-017]', (hours, words) => {
    const value = plan(planText({ status: 'Blocked', reason: OURS }));
    const chosen = { ...defaultBlockedHours, [value.priority]: hours };
    const at = (passed: number) => decidePlan(value, [fresh], AT, since + passed, chosen);
    expect(at(hours * hour - 1)).toBeNull();
    expect(at(hours * hour)?.detail).toContain(`Plan blocked for ${words}:`);
  });

  test('is told with the hours that it waited, not with those after which it is told [US5.2]', () => {
    const shape = { status: 'Blocked', reason: OURS, priority: 'high' } as const;
    const decision = decide(shape, [fresh], since + 26.9 * hour);
    expect(decision?.detail).toContain('Plan blocked for 26 hours: ');
    expect(decision?.after.log.at(-1)?.action).toBe('Plan blocked for 26 hours');
  });

  test.each(['has been waiting', 'has waited'])(
    'is told once of one request, also when other hours hold since: it %s [FR-017]',
    (waits) => {
      const log = `- [${AT}] Countersign: Plan blocked for 4 hours — ${NOTE} ${waits} since ${fresh.since}.\n`;
      expect(
        decide({ status: 'Blocked', reason: OURS, log }, [fresh], since + 25 * hour),
      ).toBeNull();
    },
  );

  test('is warned about anew for another request, also one whose name begins alike [FR-017]', () => {
    const log = `- [${AT}] Countersign: Plan blocked for 24 hours — The request “${NOTE}-2” has been waiting since ${fresh.since}.\n`;
    expect(
      decide({ status: 'Blocked', reason: OURS, log }, [fresh], since + 25 * hour)?.event,
    ).toBe('plan_warned');
  });

  test.each(['Draft', 'Done', 'Cancelled'])('is no matter of a plan that is %s', (status) => {
    expect(decide({ status }, [fresh], since + 99 * hour)).toBeNull();
  });

  test('is counted from a local time as if it were UTC, whatever the zone of the device', () => {
    const at = '2026-02-22T11:00';
    const local = { ...fresh, since: at, waiting: { at, saysNote: true } };
    const shape = { status: 'Blocked', reason: reasonFor(local.note, 'r-1', local.since) };
    expect(decide(shape, [local], since + 24 * hour - 1)).toBeNull();
    expect(decide(shape, [local], since + 24 * hour)?.event).toBe('plan_warned');
  });

  test('is not counted from what is no time', () => {
    const wrong = { ...fresh, since: 'yesterday', waiting: { at: 'yesterday', saysNote: true } };
    expect(
      decide(
        { status: 'Blocked', reason: reasonFor(wrong.note, 'r-1', wrong.since) },
        [wrong],
        since + 999 * hour,
      ),
    ).toBeNull();
  });
});

test('what an older version wrote as the reason gives way to ours, and is no words of somebody', () => {
  const named = { ...fresh, note: 'Mail to Bob' };
  const reason = `Awaiting Human Approval: Mail to Bob since ${fresh.since}`;
  const decision = decide({ status: 'Blocked', reason }, [named]);
  expect(decision?.event).toBe('plan_block_changed');
  expect(JSON.stringify(decision?.edits)).toContain('Awaiting Human Approval: r-1 since');
  expect(JSON.stringify(decision?.edits)).not.toContain('Before that');
});

test('decisions applied until none is left come to rest within four rounds', () => {
  const name = fc.oneof(
    fc.constantFrom(
      NOTE,
      `${NOTE}-2`,
      'a  b',
      ' a ',
      'x %% y',
      'a — b',
      'é: 日本',
      '"quoted"',
      'x <!-- y',
      'null',
    ),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const time = fc.constantFrom(
    '2026-02-22T11:00:00Z',
    '2026-02-20T10:00:00Z',
    '2026-02-20',
    'never',
  );
  const blocker = fc.record({
    note: name,
    requestId: fc.constant('r-1'),
    stepId: fc.constantFrom('s1', 's2'),
    since: time,
    waiting: fc.record({ at: time, saysNote: fc.boolean() }),
    what: fc.constantFrom('email to c@example.com', ' to '),
    told: fc.constant('“Email”'),
  });
  const shape = fc.record({
    status: fc.constantFrom('Draft', 'Active', 'Blocked', 'Done', 'Cancelled'),
    priority: fc.constantFrom('high', 'medium', 'low'),
    reason: fc.constantFrom(undefined, null, 'Holidays', OURS, 'Awaiting Human Approval: x'),
    done: fc.tuple(fc.boolean(), fc.boolean()),
  });
  fc.assert(
    fc.property(shape, fc.array(blocker, { maxLength: 3 }), ({ reason, ...rest }, blockers) => {
      let value = plan(planText(reason === undefined ? rest : { ...rest, reason }));
      for (let round = 0; round < 4; round += 1) {
        const decision = decidePlan(value, blockers, AT, NOW);
        if (!decision) return;
        value = plan(applyEdits(value.text, decision.edits));
      }
      expect(decidePlan(value, blockers, AT, NOW)).toBeNull();
    }),
    { numRuns: runs(500) },
  );
});
