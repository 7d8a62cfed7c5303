import type { ActionCard } from '../../core/screens/action-card.js';
import ActionCardView from './action-card.svelte';
import { mountComponent, type Mounted } from '../parts/mount-component.svelte.js';
import type { PanelActions } from '../actions/panel-actions.js';

export function mountActionCard(
  target: HTMLElement,
  first: ActionCard,
  rest: {
    readonly source: string;
    readonly actions: PanelActions;
    readonly openPanel: () => void;
  },
): Mounted<ActionCard> {
  return mountComponent(ActionCardView, target, first, rest);
}
