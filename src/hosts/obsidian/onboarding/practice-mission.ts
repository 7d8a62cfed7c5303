import { ok, type Result } from '../../../core/errors.js';
import { practiceSource } from '../../../core/screens/start-model.js';
import type { PlanSummary } from '../../../core/mission/summaries.js';
import type { Operations } from '../../../engine/operations/operations.js';
import { timeToTheSecond } from '../../../ui/parts/text/format-time.js';

export const practiceAlias = 'practice';

const recipient = 'client@example.com';
const text =
  'Dear client,\n\nThis is only practice: the practice server saves this email as a note.\n';

export interface PracticeMissionOptions {
  readonly bridge?: string;
  readonly own?: Pick<PlanSummary, 'planId' | 'sourceLink'> | null;
  readonly nowMs?: number;
}

export interface PracticePlan {
  readonly path: string;
  readonly request: string | null;
}

/** Starts a small plan in which one step sends a practice email after approval. */
export async function startPracticeMission(
  operations: Pick<Operations, 'initializePlan' | 'draftExternalAction'>,
  { bridge = practiceAlias, own, nowMs = Date.now() }: PracticeMissionOptions = {},
): Promise<Result<PracticePlan>> {
  const input = {
    objective: 'Approve a practice email and check that it ran once.',
    context:
      'Nothing leaves this vault: the practice server only writes a note where a real one would send an email.',
    sourceLink: own?.sourceLink ?? practiceSource,
    priority: 'medium',
    evenIfSimilar: true,
    steps: [
      { text: `Send a practice email to ${recipient}`, gated: true },
      { text: 'Find the email in the Practice folder, then tick this step', gated: false },
    ],
    begins: { action: 'Created the practice plan', rationale: '' },
    actor: 'Human',
  } as const;
  let plan = await operations.initializePlan(input);
  const isAnothers = plan.ok
    ? own !== undefined && plan.value.resumed && plan.value.planId !== own?.planId
    : plan.error.code === 'plan_similar';
  if (isAnothers) {
    // Another plan already uses this source link, so this plan gets another link.
    plan = await operations.initializePlan({ ...input, sourceLink: `${practiceSource}-${nowMs}` });
  }
  if (!plan.ok) return plan;
  const { planId, path } = plan.value;
  const drafted = await operations.draftExternalAction({
    planId,
    step: 1,
    actionType: 'email',
    targetRecipient: recipient,
    title: 'practice email',
    rationale: 'Step 1 of the practice plan: you see what will run, and you decide.',
    bridge,
    tool: 'send_email',
    arguments: {
      to: recipient,
      subject: `An email that goes nowhere, ${timeToTheSecond(nowMs)}`,
      text,
    },
    actor: 'Human',
  });
  const hasOne = !drafted.ok && ['request_duplicate', 'step_done'].includes(drafted.error.code);
  if (drafted.ok) return ok({ path, request: drafted.value.path });
  return hasOne ? ok({ path, request: null }) : drafted;
}
