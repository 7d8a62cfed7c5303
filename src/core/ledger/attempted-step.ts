export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly text: string | null;
}

/** Returns one text that identifies a step. Null for a request without a step. */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
