import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lackingSteps,
  lacksSteps,
  readExternalPlan,
} from '../../../../../src/core/plan/imports/external-plan.js';
import { parsePlan } from '../../../../../src/core/plan/parse-plan.js';
import { renderPlan } from '../../../../../src/core/plan/render-plan.js';
import { planNote } from '../../../../support/builders/plan-note.js';

/** As AI-employee vaults have them (`Plans/PLAN_<slug>.md`). */
const invoice = `---
created: 2026-01-07T10:30:00Z
status: pending_approval
---

## Objective
Generate and send the January invoice to Client A. It is overdue.

## Steps
- [x] Identify client: Client A
- [x] Calculate amount: $1,500
- [ ] Generate invoice PDF
- [ ] Send via email (REQUIRES APPROVAL)
- [ ] Log transaction

## Approval Required
Email send requires human approval. See /Pending_Approval/.
`;
const path = 'Plans/PLAN_invoice_client_a.md';
const read = (text: string) => readExternalPlan(text, path);
const steps = (lines: string) =>
  read(`## Steps\n${lines}\n`)?.steps.map(
    ({ done, gated, text }) => `${done ? 'x' : ' '}${gated ? '✋' : ' '}${text}`,
  );

test('a plan in the form of AI-employee vaults is understood', () => {
  expect(read(invoice)).toEqual({
    objective: 'Generate and send the January invoice to Client A.',
    context: 'Email send requires human approval. See /Pending_Approval/.',
    priority: null,
    awaitsApproval: true,
    isFinished: false,
    steps: [
      { text: 'Identify client: Client A', gated: false, done: true },
      { text: 'Calculate amount: $1,500', gated: false, done: true },
      { text: 'Generate invoice PDF', gated: false, done: false },
      { text: 'Send via email', gated: true, done: false },
      { text: 'Log transaction', gated: false, done: false },
    ],
    otherLines: 0,
  });
});

test.each<[form: string, lines: string, found: readonly string[] | undefined]>([
  ['boxes', '- [ ] Write\n- [X] File', ['  Write', 'x File']],
  ['numbered boxes', '1. [ ] Write\n2) [x] File', ['  Write', 'x File']],
  ['stars and pluses', '* [ ] Write\n+ [ ] File', ['  Write', '  File']],
  ['numbers without boxes', '1. Write\n2. File', ['  Write', '  File']],
  ['bullets without boxes', '- Write\n- File', ['  Write', '  File']],
  ['headings', '### 1. Write\nThe text.\n### Step 2: File\nAll.', ['  Write', '  File']],
  ['other marks, which do not say done', '- [-] Write\n- [/] File', ['  Write', '  File']],
  [
    'nested boxes, which are no steps',
    '- [ ] Write\n  - [x] Title\n- [ ] File',
    ['  Write', '  File'],
  ],
  ['boxes among prose', 'First:\n- [ ] Write\n\nLater:\n- [ ] File', ['  Write', '  File']],
  ['the gate as a hand', '- [ ] ✋ Send it', [' ✋Send it']],
  ['the gate in words, in capitals or not', '- [x] Send (requires human approval)', ['x✋Send']],
  ['a block id and a signifier', '- [x] Write ✅ 2026-01-07 ^a1', ['x Write']],
  ['Windows line ends', '- [ ] Write\r\n- [x] File\r', ['  Write', 'x File']],
  ['boxes in a fence, which are text', '```\n- [ ] Write\n```\n- [ ] File', ['  File']],
  ['empty boxes, which say nothing', '- [ ] \n- [ ] File', ['  File']],
  ['nothing but prose', 'Somebody should write it.', undefined],
  ['nothing', '', undefined],
])('steps are read from %s', (_, lines, found) => {
  expect(steps(lines)).toEqual(found);
});

test.each<[what: string, text: string]>([
  ['a note with an id of ours', invoice.replace('created:', 'task_id: PLAN-2026-001\ncreated:')],
  ['a plan of ours', planNote()],
  ['a note without steps', '# Notes\n\n- [ ] Write\n'],
  ['a report that ends with next steps', '# Report\n\n## Next steps\n- [ ] Write\n'],
  ['steps in a fence', '```\n## Steps\n- [ ] Write\n```\n'],
  ['an empty note', ''],
])('%s is none', (_, text) => {
  expect(readExternalPlan(text, 'Plans/2026-01.md')).toBeNull();
});

test.each<[what: string, text: string, found: object]>([
  ['its priority', '---\npriority: HIGH\n---\n## Steps\n- a', { priority: 'high' }],
  ['another priority', '---\npriority: "!!! HIGH"\n---\n## Steps\n- a', { priority: null }],
  [
    'awaiting-approval',
    '---\nstatus: awaiting-approval\n---\n## Steps\n- a',
    { awaitsApproval: true },
  ],
  ['a status of work', '---\nstatus: in_progress\n---\n## Steps\n- a', { awaitsApproval: false }],
  ['completed', '---\nstatus: completed\n---\n## Steps\n- a', { isFinished: true }],
  ['Done', '---\nstatus: Done\n---\n## Steps\n- [ ] a', { isFinished: true }],
  ['not done', '---\nstatus: not_done\n---\n## Steps\n- [ ] a', { isFinished: false }],
  ['all ticked', '## Steps\n- [x] a\n- [X] b', { isFinished: true }],
  ['all but one ticked', '## Steps\n- [x] a\n- [ ] b', { isFinished: false }],
  ['no front matter', '# Pay Bob\n## Steps\n- a', { objective: 'Pay Bob', awaitsApproval: false }],
  ['front matter that is no YAML', '---\nsubject: Re: x\n---\n## Steps\n- a', { priority: null }],
  ['no objective at all', '## Steps\n- a', { objective: 'PLAN_invoice_client_a' }],
  [
    'context',
    '## Goal\nPay.\n## Background\nHe asked.\n## Steps:\n- a',
    { objective: 'Pay.', context: 'He asked.' },
  ],
  [
    'a long context, never cut within a character',
    `## Context\n${'x'.repeat(3_999)}🎉 now\n## Steps\n- a`,
    { context: 'x'.repeat(3_999) },
  ],
  ['lines that stand there only', '## Steps\n- [ ] a\n  - [ ] b\nc', { otherLines: 2 }],
])('of a plan: %s', (_, text, found) => {
  expect(read(text)).toMatchObject(found);
});

describe('whatever the note holds', () => {
  const hostile = fc.array(
    fc.oneof(
      fc.constantFrom(
        '---',
        '## Steps',
        '# Objective',
        '## Roadmap',
        '- [ ] ',
        '- [x] a',
        '1. ',
        '```',
        '%%',
        '<!--',
        '## Reasoning Logs',
        '^s1',
        '\u2028',
        '\u202e',
        '(after 1)',
        '✋',
        '  - [x] b',
        'status: pending_approval',
        '### ',
        '\\- [x] c',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    ),
    { maxLength: 30 },
  );

  test('reading never throws, and a plan made of it has exactly its steps', () => {
    fc.assert(
      fc.property(hostile, (lines) => {
        const found = read(`## Steps\n- [ ] first\n${lines.join('\n')}`);
        if (!found) return;
        const text = renderPlan({
          ...found,
          taskId: 'PLAN-2026-001',
          sourceLink: '[[x]]',
          createdAt: 0,
          priority: 'low',
          status: 'Active',
          log: [],
        });
        const { plan } = parsePlan(text, 'Plans/PLAN-2026-001.md');
        expect(plan?.steps).toHaveLength(found.steps.length);
        for (const [index, step] of plan?.steps.entries() ?? []) {
          // Nothing that reaches outside is done because a note says so.
          expect(step.done).toBe(found.steps[index]?.done === true && !step.gated);
        }
      }),
    );
  });

  test('a long note is read in one pass', () => {
    const long = `## Steps\n${'- [ ] Write a line\n  more of it\n'.repeat(30_000)}`;
    expect(read(long)?.steps).toHaveLength(10_000);
    const began = process.cpuUsage().user;
    expect(read(`# Plan\n${'## Step 1\n## Steps\nx\n'.repeat(45_000)}`)).not.toBeNull();
    expect(process.cpuUsage().user - began).toBeLessThan(8_000_000);
  });

  test('a note of more than a million characters is not read, and the person learns why', () => {
    const long = `${invoice}${' '.repeat(1_000_000)}`;
    expect(read(long)).toBeNull();
    expect(lacksSteps(long, path)).toBe(true);
    expect(lackingSteps(long, path).message).toBe('It has more than a million characters.');
  });
});
