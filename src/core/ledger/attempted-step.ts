/**
 * A step as attempts of it are looked for: under its id, and under its words, for anybody can give its line
 * another id.
 */
export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  /** How it reads now; `null`: it is not there. */
  readonly text: string | null;
}

/** Names a step; `null`: there is none. Standalone requests have no step: they share no attempts by step. */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
