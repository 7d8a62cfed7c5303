import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import type { ReviewRound } from './review-round.js';

export function reviewActions(actions: PanelActions, round: ReviewRound): PanelActions {
  const open = (path: string): void => {
    round.close();
    actions.views.open(path);
  };
  return { ...actions, views: { ...actions.views, open } };
}
