import { quoted } from '../../text/quote.js';
import type { Step } from '../plan.js';

export interface RecordedStep {
  readonly stepId: string;
  /**
   * The step's recorded words. With `null` no step matches, with `undefined` only the id is
   * compared.
   */
  readonly text: string | null | undefined;
}

type PlanStep = Pick<Step, 'id' | 'text' | 'gated' | 'done'>;

/**
 * Returns the step with the recorded id and, if recorded, the recorded words. Null if there is
 * none.
 */
export function findRecordedStep<S extends PlanStep>(
  steps: readonly S[],
  { stepId, text }: RecordedStep,
): S | null {
  const named = steps.find(({ id }) => id === stepId);
  return named && (text === undefined || named.text === text) ? named : null;
}

/** Says why the step of a finished request is not ticked. Null if nothing prevents the tick. */
export function whyNotTicked(steps: readonly PlanStep[], recorded: RecordedStep): string | null {
  const { stepId, text } = recorded;
  const found = findRecordedStep(steps, recorded);
  if (found && (found.gated || found.done)) return null;
  if (found) return `No step is ticked: ^${stepId} no longer has a ✋.`;
  const now = steps.find(({ id }) => id === stepId);
  const reads = now
    ? `^${stepId} reads ${quoted(now.text)} now`
    : `no step has the id ^${stepId} any more`;
  const read = typeof text === 'string' ? `, and read ${quoted(text)} before` : '';
  return `No step is ticked: ${reads}${read}.`;
}
