/**
 * A step whose earlier attempts are searched by id and by words, because anybody can change the id.
 */
export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly text: string | null;
}

/** Returns one text that identifies a step; `null` for a request without a step. */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
