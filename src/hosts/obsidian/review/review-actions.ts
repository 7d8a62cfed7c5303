import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import type { ReviewRound } from './review-round.js';

/** What the cards in the review of many are pressed for: the same as elsewhere, where there is room for it. */
export function reviewActions(actions: PanelActions, round: ReviewRound): PanelActions {
  // A note cannot be read behind the window.
  const open = (path: string): void => {
    round.close();
    actions.views.open(path);
  };
  return { ...actions, views: { ...actions.views, open } };
}
