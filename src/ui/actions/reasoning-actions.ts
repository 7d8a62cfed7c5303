import type { Problem } from '../../core/errors.js';
import type { LinePlace } from '../../core/reasoning/record-lines.js';

/** What a person observed: what a probe of a question brought. */
export interface Observed {
  readonly question: string;
  readonly probe: string;
  readonly outcome: string;
}

/** What people do at the drawing of a plan’s decisions and at its questions. */
export interface ReasoningActions {
  /** Opens a note at a line; whether there is such a note. */
  open(place: LinePlace): boolean;
  /** Opens the window that records a decision of the plan. */
  record(planId: string): void;
  /** Records it in the plan’s log; the value is why it was refused. */
  observe(planId: string, observed: Observed): Promise<Problem | null>;
  /** Writes what was thought and decided into a new note and opens it; the value is why it was refused. */
  saveWriteUp(planId: string): Promise<Problem | null>;
  /** Opens the pane with this drawing; `null`: it is the pane. */
  readonly openPane: ((planId: string) => void) | null;
}
