import type { RecordedStep } from '../plan/rules/recorded-step.js';
import type { LedgerFacts } from './ledger-facts.js';
import type { RequestFacts } from './request-facts.js';

/** The step of a plan that a request's outcome or end is about. */
export interface ClosedStep extends RecordedStep {
  readonly planId: string;
}

/**
 * The wording of a request's step: as a person saw it on its card, or else when its action was prepared.
 * With `attemptId`, the wording for that earlier attempt, if recorded. `null` if the step did not exist,
 * `undefined` if it was not recorded.
 */
export function recordedText(
  facts: LedgerFacts,
  id: string,
  attemptId?: string,
): string | null | undefined {
  return textOf(whoRecorded(facts, id, attemptId));
}

function whoRecorded(facts: LedgerFacts, id: string, attemptId = id): RequestFacts | undefined {
  const attempt = facts.request(attemptId);
  return textOf(attempt) === undefined ? facts.request(id) : attempt;
}

function textOf(known: RequestFacts | undefined): string | null | undefined {
  return known?.approved?.step_text ?? known?.prepared?.step_text;
}

/** The step that the outcome or end of a request is about, with its wording then; `null` if there is none. */
export function closedStepOf(facts: LedgerFacts, id: string): ClosedStep | null {
  const { intent, voided } = facts.request(id) ?? {};
  const { plan: planId = null, step: stepId = null } = intent ?? voided ?? {};
  if (planId === null || stepId === null) return null;
  if (voided?.step_is !== undefined || voided?.step_text !== undefined) {
    return { planId, stepId, text: voided.step_text };
  }
  // If a person said so, the step of that attempt has ended.
  const attemptId = voided?.why === 'happened' ? voided.attempt : undefined;
  const known = whoRecorded(facts, id, attemptId);
  // Since then it was prepared for another step, so the wording of this one is unknown.
  const { plan, step } = known?.prepared ?? { plan: planId, step: stepId };
  return { planId, stepId, text: plan === planId && step === stepId ? textOf(known) : null };
}

/** Whether a step with this wording ended (executed, or on a person's word) and was not reopened. */
export function isStepClosed(
  facts: LedgerFacts,
  planId: string,
  { id, text }: { readonly id: string | null; readonly text: string },
): boolean {
  const ending = facts.stepClosure(planId, id);
  if (!ending) return false;
  const ended = ending.by === null ? ending.text : closedStepOf(facts, ending.by)?.text;
  return ended === undefined || ended === text;
}
