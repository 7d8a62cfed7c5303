import { mount, unmount } from 'svelte';
import type { PanelModel } from '../core/mission/panel-model.js';
import type { PanelActions } from './panel-actions.js';
import Panel from './panel.svelte';

/** A panel on the screen. */
export interface MountedPanel {
  show(model: PanelModel): void;
  unmount(): Promise<void>;
}

/** Draws the panel into an element; the model is replaced as a whole, what did not change stays. */
export function mountPanel(
  target: HTMLElement,
  first: PanelModel,
  actions: PanelActions,
): MountedPanel {
  let model = $state.raw(first);
  const panel = mount(Panel, {
    target,
    props: {
      get model() {
        return model;
      },
      actions,
    },
  });
  return {
    show(next) {
      model = next;
    },
    unmount: () => unmount(panel),
  };
}
