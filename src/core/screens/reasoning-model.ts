import type { Problem } from '../errors.js';
import type { QuestionBoard } from '../reasoning/drawing/build-board.js';
import type { DecisionDrawing } from '../reasoning/drawing/build-drawing.js';
import type { RecordProblem } from '../reasoning/record-lines.js';

/** What the drawing of a plan’s decisions shows. */
export interface ReasoningModel {
  /** The plan whose decisions are drawn; null if there is none. */
  readonly planId: string | null;
  /** The drawing; null if nothing was recorded yet. */
  readonly drawing: DecisionDrawing | null;
  /** The questions of the record; `null` if nothing was asked. */
  readonly board: QuestionBoard | null;
  /** Parts of the record that could not be read or are inconsistent. */
  readonly problems: readonly RecordProblem[];
  /** Why the record cannot be read; `null` if it can. */
  readonly problem: Problem | null;
  /** True when a decision can be recorded on this device. */
  readonly canRecord: boolean;
}
