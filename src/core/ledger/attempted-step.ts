/**
 * The step for which attempts are searched: by its id and by its words, because anybody can give its line
 * another id.
 */
export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  /** Its current wording; `null` if it does not exist. */
  readonly text: string | null;
}

/**
 * A key for a step; `null` if there is none. Standalone requests have no step, so they share no attempts by
 * step.
 */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
