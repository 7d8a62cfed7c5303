import type { Structure } from '../../../core/reasoning/architecture.js';
import type { Plan } from '../../../core/plan/plan.js';
import type { OperationContext } from '../shared/operation.js';

export function policyFallbacks(
  { book: { facts } }: Pick<OperationContext, 'book'>,
  { taskId, steps }: Plan,
  { mode, subsystems, nextStep }: Structure,
): readonly string[] {
  const requests = facts.requestsOf(taskId);
  const refused = requests.flatMap(([id, { voided }]) =>
    voided?.why === 'returned' && voided.audit.actor === 'Countersign'
      ? [`The gate sent ${id} back: ${voided.reason}`]
      : [],
  );
  const gated = facts.decisions.gatedByRule(taskId);
  const hasGoneOn = requests.length > 0 || steps.some(({ done }) => done);
  return [
    ...refused,
    ...(gated === 0
      ? []
      : [
          `${gated === 1 ? 'A step' : `${gated} steps`} got a ✋ although the agent said that none is needed.`,
        ]),
    ...(mode === 'architecture' && subsystems.length === 0 && nextStep === null && hasGoneOn
      ? ['The work went on as in light mode: neither subsystems nor a next step are recorded.']
      : []),
  ];
}
