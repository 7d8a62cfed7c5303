import { mount, unmount } from 'svelte';
import type { ActionCard } from '../core/mission/action-card.js';
import ActionCardView from './action-card.svelte';
import type { PanelActions } from './panel-actions.js';

/** An action card on the screen. */
export interface MountedActionCard {
  show(card: ActionCard): void;
  unmount(): Promise<void>;
}

/** Draws the action card of a request into its note, in the place of the block with this text. */
export function mountActionCard(
  target: HTMLElement,
  first: ActionCard,
  rest: {
    readonly source: string;
    readonly actions: PanelActions;
    readonly openPanel: () => void;
  },
): MountedActionCard {
  let card = $state.raw(first);
  const view = mount(ActionCardView, {
    target,
    props: {
      ...rest,
      get card() {
        return card;
      },
    },
  });
  return {
    show(next) {
      card = next;
    },
    unmount: () => unmount(view),
  };
}
