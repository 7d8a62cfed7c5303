import type { ReviewModel } from '../../core/screens/review-model.js';
import { mountComponent, type Mounted } from '../parts/mount-component.svelte.js';
import type { PanelActions } from '../actions/panel-actions.js';
import ReviewMany from './review-many.svelte';
import type { ReviewActions } from '../actions/review-actions.js';

export function mountReview(
  target: HTMLElement,
  first: ReviewModel,
  rest: {
    readonly actions: PanelActions;
    readonly steps: ReviewActions;
    readonly keys: HTMLElement;
  },
): Mounted<ReviewModel> {
  return mountComponent(ReviewMany, target, first, rest);
}
