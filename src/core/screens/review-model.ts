import type { Problem } from '../errors.js';
import type { CallCard } from './action-card.js';
import type { FacetView, ReviewFilter } from './review-queue.js';

export interface RequestLine {
  readonly tool: string;
  readonly bridge: string;
  readonly title: string;
}

export type ReviewedCard = CallCard | { readonly shows: 'nothing'; readonly path: string };

export interface KeptRequest {
  readonly request: RequestLine;
  readonly problem: Problem;
}

export type Denial =
  | { readonly stage: 'asks'; readonly requests: readonly RequestLine[] }
  | { readonly stage: 'runs'; readonly rejected: number; readonly total: number }
  | {
      readonly stage: 'over';
      readonly rejected: number;
      readonly gone: number;
      readonly left: number;
      readonly kept: readonly KeptRequest[];
    };

export interface ReviewModel {
  readonly stage: 'starting' | 'ready';
  readonly problem: Problem | null;
  readonly waiting: number;
  readonly matching: number;
  /** Starts at 1. Zero if no request is shown. */
  readonly position: number;
  readonly facets: readonly FacetView[];
  readonly filter: ReviewFilter;
  readonly card: ReviewedCard | null;
  readonly said: string | null;
  readonly denial: Denial | null;
}

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
