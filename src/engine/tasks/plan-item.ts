import { fail, ok, type Result } from '../../core/errors.js';
import { formatSimilarPlan } from '../../core/mission/format-similar-plan.js';
import { whyPlanNeedsApproval } from '../../core/policy/plan-approval.js';
import { evaluateBrief, type EvaluatedBrief } from '../operations/new-plans/evaluate-brief.js';
import { startPlan } from '../operations/new-plans/start-plan.js';
import { isPlanOf } from '../plans/planned-item.js';
import type { OperationContext } from '../operations/shared/operation.js';

export async function planItem(context: OperationContext, path: string): Promise<Result<string>> {
  const evaluated = await evaluateBrief(context, { path });
  if (!evaluated.ok) return evaluated;
  const { existing } = evaluated.value;
  const note = existing ? await context.notes.read(path) : null;
  if (existing && (!note?.ok || !isPlanOf(context, existing.planId, path, note.value))) {
    const message = `${existing.planId} is of another note of this name.`;
    return fail('plan_duplicate', message, 'Rename this note.');
  }
  const reason = whyItWaits(context, evaluated.value);
  const started = await startPlan(context, {
    path,
    actor: 'Countersign',
    ...(reason === null
      ? {}
      : { evenIfSimilar: true, awaitsApproval: true, approvalReason: reason }),
  });
  if (!started.ok) return started;
  return started.value.kind === 'plan'
    ? ok(started.value.planId)
    : fail('note_changed', 'The note was changed.', 'It is read again by itself.');
}

function whyItWaits(
  { planning, book }: OperationContext,
  { content, similar }: EvaluatedBrief,
): string | null {
  if (similar?.likeness.kind === 'same') return null;
  if (similar) return formatSimilarPlan(similar);
  const { planApproval } = planning().loop;
  if (planApproval === 'always') return 'The settings ask for it.';
  if (planApproval === 'never') return null;
  const text = `${content.title}\n${content.text}`;
  return whyPlanNeedsApproval({ text, steps: content.steps }, (recipient) =>
    book.knownRecipients.has(recipient),
  );
}
