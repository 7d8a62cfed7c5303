import { renderPlan } from '../../../src/core/plan/render-plan.js';
import { renderRequest } from '../../../src/core/request/render-request.js';
import { contractFolders } from '../../../src/core/settings/folders.js';

/** A note to be put into a vault. */
export interface BenchNote {
  readonly path: string;
  readonly text: string;
}

/** When everything in a measured vault was made, ms since 1970. */
export const createdAt = Date.UTC(2026, 1, 21, 10, 30);
export const folders = contractFolders();

/** The id of the plan with this number, from 1. */
export function planIdOf(number: number): string {
  return `PLAN-2026-${String(number).padStart(3, '0')}`;
}

/** A plan of five steps whose first is gated, as `initializePlan` writes it. */
export function planNote(number: number, folder = folders.plans): BenchNote {
  const taskId = planIdOf(number);
  const text = renderPlan({
    taskId,
    sourceLink: `[[EMAIL_client-${number}-invoice]]`,
    createdAt: createdAt + number * 1000,
    priority: 'high',
    status: 'Active',
    objective: `Generate and send invoice ${number} to Client ${number} for $1,500.`,
    context: 'The client asked for the invoice by WhatsApp. The amount is on the rate card.',
    steps: [
      { text: `Send email to client_${number}@example.com`, gated: true },
      { text: 'Log transaction in [[Current_Month]]', gated: false },
      { text: 'Check the payment', gated: false },
      { text: 'Update the rate card [[Rates]]', gated: false },
      { text: 'Tell the accountant', gated: false },
    ],
    log: [1, 2, 3].map((entry) => ({
      at: `2026-02-21T10:3${entry}:00Z`,
      actor: 'Agent',
      action: `Did part ${entry}`,
      rationale: 'The client was found in the contacts and the amount on the rate card',
    })),
  });
  return { path: `${folder}/${taskId}.md`, text };
}

/** The same plan, finished, where finished plans lie. */
export function finishedPlanNote(number: number): BenchNote {
  const { path, text } = planNote(number, folders.donePlans);
  return {
    path,
    text: text.replaceAll('. [ ]', '. [x]').replace('status: Active', 'status: Done'),
  };
}

/** A request for the gated step of the plan with this number; no two have the same effect. */
export function requestNote(number: number): BenchNote & { readonly requestId: string } {
  const requestId = `2026-02-21T10-40-00Z_email_client-${number}-invoice`;
  const text = renderRequest({
    requestId,
    actionType: 'email',
    targetRecipient: `client_${number}@example.com`,
    plan: {
      planId: planIdOf(number),
      path: `Plans/${planIdOf(number)}.md`,
      stepId: 's1',
      position: 1,
    },
    rationale: `Step 1 of ${planIdOf(number)}: the invoice is ready and the client asked for it.`,
    createdAt,
    expires: null,
    supersedes: null,
    call: {
      bridge: 'email',
      tool: 'send_email',
      arguments: {
        to: `client_${number}@example.com`,
        subject: `January 2026 invoice ${number}`,
        text: 'Dear client,\nplease find the invoice below.\n\nKind regards',
      },
    },
    context: 'The amount is on the rate card.',
    approvedFolder: folders.approved,
    rejectedFolder: folders.rejected,
  });
  if (!text.ok) throw new Error(text.error.message);
  return { requestId, path: `${folders.pending}/${requestId}.md`, text: text.value };
}

/** The numbers from `first` to `last`. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
