import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { Answer } from './panel-model.js';
import type { ResultRow } from './result-row.js';

export interface CallCard {
  readonly shows: 'call';
  readonly review: Review;
  readonly changes: readonly ArgumentChange[];
  readonly drafted: SinceDrafted | null;
  readonly answer: Answer | null;
  readonly result?: ResultRow;
}

export type ActionCard =
  | CallCard
  | {
      readonly shows: 'line';
      readonly text: string;
      readonly advice: string;
      readonly isInPanel: boolean;
      readonly result?: ResultRow;
      readonly isOver?: true;
    };
