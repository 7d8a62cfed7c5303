import type { Problem } from '../errors.js';
import type { QuestionBoard } from '../reasoning/drawing/build-board.js';
import type { DecisionDrawing } from '../reasoning/drawing/build-drawing.js';
import type { RecordProblem } from '../reasoning/record-lines.js';

/** What the drawing of a plan’s decisions shows. */
export interface ReasoningModel {
  /** `null`: there is no plan whose decisions could be drawn. */
  readonly planId: string | null;
  /** `null`: nothing was recorded yet. */
  readonly drawing: DecisionDrawing | null;
  /** The questions of the record; `null`: nothing was asked. */
  readonly board: QuestionBoard | null;
  /** What of the record could not be read, or does not fit together. */
  readonly problems: readonly RecordProblem[];
  /** Why the record cannot be read; `null`: it can. */
  readonly problem: Problem | null;
  /** Whether a decision can be recorded on this device. */
  readonly canRecord: boolean;
}
