import type { PanelModel } from '../../core/screens/panel-model.js';
import { mountComponent, type Mounted } from '../parts/mount-component.svelte.js';
import type { PanelActions } from '../actions/panel-actions.js';
import Panel from './panel.svelte';

export function mountPanel(
  target: HTMLElement,
  first: PanelModel,
  actions: PanelActions,
): Mounted<PanelModel> {
  return mountComponent(Panel, target, first, { actions });
}
