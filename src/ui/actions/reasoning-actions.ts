import type { LinePlace } from '../../core/reasoning/record-lines.js';

/** What people do at the drawing of a plan’s decisions. They only open something. */
export interface ReasoningActions {
  /** Opens a note at a line; whether there is such a note. */
  open(place: LinePlace): boolean;
  /** Opens the window that records a decision of the plan. */
  record(planId: string): void;
  /** Opens the pane with this drawing; `null`: it is the pane. */
  readonly openPane: ((planId: string) => void) | null;
}
