import type { Problem } from '../../core/errors.js';
import type { LinePlace } from '../../core/reasoning/record-lines.js';

export interface Observed {
  readonly question: string;
  readonly probe: string;
  readonly outcome: string;
}

export interface ReasoningActions {
  open(place: LinePlace): boolean;
  record(planId: string): void;
  /** Records an observation in the plan's log. Resolves to null if that succeeds. */
  observe(planId: string, observed: Observed): Promise<Problem | null>;
  /** Writes a note about the plan's reasoning. Resolves to null if that succeeds. */
  saveWriteUp(planId: string): Promise<Problem | null>;
  /** Opens the decision drawing in the Reasoning pane. Null if it is there already. */
  readonly openPane: ((planId: string) => void) | null;
}
