import type { Problem } from '../errors.js';
import type { QuestionBoard } from '../reasoning/drawing/build-board.js';
import type { DecisionDrawing } from '../reasoning/drawing/build-drawing.js';
import type { RecordProblem } from '../reasoning/record-lines.js';

export interface ReasoningModel {
  readonly planId: string | null;
  readonly drawing: DecisionDrawing | null;
  readonly board: QuestionBoard | null;
  readonly problems: readonly RecordProblem[];
  readonly problem: Problem | null;
  readonly canRecord: boolean;
}
