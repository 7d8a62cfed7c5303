import type { AuditEntry } from '../../../src/core/audit/entry.js';
import type { MissionView } from '../../../src/core/views/dashboard-text.js';
import type {
  PlanSummary,
  RequestSummary,
  StepSummary,
} from '../../../src/core/mission/summaries.js';

function step(position: number, text: string, done: boolean, gated = false): StepSummary {
  return { position, id: gated ? `s${position}` : null, text, done, gated, after: null };
}

/** The mission of the seeds, three of five steps done. */
export function planSummary(change: Partial<PlanSummary> = {}): PlanSummary {
  const steps = [
    step(1, 'Identify client: Client A', true),
    step(2, 'Calculate amount: $1,500', true),
    step(3, 'Write the invoice', true),
    step(4, 'Send email to client_a@example.com', false, true),
    step(5, 'Log transaction', false),
  ];
  return {
    path: `Plans/${change.planId ?? 'PLAN-2026-001'}.md`,
    planId: 'PLAN-2026-001',
    sourceLink: '[[EMAIL_client-a-invoice]]',
    createdMs: Date.UTC(2026, 1, 21, 10, 30),
    priority: 'high',
    status: 'Active',
    blockedReason: null,
    objective: 'Generate and send the January invoice to Client A for $1,500.',
    steps,
    doneSteps: 3,
    warned: false,
    current: steps[3] ?? null,
    checkpoint: 'Marked step 3 complete — Invoice written.',
    ...change,
  };
}

/** The request of its fourth step. */
export function requestSummary(change: Partial<RequestSummary> = {}): RequestSummary {
  return {
    path: 'Pending_Approval/2026-02-21T10-40-00Z_email_client-a.md',
    folder: 'pending',
    requestId: '2026-02-21T10-40-00Z_email_client-a',
    supersedes: null,
    planId: 'PLAN-2026-001',
    stepId: 's4',
    actionType: 'email',
    targetRecipient: 'client_a@example.com',
    recipientIsInCall: true,
    bridge: 'email',
    tool: 'send_email',
    status: 'pending',
    createdDate: '2026-02-21T10:40:00Z',
    createdMs: Date.UTC(2026, 1, 21, 10, 40),
    expiresMs: null,
    isStamped: false,
    ...change,
  };
}

/** Something that happened at a minute of 21 February 2026, 10 o'clock. */
export function happening(
  minute: number,
  event: string,
  detail: string,
  plan = 'PLAN-2026-001',
): AuditEntry {
  const at = new Date(Date.UTC(2026, 1, 21, 10, minute)).toISOString();
  return { at, actor: 'Countersign', event, plan_id: plan, detail, seq: 1, prev: '', hash: '' };
}

/** A view of nothing, changed. */
export function missionView(change: Partial<MissionView> = {}): MissionView {
  return {
    missions: [],
    missionCount: change.missions?.length ?? 0,
    counts: { active: 0, blocked: 0, draft: 0, stepsDone: 0, steps: 0 },
    waiting: [],
    alerts: [],
    recent: [],
    ...change,
  };
}
