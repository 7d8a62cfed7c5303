import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import type { ReviewRound } from './review-round.js';

/**
 * Returns the actions for cards in the review window, which shows waiting requests one by one. They are the
 * panel's actions, but opening a note closes the window first.
 */
export function reviewActions(actions: PanelActions, round: ReviewRound): PanelActions {
  // The window covers the note, so it closes before the note is opened.
  const open = (path: string): void => {
    round.close();
    actions.views.open(path);
  };
  return { ...actions, views: { ...actions.views, open } };
}
