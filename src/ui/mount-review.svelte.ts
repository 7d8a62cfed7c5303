import { mount, unmount } from 'svelte';
import type { ReviewModel } from '../core/mission/review-model.js';
import type { PanelActions } from './panel-actions.js';
import ReviewMany from './review-many.svelte';
import type { ReviewSteps } from './review-steps.js';

/** A review of many on the screen. */
export interface MountedReview {
  show(model: ReviewModel): void;
  unmount(): Promise<void>;
}

/** Draws the review of many into an element of the window whose keys it hears. */
export function mountReview(
  target: HTMLElement,
  first: ReviewModel,
  rest: {
    readonly actions: PanelActions;
    readonly steps: ReviewSteps;
    readonly keys: HTMLElement;
  },
): MountedReview {
  let model = $state.raw(first);
  const view = mount(ReviewMany, {
    target,
    props: {
      ...rest,
      get model() {
        return model;
      },
    },
  });
  return {
    show(next) {
      model = next;
    },
    unmount: () => unmount(view),
  };
}
