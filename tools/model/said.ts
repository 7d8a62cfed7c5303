import type { Engine } from '../../src/engine/engine.js';
import type { Said } from './mission-model.js';

/** What an engine tells everybody. */
export async function said(engine: Engine): Promise<Said> {
  const { missions, counts, waiting } = engine.view();
  const resumed = await engine.operations.resumePlan({});
  return {
    missions: missions.map((plan) => ({
      id: plan.planId,
      status: plan.status,
      waitsFor:
        plan.status === 'Blocked'
          ? (/^Awaiting Human Approval: (\S+) since /.exec(plan.blockedReason ?? '')?.[1] ?? null)
          : null,
      priority: plan.priority,
      next: plan.current?.text ?? null,
      progress: `${plan.doneSteps}/${plan.steps.length}`,
    })),
    counts: { active: counts.active, blocked: counts.blocked, draft: counts.draft },
    waiting: waiting.map(({ requestId }) => requestId).sort(),
    resumption: resumed.ok
      ? {
          id: resumed.value.plan.planId,
          next: resumed.value.nextStep?.text ?? null,
          waiting: resumed.value.waitingFor.map(({ requestId }) => requestId).sort(),
        }
      : resumed.error.code === 'plan_missing'
        ? 'nothing'
        : 'two notes of one id',
  };
}
