import { fail, ok, type Problem } from '../../core/errors.js';
import { checkpointWarnings } from '../../core/plan/rules/checkpoint-warnings.js';
import { resumeText } from '../../core/mission/missions.js';
import { approvalAt } from '../../core/mission/plan-folder.js';
import { formatResume } from '../../core/mission/format-resume.js';
import type { PlanSummary, RequestSummary, StepSummary } from '../../core/mission/summaries.js';
import { summarizePlan } from '../vault/index/read-entry.js';
import { awaitsPerson, readPlan } from '../vault/plan-notes.js';
import { waitsForPerson } from '../plans/reconcile-plan.js';
import type { Operation } from './shared/operation.js';

export interface Resumption {
  /** The line `Resuming plan …` (FR-005). */
  readonly text: string;
  readonly plan: PlanSummary;
  /** The last log entry (FR-006); null if there is none. */
  readonly checkpoint: string | null;
  readonly nextStep: StepSummary | null;
  readonly waitingFor: readonly RequestSummary[];
  readonly warnings: readonly Problem[];
  readonly words: string;
}

/** Returns the current mission or a named plan (procedure ResumePlan). */
export const resumePlan: Operation<{ readonly planId?: string }, Resumption> = async (
  context,
  input,
) => {
  const planId = input.planId ?? context.index.missions(1)[0]?.planId;
  if (planId === undefined) {
    return fail('plan_missing', 'There is no incomplete plan.', 'Start one from a brief.');
  }
  const read = await readPlan(context, planId);
  if (!read.ok) return read;
  const found = summarizePlan(read.value);
  const { approval } = approvalAt(context.folders.plans, found.path);
  const ended =
    context.book.plannedIds.endedAs(planId) ?? (approval === 'rejected' ? approval : null);
  const plan: PlanSummary = {
    ...found,
    ...(ended
      ? { ended, current: null }
      : awaitsPerson(context, read.value, 'Agent') && { approval: 'pending' }),
  };
  const waitingFor = context.index
    .requestsOfPlan(planId)
    .filter((request) => waitsForPerson(context, request));
  const warnings = [...read.value.warnings, ...checkpointWarnings(read.value)];
  return ok({
    text: resumeText(plan),
    plan,
    checkpoint: plan.checkpoint,
    nextStep: plan.current,
    waitingFor,
    warnings,
    words: formatResume({ plan, waitingFor, warnings }),
  });
};
