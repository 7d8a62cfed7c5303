import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { Plan } from '../../../../src/core/plan/plan.js';

const VAULT = new URL('../../../support/vaults/plans/', import.meta.url);

function noteAt(path: string): string {
  return readFileSync(new URL(path, VAULT), 'utf8');
}

function parse(text: string, path = 'Plans/a.md'): Plan {
  const { plan, problems } = parsePlan(text, path);
  if (plan === null) throw new Error(JSON.stringify(problems));
  return plan;
}

describe('a plan in the form of the contract', () => {
  const plan = parse(noteAt('Plans/PLAN-2026-001.md'), 'Plans/PLAN-2026-001.md');

  test('gives its properties [FR-002]', () => {
    expect(plan).toMatchObject({
      path: 'Plans/PLAN-2026-001.md',
      taskId: 'PLAN-2026-001',
      sourceLink: '[[EMAIL_client-a-invoice]]',
      createdDate: '2026-02-21T10:30:00Z',
      priority: 'high',
      status: 'Active',
      blockedReason: null,
      warnings: [],
    });
  });

  test('gives objective, context, steps and log from its four sections [FR-003] [R1]', () => {
    expect(plan.objective).toBe('Generate and send the January invoice to Client A for $1,500.');
    expect(plan.context).toMatch(/^Client A asked .* rate card\.$/u);
    expect(plan.steps.map(({ done, gated, id, text }) => [done, gated, id, text])).toEqual([
      [true, false, null, 'Identify client: Client A (client_a@example.com)'],
      [true, false, null, 'Calculate amount: $1,500 from [[Rates]]'],
      [false, false, null, 'Write the invoice'],
      [false, true, 's4', 'Send email to client_a@example.com'],
      [false, false, null, 'Log transaction in [[Current_Month]]'],
    ]);
    expect(plan.log).toHaveLength(2);
    expect(plan.otherLogLines).toBe(0);
  });

  test('says where each step stands', () => {
    const [, , , send] = plan.steps;
    expect(send).toMatchObject({ position: 4, line: 19, mark: ' ' });
    const line = plan.text.slice(send?.lineStart, send?.lineEnd);
    expect(line).toBe('4. [ ] ✋ Send email to client_a@example.com ^s4');
    expect(plan.text.slice((send?.markAt ?? 0) - 1, (send?.markAt ?? 0) + 2)).toBe('[ ]');
  });
});

test('an objective ends before a section that the person added below it', () => {
  const text = noteAt('Plans/PLAN-2026-001.md').replace(
    '## Context',
    '## Notes\nMine.\n\n## Context',
  );
  expect(parse(text).objective).toMatch(/^Generate .* for \$1,500\.$/u);
});

test('a plan in the form of the seeds is read: bullets, log lines without brackets', () => {
  const plan = parse(noteAt('Plans/PLAN-2026-002.md'));
  expect(plan.sourceLink).toBe('/Inbox/EMAIL_client-a-invoice.md');
  expect(plan.steps.map(({ done, gated }) => [done, gated])).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
  expect(plan.steps[3]?.text).toBe('Send email');
  expect(plan.log.map(({ at, actor }) => [at, actor])).toEqual([
    ['2026-02-21T10:30:00Z', 'Agent'],
    ['2026-02-21T10:35:00Z', 'Agent'],
    ['2026-02-21T10:40:00Z', 'Agent'],
  ]);
});

describe('a plan that a person rearranged, with BOM, CRLF, tabs, emoji and other scripts', () => {
  const plan = parse(noteAt('Plans/PLAN-2026-003.md'));

  test('gives its properties in any order and quoting', () => {
    expect(plan).toMatchObject({
      taskId: 'PLAN-2026-003',
      sourceLink: 'WhatsApp message 17',
      createdDate: '2026-02-21 09:15',
      priority: 'low',
      status: 'Blocked',
      blockedReason: 'Awaiting Human Approval: x since 2026-02-21T09:20:00Z',
      objective: 'Send the 請求書 to Grüße GmbH 🎉',
      context: '',
    });
  });

  test('gives the steps of the Roadmap alone, sub-items counted', () => {
    expect(plan.steps.map(({ text, mark, subItems, id }) => [text, mark, subItems, id])).toEqual([
      ['連絡先を確認', 'x', 2, null],
      ['Prüfen', 'X', 0, 'check'],
      ['Отправить', '/', 0, null],
      ['Send to all', ' ', 0, 's4'],
    ]);
    expect(plan.steps.map(({ after }) => after)).toEqual([
      null,
      null,
      [{ id: 'check' }],
      [{ position: 1 }, { position: 3 }],
    ]);
    expect(plan.steps.map(({ done }) => done)).toEqual([true, true, false, false]);
  });

  test('gives the log, and counts the lines of another form', () => {
    expect(plan.log).toEqual([
      {
        at: '2026-02-21T09:15:00Z',
        actor: 'Human',
        action: 'Wrote the plan',
        rationale: '',
        line: 42,
      },
      {
        at: '2026-02-21T09:16:00.123Z',
        actor: 'Agent (Claude)',
        action: 'Marked step 1 complete',
        rationale: 'Found it. More: details.',
        line: 44,
      },
    ]);
    expect(plan.otherLogLines).toBe(1);
  });

  test('warns about the box that is neither open nor done, with its place', () => {
    expect(plan.warnings).toEqual([
      expect.objectContaining({ code: 'step_mark_unknown', line: 34, column: 4 }),
    ]);
  });
});
