export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly text: string | null;
}

/** Returns a key for a step. Null if an id is missing. */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
