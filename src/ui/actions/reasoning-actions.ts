import type { Problem } from '../../core/errors.js';
import type { LinePlace } from '../../core/reasoning/record-lines.js';

/** What a person observed: the result of a question's probe. */
export interface Observed {
  readonly question: string;
  readonly probe: string;
  readonly outcome: string;
}

/** What people do with the drawing of a plan's decisions and with its questions. */
export interface ReasoningActions {
  /** Opens a note at a line; returns whether the note exists. */
  open(place: LinePlace): boolean;
  /** Opens the window that records a decision of the plan. */
  record(planId: string): void;
  /** Records it in the plan's log; returns why it was refused. */
  observe(planId: string, observed: Observed): Promise<Problem | null>;
  /** Writes the reasoning and decisions into a new note and opens it; returns why it was refused. */
  saveWriteUp(planId: string): Promise<Problem | null>;
  /** Opens the pane with this drawing; `null` in the pane itself. */
  readonly openPane: ((planId: string) => void) | null;
}
