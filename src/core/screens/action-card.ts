import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { Answer } from './panel-model.js';
import type { ResultRow } from './result-row.js';

export interface CallCard {
  readonly shows: 'call';
  readonly review: Review;
  readonly changes: readonly ArgumentChange[];
  /** What was edited since this device first read the request. Null if no edit is known. */
  readonly drafted: SinceDrafted | null;
  readonly answer: Answer | null;
  readonly result?: ResultRow;
}

export type ActionCard =
  | CallCard
  /** A line instead of a card, because nothing can be decided here. */
  | {
      readonly shows: 'line';
      readonly text: string;
      readonly advice: string;
      /** True when the panel says more about the request, or has buttons for it. */
      readonly isInPanel: boolean;
      readonly result?: ResultRow;
      readonly isOver?: true;
    };
