import { ok, type Result } from '../../core/errors.js';
import type { Edit } from '../../core/text/edit.js';
import { editPlan, logOnce } from '../vault/plan-notes.js';
import { stepOf, type Blocker } from '../../core/plan/rules/plan-decision.js';
import type { Plan } from '../../core/plan/plan.js';
import type { IncompleteRequest } from '../../core/mission/summaries.js';
import { awaitingApproval } from '../../core/plan/blocked-reason.js';
import { baseName } from '../../core/note/file-name.js';
import { unlinkedText } from '../../core/text/inline-text.js';
import { quoted } from '../../core/text/quote.js';
import { isoSeconds } from '../../core/time.js';
import type { EngineContext } from '../context.js';

const longestWhat = 200;

export function waitsIncomplete(
  { book }: Pick<EngineContext, 'book'>,
  { folder, expiresMs }: IncompleteRequest,
): boolean {
  return folder !== 'rejected' && (expiresMs === null || expiresMs > book.now());
}

/** Returns the incomplete requests that a plan waits for (FR-015). */
export function incompleteBlockers(
  context: Pick<EngineContext, 'book' | 'index'>,
  plan: Plan,
): readonly (Blocker & { readonly title: string })[] {
  return context.index.incompleteOfPlan(plan.taskId).flatMap((request) => {
    if (request.forStep === null || !waitsIncomplete(context, request)) return [];
    const note = baseName(request.path);
    const requestId = request.requestId ?? note.replace(/\s+/gu, '_');
    const since =
      request.since ?? sinceOfReason(plan, [note, requestId]) ?? isoSeconds(context.book.now());
    const what = unlinkedText(request.what.slice(0, longestWhat));
    return [
      {
        ...{ note, requestId, since, title: note, isIncomplete: true as const },
        stepId: request.forStep.step,
        waiting: { at: since, saysNote: request.since !== null },
        ...{ what, told: `${quoted(what)} (as its note says)` },
      },
    ];
  });
}

function sinceOfReason({ blockedReason }: Plan, names: readonly string[]): string | null {
  const starts = names.map((name) => `${awaitingApproval} ${name} since `);
  const start = starts.find((one) => blockedReason?.startsWith(one));
  return start === undefined ? null : (blockedReason?.slice(start.length) ?? null);
}

export async function logRejected(context: EngineContext, plan: Plan): Promise<void> {
  for (const request of context.index.incompleteOfPlan(plan.taskId)) {
    if (request.folder !== 'rejected') continue;
    const why = 'Moved to Rejected';
    if (rejectionEdits(context, plan, request, 'Outside', why).length === 0) continue;
    const recorded = await recordRejection(context, request, 'Outside', why);
    if (recorded.ok) await logRejection(context, request, 'Outside', why);
  }
}

export function recordRejection(
  context: EngineContext,
  { path, requestId, forStep }: Pick<IncompleteRequest, 'path' | 'requestId' | 'forStep'>,
  actor: 'Human' | 'Outside',
  why: string,
): Promise<Result<unknown>> {
  return context.book.record(
    { kind: 'event' },
    {
      actor,
      event: 'incomplete_rejected',
      ...(forStep ? { plan_id: forStep.planId } : {}),
      ...(requestId === null ? {} : { request_id: requestId }),
      from: path,
      detail: `${quoted(baseName(path))} has no action block. ${why}.`,
    },
  );
}

export async function logRejection(
  context: EngineContext,
  request: IncompleteRequest,
  actor: 'Human' | 'Outside',
  why: string,
): Promise<Result<void>> {
  if (!request.forStep) return ok(undefined);
  const written = await editPlan(context, request.forStep.planId, (plan) =>
    rejectionEdits(context, plan, request, actor, why),
  );
  return written.ok || written.error.code === 'plan_missing' ? ok(undefined) : written;
}

function rejectionEdits(
  { book }: EngineContext,
  plan: Plan,
  { path, requestId, forStep }: IncompleteRequest,
  actor: 'Human' | 'Outside',
  why: string,
): readonly Edit[] {
  const step = forStep && stepOf(plan, forStep.step);
  if (!step || step.done || (plan.status !== 'Active' && plan.status !== 'Blocked')) return [];
  const rationale = `${why}. It was incomplete, and nothing ran`;
  const named = { requestId: requestId ?? baseName(path), step: `step ${step.position}` };
  return logOnce(plan, { action: 'Rejected', actor, rationale, ...named }, book.now());
}
