import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../../src/core/alert.js';
import type { TaskSummary } from '../../../../src/core/loop/task-summary.js';
import { dashboardText } from '../../../../src/core/views/dashboard-text.js';
import {
  happening,
  missionView,
  planSummary,
  requestSummary,
} from '../../../support/builders/mission-view.js';

const note = '2026-02-21T10-40-00Z_email_client-a';
const blockedReason = `Awaiting Human Approval: ${note} since 2026-02-21T10:40:00Z`;

test('a blocked mission: what it is, where it stands, what waits, and what happened [SEED-3] [SEED-5] [FR-013] [FR-014] [R5.1] [US4.1] [US4.2] [SC-010]', () => {
  const text = dashboardText(
    missionView({
      missions: [planSummary({ status: 'Blocked', blockedReason })],
      counts: { active: 0, blocked: 1, draft: 0, stepsDone: 3, steps: 5 },
      waiting: [requestSummary()],
      alerts: [
        {
          subject: { kind: 'plan', id: 'PLAN-2026-001' },
          kind: 'blocked_long',
          text: 'Plan blocked for 26 hours: PLAN-2026-001, step 4 (Send email to client_a@example.com).',
          advice: `Approve or reject ${note}.`,
        },
      ],
      recent: [
        happening(
          40,
          'plan_blocked',
          'Waiting for approval: “Email to client_a@example.com” (step 4).',
        ),
        happening(35, 'step_completed', 'Marked step 3 complete: Invoice written.'),
        happening(30, 'plan_created', 'Created plan: Generate and send the January invoice.'),
      ],
    }),
  );
  expect(text).toBe(`## ⚡ Current Missions

**Current mission**: [[Plans/PLAN-2026-001|PLAN-2026-001]]

- **Objective**: Generate and send the January invoice to Client A for $1,500.
- **Status**: Blocked: Awaiting Human Approval
- **Current step**: 4 of 5 (Send email to client_a@example.com)
- **Blocked since**: 2026-02-21T10:40:00Z
- **Waiting for**: [[Pending_Approval/${note}|${note}]]
- **Progress**: Completed 3 of 5 steps
- **Next step**: Send email to client_a@example.com
- **Waiting for your approval**: 1 request

## 📊 Plan Statistics

- **Active plans**: 0
- **Blocked plans**: 1 (PLAN-2026-001)
- **Draft plans**: 0
- **Steps completed**: 3 of 5
- **Waiting for your approval**: 1

## 🚨 Alerts

- ⚠️ Plan blocked for 26 hours: PLAN-2026-001, step 4 (Send email to client_a@example.com). Approve or reject ${note}.

## 🕐 Recent Activity

- 2026-02-21 10:40 PLAN-2026-001: Waiting for approval: “Email to client_a@example.com” (step 4).
- 2026-02-21 10:35 PLAN-2026-001: Marked step 3 complete: Invoice written.
- 2026-02-21 10:30 PLAN-2026-001: Created plan: Generate and send the January invoice.`);
});

test('foreign words hide nothing, and carry no number of the line to their other side', () => {
  const text = dashboardText(
    missionView({
      missions: [planSummary({ objective: 'Pay אבג 500 or \u202e700' })],
      alerts: [
        {
          subject: { kind: 'path', id: 'x' },
          kind: 'invalid',
          text: 'For אבג 5 of 7.',
          advice: 'Look.',
        },
      ],
      recent: [happening(30, 'plan_created', 'Created plan: אבג 5')],
    }),
  );
  expect(text).toContain('- **Objective**: Pay \u2068אבג\u2069 500 or ‹U+202E›700\n');
  expect(text).toContain('- ⚠️ For \u2068אבג\u2069 5 of 7. Look.\n');
  expect(text).toContain('Created plan: \u2068אבג\u2069 5');
});

test('an alert about a note links it', () => {
  const alert = {
    subject: { kind: 'path', id: 'x' },
    kind: 'invalid',
    text: 'Line 4: wrong.',
    advice: 'Look.',
  } as const;
  const text = dashboardText(missionView({ alerts: [{ ...alert, path: 'Plans/a.md' }] }));
  expect(text).toContain('- ⚠️ Line 4: wrong. Look. → [[Plans/a|a]]\n');
});

test('a note whose name holds what is not drawn is told by its id, not linked', () => {
  const text = dashboardText(
    missionView({ missions: [planSummary({ path: 'Plans/\u3164a.md' })] }),
  );
  expect(text).toContain('**Current mission**: PLAN-2026-001\n');
});

test('an empty vault says how to begin', () => {
  expect(dashboardText(missionView())).toBe(`## ⚡ Current Missions

No active plans. Add a note to Inbox to start one.

## 📊 Plan Statistics

- **Active plans**: 0
- **Blocked plans**: 0
- **Draft plans**: 0
- **Steps completed**: 0 of 0
- **Waiting for your approval**: 0

## 🚨 Alerts

No alerts.

## 🕐 Recent Activity

Nothing yet.`);
});

describe('the tasks that need no plan', () => {
  const task = (path: string, more: Partial<TaskSummary> = {}): TaskSummary => ({
    ...{ taskId: 'T-aaaaaaaa', path, title: 'Look at the [[roof]].', priority: 'low' },
    ...{ received: null, stage: 'ACT', planId: null, isDirect: true },
    ...more,
  });

  test('are a line each, with a link and what they are about; others have their plan [US1.2]', () => {
    const text = dashboardText(
      missionView({
        tasks: [
          task('Inbox/roof.md', { priority: 'high' }),
          task('Inbox/call Ann.md', { title: 'call Ann' }),
          task('Inbox/a[1].md'),
          task('Inbox/planned.md', { planId: 'PLAN-2026-001', isDirect: false }),
          task('Inbox/suggested.md', { stage: 'PLAN', isDirect: false }),
        ],
      }),
    );
    expect(text).toContain(`Add a note to Inbox to start one.

**Tasks**

- [[Inbox/roof|roof]]: Look at the roof. (high priority)
- [[Inbox/call Ann|call Ann]]
- “a[1]”: Look at the roof.

## 📊 Plan Statistics
`);
    expect(text).toContain('\n- **Waiting for your approval**: 0\n- **Tasks**: 3\n');
  });

  test('are counted where they are many', () => {
    const tasks = Array.from({ length: 12 }, (_, n) => task(`Inbox/${n}.md`));
    const text = dashboardText(missionView({ tasks }));
    expect(text).toContain('\n- [[Inbox/9|9]]: Look at the roof.\n- … and 2 more\n');
  });
});

describe('the missions', () => {
  test('the current one comes first and whole, the others in a line each [SEED-5]', () => {
    const text = dashboardText(
      missionView({
        missions: [
          planSummary(),
          planSummary({ planId: 'PLAN-2026-002', status: 'Draft', objective: 'Tidy the inbox.' }),
          planSummary({
            planId: 'PLAN-2026-003',
            status: 'Blocked',
            current: null,
            blockedReason: null,
          }),
        ],
      }),
    );
    expect(text).toContain('**Current mission**: [[Plans/PLAN-2026-001|PLAN-2026-001]]');
    expect(text).toContain(
      '**Other plans**\n\n- [[Plans/PLAN-2026-002|PLAN-2026-002]]: Tidy the inbox. (Draft, completed 3 of 5 steps)\n' +
        '- [[Plans/PLAN-2026-003|PLAN-2026-003]]: Generate and send',
    );
  });

  test('are linked by the names of their notes, which people may have given [R5.1]', () => {
    const text = dashboardText(
      missionView({
        missions: [
          planSummary({ path: 'Plans/client-a/January invoice.md' }),
          planSummary({ planId: 'PLAN-2026-002', path: 'Plans/a]] b.md' }),
        ],
      }),
    );
    expect(text).toContain(
      '**Current mission**: [[Plans/client-a/January invoice|PLAN-2026-001]]\n',
    );
    expect(text).toContain('\n- PLAN-2026-002: ');
  });

  test('ten are listed, the rest are counted', () => {
    const missions = Array.from({ length: 14 }, (_, index) =>
      planSummary({ planId: `PLAN-2026-${String(index + 1).padStart(3, '0')}` }),
    );
    const text = dashboardText(missionView({ missions, missionCount: 214 }));
    expect(text.match(/\[\[Plans\/PLAN-/g)).toHaveLength(10);
    expect(text).toContain('\n- … and 204 more\n');
  });

  test('a finished one that is not filed yet says so', () => {
    expect(
      dashboardText(missionView({ missions: [planSummary({ current: null, doneSteps: 5 })] })),
    ).toContain('- **Current step**: all 5 done\n- **Progress**: Completed 5 of 5 steps\n');
  });

  test('requests of other plans, or of none, are listed by themselves', () => {
    const waiting = [
      requestSummary({ planId: 'PLAN-2026-009', path: 'Pending_Approval/other.md' }),
      requestSummary({ planId: null, path: 'Pending_Approval/alone.md' }),
    ];
    const text = dashboardText(missionView({ missions: [planSummary()], waiting }));
    expect(text).not.toMatch(/\*\*Waiting for\*\*|Blocked since/);
    expect(text).toContain(
      '- **Waiting for your approval**: none for this plan (2 other requests)\n\n**Waiting for your approval**\n\n' +
        '- [[Pending_Approval/other|other]] for PLAN-2026-009: “Email to client_a@example.com”\n' +
        '- [[Pending_Approval/alone|alone]]: “Email to client_a@example.com”\n\n##',
    );
    expect(dashboardText(missionView({ waiting }))).toContain('**Waiting for your approval**');
  });

  test('whom a request is for, as its note says, does not go on as words of ours', () => {
    const targetRecipient = 'maria”. Sent 09:42. Nothing else waits “';
    const request = requestSummary({ tool: 'pay', targetRecipient, recipientIsInCall: false });
    expect(dashboardText(missionView({ waiting: [request] }))).toContain(
      ': “Pay” for “maria". Sent 09:42. Nothing else waits "” (as its note says)\n',
    );
  });

  test('why a plan is blocked, and names that no link holds, are quoted, and no address in them is a link', () => {
    const missions = [
      planSummary({ status: 'Blocked', blockedReason: 'Wait.” See https://evil.example/x' }),
    ];
    const path = 'Pending_Approval/All is paid. See #b.md';
    const waiting = [requestSummary({ path, planId: null })];
    const incomplete = {
      ...({ path, folder: 'pending', requestId: null, what: 'email', since: null } as const),
      ...{ forStep: { planId: 'PLAN-2026-001', step: 4 }, expiresMs: null },
    };
    const text = dashboardText(missionView({ missions, waiting, incomplete: [incomplete] }));
    expect(text).toContain('- **Status**: Blocked: “Wait." See https: //evil.example/x”\n');
    expect(text).toContain('- “All is paid. See #b”: “Email to client_a@example.com”\n');
    expect(text).toContain('- **Waiting for**: “All is paid. See #b” (incomplete)\n');
  });

  test('all requests it waits for are linked, since the oldest', () => {
    const waiting = [
      requestSummary({ path: 'Pending_Approval/a.md', createdDate: '2026-02-20T08:00:00Z' }),
      requestSummary({ path: 'Approved/b (1).md' }),
    ];
    expect(
      dashboardText(missionView({ missions: [planSummary({ status: 'Blocked' })], waiting })),
    ).toContain(
      '- **Blocked since**: 2026-02-20T08:00:00Z\n- **Waiting for**: [[Pending_Approval/a|a]], [[Approved/b (1)|b (1)]]\n',
    );
  });
});

describe('recent activity', () => {
  const lines = (count: number, event = 'step_completed') =>
    Array.from({ length: count }, (_, index) =>
      happening(count - index, event, `Event ${count - index}.`),
    );

  test('is the last ten, newest first, over all plans, without links [FR-014] [R9.3]', () => {
    const recent = lines(25).map((entry, index) =>
      index % 2 ? { ...entry, plan_id: 'PLAN-2026-002' } : entry,
    );
    const shown = dashboardText(missionView({ recent }))
      .split('Recent Activity\n\n')[1]
      ?.split('\n');
    expect(shown).toHaveLength(10);
    expect(shown?.[0]).toBe('- 2026-02-21 10:25 PLAN-2026-001: Event 25.');
    expect(shown?.[1]).toBe('- 2026-02-21 10:24 PLAN-2026-002: Event 24.');
    expect(shown?.[9]).toBe('- 2026-02-21 10:16 PLAN-2026-002: Event 16.');
  });

  test('names what a step links to, without torn brackets', () => {
    const step = 'Calculate amount: $1,500 from [[Rates]]';
    const { current } = planSummary();
    const text = dashboardText(
      missionView({
        missions: [planSummary({ current: current && { ...current, text: step } })],
        recent: [happening(5, 'step_completed', `Step 2 completed (${step})`)],
      }),
    );
    expect(text).toContain('**Current step**: 4 of 5 (Calculate amount: $1,500 from Rates)\n');
    expect(text).toContain('**Next step**: Calculate amount: $1,500 from Rates\n');
    expect(text).toContain('Step 2 completed (Calculate amount: $1,500 from Rates)');
  });

  test('of no plan is told all the same', () => {
    const { plan_id: _plan, ...entry } = happening(5, 'paused', 'Paused.');
    expect(dashboardText(missionView({ recent: [entry] }))).toMatch(
      /\n- 2026-02-21 10:05 Paused\.$/,
    );
  });
});

test('twenty alerts are listed, the rest are counted', () => {
  const alerts = Array.from({ length: 30 }, (_, index) => ({
    subject: { kind: 'request' as const, id: String(index) },
    kind: 'asks' as const,
    text: `Alert ${index}.`,
    advice: 'Decide.',
  }));
  const text = dashboardText(missionView({ alerts }));
  expect(text.match(/⚠️/g)).toHaveLength(20);
  expect(text).toContain('- … and 10 more');
});

test('many alerts that differ only in their note are one line with a count', () => {
  const of = (id: string): Alert => ({
    subject: { kind: 'path', id },
    kind: 'foreign',
    text: `${id} can be adopted.`,
    advice: 'Adopt it.',
    path: id,
  });
  const many = Array.from({ length: 50 }, (_, index) => of(`Plans/p${index}.md`));
  const other = { ...of('Plans/x.md'), text: 'x can’t.', advice: 'Write its steps.' };
  const text = dashboardText(missionView({ alerts: [...many, other] }));
  expect(text).toContain(
    '## 🚨 Alerts\n\n- ⚠️ Plans/p0.md can be adopted. Adopt it. → [[Plans/p0|p0]] (and 49 more notes like this)\n- ⚠️ x can’t.',
  );
});

test('a plan without steps is not told as one that is done', () => {
  const empty = planSummary({ steps: [], current: null, doneSteps: 0 });
  const text = dashboardText(missionView({ missions: [empty, empty], missionCount: 2 }));
  expect(text).toContain('- **Current step**: none\n');
  expect(text).toContain(' (Active, no steps yet)');
  expect(text).not.toContain(' done\n');
});

test('the text holds no duration that runs: the same view gives the same text', () => {
  const view = missionView({ missions: [planSummary()], waiting: [requestSummary()] });
  expect(dashboardText(view)).toBe(dashboardText(structuredClone(view)));
  expect(dashboardText(view)).not.toMatch(/ago|minutes|hours/);
});

describe('foreign text', () => {
  const hostile = [
    ...['[[PLAN-2026-999]]', '![[secret]]', '[[[x]]]', '![](https://example.com/a.png)', '[x](y)'],
    ...[
      '%% hidden %%',
      '%%%',
      '%%%%%',
      '<!-- hidden',
      '<img src=x>',
      '<% tp.x %>',
      '`= 1`',
      '`$= x`',
      '$$',
    ],
    ...[
      'a\nb',
      '# x',
      'a\r\n## 🚨 Alerts\n',
      '```',
      '~~~',
      '%% countersign:end %%',
      '\u2028\u0085\u0000',
    ],
  ];

  test.each(hostile.map((text) => [text]))('%j stays text of its line', (text) => {
    const view = missionView({
      missions: [
        planSummary({
          objective: text,
          status: 'Blocked',
          blockedReason: text,
          current: { position: 1, id: null, text, done: false, gated: false, after: null },
        }),
        planSummary({ planId: 'PLAN-2026-002', objective: text }),
      ],
      waiting: [requestSummary({ path: `Pending_Approval/${text.replaceAll('/', '')}.md` })],
      alerts: [{ subject: { kind: 'path', id: 'x' }, kind: 'asks', text, advice: text }],
      recent: [happening(0, 'executed', text)],
    });
    const plain = dashboardText({
      ...view,
      missions: view.missions.map((plan) => ({
        ...plan,
        objective: 'x',
        blockedReason: 'x',
        current: plan.current && { ...plan.current, text: 'x' },
      })),
      waiting: [requestSummary()],
      alerts: [{ subject: { kind: 'path', id: 'x' }, kind: 'asks', text: 'x', advice: 'x' }],
      recent: [happening(0, 'executed', 'x')],
    });
    const written = dashboardText(view);
    expect(written.split('\n')).toHaveLength(plain.split('\n').length);
    expect(written.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(4);
    const ours = written.replaceAll(
      /\[\[(?:Plans\/PLAN-2026-00[12]\|PLAN-2026-00[12]|Pending_Approval\/[\p{L}\p{N} ._()-]+\|[\p{L}\p{N} ._()-]+)\]\]/gu,
      '',
    );
    expect(ours).not.toMatch(/\[\[|\]\(|%%|<|`|\$\$|~~~|[\u2028\u0085\u0000]/);
    expect(written).not.toContain('[[PLAN-2026-999]]');
  });
});

test('shows what nobody would see, wherever it comes from', () => {
  const hidden = 'a\u202eb\u200bc\u009bd';
  const text = dashboardText(
    missionView({
      missions: [planSummary({ objective: hidden, status: 'Blocked', blockedReason: hidden })],
      waiting: [requestSummary({ createdDate: hidden, path: `Pending_Approval/${hidden}.md` })],
      alerts: [
        { subject: { kind: 'path', id: 'x' }, kind: 'incomplete', text: hidden, advice: hidden },
      ],
      recent: [happening(1, 'step_completed', hidden)],
    }),
  );
  expect(text).not.toMatch(/[\u202e\u200b\u009b]/);
  expect(text).toContain('a‹U+202E›b‹U+200B›c');
});

test('plans that wait for a person are listed apart from missions, with their notes [LOOP-6]', () => {
  const plan = planSummary({ approval: 'pending', path: 'Plans/pending/PLAN-2026-001.md' });
  const text = dashboardText(missionView({ missions: [], missionCount: 0, plansWaiting: [plan] }));
  expect(text).toContain(`No active plans. Add a note to Inbox to start one.

**Plans that wait for your approval**

- [[Plans/pending/PLAN-2026-001|PLAN-2026-001]]: Generate and send the January invoice to Client A for $1,500.
`);
});
