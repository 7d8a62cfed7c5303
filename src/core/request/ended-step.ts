import type { RecordedStep } from '../plan/recorded-step.js';
import type { LedgerFacts, RequestFacts } from './ledger-facts.js';

/** The step of a plan that a request's outcome or end is about. */
export interface EndedStep extends RecordedStep {
  readonly planId: string;
}

/** The step that the outcome or end of a request is about, and how it read; `null`: none. */
export function endedStepOf(facts: LedgerFacts, id: string): EndedStep | null {
  const known: Partial<RequestFacts> = facts.request(id) ?? {};
  const { plan = null, step = null } = known.intent ?? known.voided ?? {};
  if (plan === null || step === null) return null;
  return { planId: plan, stepId: step, texts: textsOf(facts, known, { plan, step }) };
}

function textsOf(
  facts: LedgerFacts,
  known: Partial<RequestFacts>,
  of: { readonly plan: string; readonly step: string },
): readonly string[] | null {
  const { voided } = known;
  if (voided?.step_is !== undefined) {
    return voided.step_text === undefined ? null : [voided.step_text];
  }
  // On a person's word the step of the attempt is over, as it read when that was made.
  const attempt = voided?.why === 'happened' ? facts.request(voided.attempt ?? '') : undefined;
  return (attempt && preparedTexts(attempt, of)) ?? preparedTexts(known, of);
}

/** How a step read when its action was prepared, and as a person saw it when they approved that. */
function preparedTexts(
  { completed, approved }: Partial<RequestFacts>,
  { plan, step }: { readonly plan: string; readonly step: string },
): readonly string[] | null {
  if (completed?.step_text === undefined) return null;
  // Prepared again for another step since: nobody knows how this one read.
  if (completed.plan !== plan || completed.step !== step) return [];
  return [completed.step_text, approved?.step_text].flatMap((text) => text ?? []);
}

/** Whether a step that reads like this ended, and was not opened again: executed, or on somebody's word. */
export function isStepEnded(
  facts: LedgerFacts,
  planId: string,
  { id, text }: { readonly id: string | null; readonly text: string },
): boolean {
  const ending = facts.stepEnding(planId, id);
  if (!ending) return false;
  const texts = ending.by === null ? ending.texts : endedStepOf(facts, ending.by)?.texts;
  return texts?.includes(text) ?? true;
}
