import { sha256Hex } from '../../core/digest.js';
import { isStepClosed } from '../../core/ledger/closed-step.js';
import type { DuplicateCandidate } from '../../core/plan/duplicates/decide-duplicates.js';
import { planFolderOf } from '../../core/mission/plan-folder.js';
import { parsePlan } from '../../core/plan/parse-plan.js';
import type { Plan } from '../../core/plan/plan.js';
import type { EngineContext } from '../context.js';
import { unansweredOutcome } from '../requests/outcomes/unknown-outcome.js';

/** Reads the notes of duplicate plans; null if one of them cannot be read as a plan. */
export async function readDuplicatePlans(
  { notes }: Pick<EngineContext, 'notes'>,
  paths: readonly string[],
): Promise<readonly Plan[] | null> {
  const plans: Plan[] = [];
  for (const path of paths) {
    const text = await notes.read(path);
    const plan = text.ok ? parsePlan(text.value, path).plan : null;
    if (!plan) return null;
    plans.push(plan);
  }
  return plans;
}

export function asDuplicate(
  context: Pick<EngineContext, 'book' | 'folders' | 'index'>,
  plan: Plan,
): DuplicateCandidate {
  const waitingSteps = stepsWithRequests(context, plan.taskId);
  const { facts } = context.book;
  const wasTried = plan.steps.some(
    ({ id, text, gated, done }) =>
      gated && !done && facts.wasTried({ planId: plan.taskId, stepId: id, text }),
  );
  const executed = plan.steps.flatMap((step) => {
    if (!step.done || !isStepClosed(facts, plan.taskId, step)) return [];
    const by = facts.stepClosure(plan.taskId, step.id)?.by ?? '';
    return facts.request(by)?.outcome?.outcome === 'executed' ? [{ step, by }] : [];
  });
  return {
    plan,
    source: context.index.sources.keyOf(plan.sourceLink),
    awaitsApproval: planFolderOf(context.folders.plans, plan.path) === 'pending',
    isWaiting: waitingSteps.length > 0 || wasTried,
    waitingSteps,
    executed,
  };
}

export function digestOf(plans: readonly Plan[]): string {
  return sha256Hex(JSON.stringify(plans.map(({ path, text }) => [path, text])));
}

function stepsWithRequests(
  { index, book }: Pick<EngineContext, 'book' | 'index'>,
  planId: string,
): readonly string[] {
  const { facts } = book;
  const listed = index
    .requestsOfPlan(planId)
    .filter(({ requestId, folder }) => folder !== 'rejected' || !facts.request(requestId)?.voided)
    .map(({ stepId }) => stepId);
  const open = facts.openIdsOf(planId).map((id) => facts.request(id)?.prepared?.step);
  const notWrittenBack = facts.idsToWriteBack().flatMap((id) => {
    const known = facts.request(id);
    const of = known?.intent ?? known?.voided;
    return of?.plan === planId ? [of.step] : [];
  });
  const unknowns = facts.returnedIdsOf(planId).flatMap((id) => {
    const unknown = unansweredOutcome({ book }, id);
    return unknown ? [unknown.step] : [];
  });
  return [
    ...new Set([...listed, ...open, ...notWrittenBack, ...unknowns].map((step) => step ?? '')),
  ];
}
