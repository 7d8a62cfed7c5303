import type { PanelActions } from '../../../ui/actions/panel-actions.js';
import type { ReviewRound } from './review-round.js';

/** What the cards in the review of many are pressed for: the same as elsewhere, where there is room for it. */
export function reviewActions(actions: PanelActions, round: ReviewRound): PanelActions {
  const told: Partial<PanelActions> = {
    // A note cannot be read behind the window.
    open(path) {
      round.close();
      actions.open(path);
    },
  };
  return new Proxy(actions, {
    get(all, name) {
      const from = name in told ? told : all;
      const act: unknown = Reflect.get(from, name);
      return typeof act === 'function' ? (act.bind(all) as unknown) : act;
    },
  });
}
