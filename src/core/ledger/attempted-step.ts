export interface AttemptedStep {
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly text: string | null;
}

/** Returns a text that identifies a step. Null without the id of a plan or step. */
export function stepKey(planId: string | null, stepId: string | null): string | null {
  return planId === null || stepId === null ? null : `${planId}#${stepId}`;
}
