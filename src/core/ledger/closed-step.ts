import type { RecordedStep } from '../plan/rules/recorded-step.js';
import type { LedgerFacts } from './ledger-facts.js';
import type { RequestFacts } from './request-facts.js';

export interface ClosedStep extends RecordedStep {
  readonly planId: string;
}

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

export function closedStepOf(facts: LedgerFacts, id: string): ClosedStep | null {
  const { intent, voided } = facts.request(id) ?? {};
  const { plan: planId = null, step: stepId = null } = intent ?? voided ?? {};
  if (planId === null || stepId === null) return null;
  if (voided?.step_is !== undefined || voided?.step_text !== undefined) {
    return { planId, stepId, text: voided.step_text };
  }
  const attemptId = voided?.why === 'happened' ? voided.attempt : undefined;
  const known = whoRecorded(facts, id, attemptId);
  const { plan, step } = known?.prepared ?? { plan: planId, step: stepId };
  return { planId, stepId, text: plan === planId && step === stepId ? textOf(known) : null };
}

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
