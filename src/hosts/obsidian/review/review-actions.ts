import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import type { ReviewRound } from './review-round.js';

/**
 * The actions of cards in the review of many: the same as elsewhere, except those that the window leaves no
 * room for.
 */
export function reviewActions(actions: PanelActions, round: ReviewRound): PanelActions {
  // A note cannot be read behind the window.
  const open = (path: string): void => {
    round.close();
    actions.views.open(path);
  };
  return { ...actions, views: { ...actions.views, open } };
}
