import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit } from '../../../../src/core/text/edit.js';
import {
  addStepId,
  appendLog,
  nextStepId,
  setStatus,
  tickStep,
  untickStep,
} from '../../../../src/core/plan/edit-plan.js';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { LogRecord, Plan, Step } from '../../../../src/core/plan/plan.js';
import { renderPlan } from '../../../../src/core/plan/render-plan.js';
import { planNote } from '../../../support/builders/plan-note.js';

const GOLDEN = new URL('../../../support/golden/plan/', import.meta.url);

function golden(name: string, file: 'given' | 'expected'): string {
  return readFileSync(new URL(`${name}/${file}.md`, GOLDEN), 'utf8');
}

function parse(text: string): Plan {
  const { plan, problems } = parsePlan(text, 'Plans/a.md');
  if (plan === null) throw new Error(JSON.stringify(problems));
  return plan;
}

function stepOf(plan: Plan, position: number): Step {
  const step = plan.steps[position - 1];
  if (step === undefined) throw new Error('No such step');
  return step;
}

const REASON =
  'Awaiting Human Approval: 2026-02-21T10-40-00Z_email_client-a since 2026-02-21T10:40:00Z';
const ENTRIES: readonly LogRecord[] = [
  {
    at: '2026-02-21T10:40:00Z',
    actor: 'Agent',
    action: 'Drafted request for step 4',
    rationale: 'The invoice is ready',
  },
  { at: '2026-02-21T10:41:00Z', actor: 'Human', action: 'Approved it', rationale: '' },
];
const log = (plan: Plan) => appendLog(plan, ENTRIES);

const EDITS: Readonly<Record<string, (plan: Plan) => Edit[]>> = {
  'tick-step': (plan) => tickStep(plan, stepOf(plan, 3)),
  'tick-step-of-a-rearranged-plan': (plan) => tickStep(plan, stepOf(plan, 4)),
  'untick-step': (plan) => untickStep(plan, stepOf(plan, 2)),
  'block-plan': (plan) => setStatus(plan, 'Blocked', REASON),
  'block-plan-of-the-seeds': (plan) => setStatus(plan, 'Blocked', REASON),
  'unblock-plan': (plan) => setStatus(plan, 'Active', null),
  'append-log': log,
  'append-log-above-a-trailing-comment': log,
  'append-log-without-line-end': log,
  'append-log-above-a-section-of-the-user': log,
  'append-log-above-an-open-fence': log,
  'append-log-to-empty-logs': log,
  'add-step-id': (plan) => addStepId(plan, stepOf(plan, 3), nextStepId(plan, stepOf(plan, 3), [])),
};

test.each(Object.entries(EDITS))('%s gives the expected note', (name, edit) => {
  const given = golden(name, 'given');
  const after = applyEdits(given, edit(parse(given)));
  expect(after).toBe(golden(name, 'expected'));
  expect(parsePlan(after, 'Plans/a.md').problems).toEqual([]);
});

describe('an edit that changes nothing is no edit', () => {
  const plan = parse(golden('tick-step', 'given'));
  test.each([
    ['ticking a done step', () => tickStep(plan, stepOf(plan, 1))],
    ['opening an open step', () => untickStep(plan, stepOf(plan, 3))],
    ['the same status', () => setStatus(plan, 'Active', null)],
    ['no entries', () => appendLog(plan, [])],
    ['an id for a step that has one', () => addStepId(plan, stepOf(plan, 4), 's9')],
  ])('%s', (_name, edit) => {
    expect(edit()).toEqual([]);
  });
});

describe('the reason for a block', () => {
  test.each([
    ['stays null where a person wrote null', 'Active\nblocked_reason: null', 'Done', null],
    ['is kept while the plan stays Blocked', 'Blocked\nblocked_reason: x', 'Blocked', null],
  ] as const)('%s', (_name, status, to, reason) => {
    const plan = parse(planNote({ status }));
    const after = applyEdits(plan.text, setStatus(plan, to, reason));
    expect(after).toBe(planNote({ status: status.replace('Active', 'Done') }));
  });

  test('is replaced while the plan is Blocked', () => {
    const plan = parse(planNote({ status: 'Blocked\nblocked_reason: x' }));
    const after = applyEdits(plan.text, setStatus(plan, 'Blocked', 'later'));
    expect(after).toBe(planNote({ status: 'Blocked\nblocked_reason: later' }));
  });
});

describe('the next free block id', () => {
  test.each([
    ['is the position', 'Two', 's2'],
    ['skips an id of another step', 'Two\n3. [ ] Three ^s2', 's3'],
    ['skips an id that only a link still names', 'Two [[PLAN-2026-001#^s2]]', 's3'],
    ['skips ids in upper case', 'Two\n3. [ ] Three ^S2', 's3'],
    ['is not disturbed by longer ids', 'Two\n3. [ ] Three ^s22', 's2'],
  ])('%s', (_name, two, expected) => {
    const plan = parse(planNote().replace('Two', two));
    expect(nextStepId(plan, stepOf(plan, 2), [])).toBe(expected);
  });
});

describe('a new plan', () => {
  const createdAt = Date.UTC(2026, 1, 21, 10, 30);

  test('is the note of the contract [FR-002] [FR-003]', () => {
    const text = renderPlan({
      taskId: 'PLAN-2026-001',
      sourceLink: '[[EMAIL_client-a-invoice]]',
      createdAt,
      priority: 'high',
      status: 'Active',
      objective: 'Generate and send the January invoice to Client A for $1,500.',
      context: 'Client A asked for the invoice by WhatsApp. The amount is on the rate card.',
      steps: [
        { text: 'Identify client: Client A (client_a@example.com)', gated: false },
        { text: 'Calculate amount: $1,500 from [[Rates]]', gated: false },
        { text: 'Write the invoice', gated: false },
        { text: 'Send email to client_a@example.com', gated: true },
        { text: 'Log transaction in [[Current_Month]]', gated: false },
      ],
      log: [
        {
          at: '2026-02-21T10:30:00Z',
          actor: 'Agent',
          action: 'Created plan',
          rationale: 'Complex work detected (keywords: invoice, send)',
        },
        {
          at: '2026-02-21T10:35:00Z',
          actor: 'Agent',
          action: 'Marked step 1 complete',
          rationale: 'Client found in contacts',
        },
      ],
    });
    expect(text).toBe(golden('new-plan', 'expected'));
  });

  test('keeps its structure whatever its texts say', () => {
    const text = renderPlan({
      taskId: 'PLAN-2026-012',
      sourceLink: '[[EMAIL: a #b]]',
      createdAt,
      priority: 'low',
      status: 'Draft',
      objective: '# Roadmap',
      context:
        '## Roadmap\n- [x] a step\r\n1. [x] a step\n```\n~~~\n---\n\n\n===\n%% hidden %%\n<!-- hidden -->\na link to ^s1\n\\# already escaped\n',
      steps: [
        { text: '[x] a\n- [x] b', gated: false },
        { text: 'Send (requires approval)', gated: false },
        { text: '✋ Call', gated: false },
        { text: ' \n ', gated: false },
        { text: 'ends ^s1', gated: false },
        { text: 'Wait for the call', gated: false, after: [3, 7] },
        { text: '# Heading %% --- ```', gated: false },
      ],
      log: [
        {
          at: '2026-02-21T10:30:00Z',
          actor: 'Agent',
          action: 'a\n# Roadmap',
          rationale: '\n- [x] b',
        },
      ],
    });
    expect(text).toBe(golden('new-plan-of-hostile-texts', 'expected'));
    const { plan } = parsePlan(text, 'a.md');
    expect(plan?.objective).toBe('# Roadmap');
    expect(plan?.context).toMatch(/^## Roadmap\n- \[x\] a step\n1\. \[x\] a step\n```\n/u);
    expect(plan?.steps.map(({ gated, done }) => [gated, done])).toEqual(
      [false, true, true, false, false, false, false].map((gated) => [gated, false]),
    );
  });
});
