import type { ArgumentChange, Review, SinceDrafted } from '../request/review/review.js';
import type { Answer } from './panel-model.js';
import type { ResultRow } from './result-row.js';

/** The card of one request, outside of the panel. */
export interface CallCard {
  readonly shows: 'call';
  readonly review: Review;
  /** What differs from what the person saw; it must be read before it can be approved. */
  readonly changes: readonly ArgumentChange[];
  /** What was edited since it was drafted; `null`: nothing that this device knows of. */
  readonly drafted: SinceDrafted | null;
  readonly answer: Answer | null;
  /** What the last press here led to. */
  readonly result?: ResultRow;
}

/** What the action card in a request's own note shows. */
export type ActionCard =
  | CallCard
  /** Nothing can be decided here: why, and who acts. The block stands below as text. */
  | {
      readonly shows: 'line';
      readonly text: string;
      readonly advice: string;
      /** Whether the panel has more to say or to press about it. */
      readonly isInPanel: boolean;
      /** What the last press here led to. */
      readonly result?: ResultRow;
      /** Nothing runs any more: the block is folded away. */
      readonly isOver?: true;
    };
