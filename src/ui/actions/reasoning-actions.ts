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
  /**
   * Records an observation in the plan's log. Resolves to why it was refused, or to `null` if it
   * was recorded.
   */
  observe(planId: string, observed: Observed): Promise<Problem | null>;
  /**
   * Writes the reasoning and decisions into a new note and opens it. Resolves to why this was
   * refused, or to `null` if the note was written.
   */
  saveWriteUp(planId: string): Promise<Problem | null>;
  /** Opens the pane with this drawing. `null` when the drawing is in the pane. */
  readonly openPane: ((planId: string) => void) | null;
}
