import type { Problem } from '../errors.js';
import type { CallCard } from './action-card.js';
import type { FacetView, ReviewFilter } from './review-queue.js';

/** A request in one line. Nothing in it is invisible. */
export interface RequestLine {
  readonly tool: string;
  readonly bridge: string;
  /** Quoted: it has words of its note. */
  readonly title: string;
}

/** The request that is looked at. */
export type ReviewedCard =
  | CallCard
  /** Its note cannot be read as this request now. */
  | { readonly shows: 'nothing'; readonly path: string };

/** A request that was to be rejected with others, and could not be. */
export interface KeptRequest {
  readonly request: RequestLine;
  readonly problem: Problem;
}

/** Rejecting many requests at once, from the question to how it ended. */
export type Denial =
  | { readonly stage: 'asks'; readonly requests: readonly RequestLine[] }
  | { readonly stage: 'runs'; readonly rejected: number; readonly total: number }
  | {
      readonly stage: 'over';
      readonly rejected: number;
      /** How many were dealt with elsewhere before their turn came. */
      readonly gone: number;
      /** How many still wait of those that were to be rejected. */
      readonly left: number;
      /** Those that could not be rejected here, and why. */
      readonly kept: readonly KeptRequest[];
    };

/** Everything the review of many shows. */
export interface ReviewModel {
  readonly stage: 'starting' | 'ready';
  /** Why nothing newer could be drawn. */
  readonly problem: Problem | null;
  /** How many requests wait in all. */
  readonly waiting: number;
  /** How many of them match the filter. */
  readonly matching: number;
  /** Which of these is shown, from 1; 0: none. */
  readonly position: number;
  readonly facets: readonly FacetView[];
  readonly filter: ReviewFilter;
  readonly card: ReviewedCard | null;
  /** What became of the request that was shown before, as a sentence. */
  readonly said: string | null;
  readonly denial: Denial | null;
}

/** The review before anything was read. */
export const startingReview: ReviewModel = {
  stage: 'starting',
  problem: null,
  waiting: 0,
  matching: 0,
  position: 0,
  facets: [],
  filter: {},
  card: null,
  said: null,
  denial: null,
};
