import { quoted } from '../../text/quote.js';
import type { Step } from '../plan.js';

export interface RecordedStep {
  readonly stepId: string;
  /** The step's words. Null matches no step, undefined matches any words. */
  readonly text: string | null | undefined;
}

type PlanStep = Pick<Step, 'id' | 'text' | 'gated' | 'done'>;

/** Finds the step that the ledger recorded. Null if there is none. */
export function findRecordedStep<S extends PlanStep>(
  steps: readonly S[],
  { stepId, text }: RecordedStep,
): S | null {
  const named = steps.find(({ id }) => id === stepId);
  return named && (text === undefined || named.text === text) ? named : null;
}

/** Says why the step of a finished request is not ticked. Null if there is no reason. */
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
