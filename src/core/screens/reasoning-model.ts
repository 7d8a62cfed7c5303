import type { Problem } from '../errors.js';
import type { QuestionBoard } from '../reasoning/drawing/build-board.js';
import type { DecisionDrawing } from '../reasoning/drawing/build-drawing.js';
import type { RecordProblem } from '../reasoning/record-lines.js';

export interface ReasoningModel {
  /** The plan whose decisions are drawn; null if there is none. */
  readonly planId: string | null;
  /** The drawing; null if nothing was recorded yet. */
  readonly drawing: DecisionDrawing | null;
  /** The questions of the record; `null` if nothing was asked. */
  readonly board: QuestionBoard | null;
  readonly problems: readonly RecordProblem[];
  /** Why the record cannot be read; `null` if it can. */
  readonly problem: Problem | null;
  readonly canRecord: boolean;
}
