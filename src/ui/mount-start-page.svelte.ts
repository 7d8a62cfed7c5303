import { mount, unmount } from 'svelte';
import type { StartModel } from '../core/mission/start-model.js';
import type { StartActions } from './start-actions.js';
import StartPage from './start-page.svelte';

/** A start page on the screen. */
export interface MountedStartPage {
  show(model: StartModel): void;
  unmount(): Promise<void>;
}

/** Draws the start page into an element; the model is replaced as a whole, what was typed stays. */
export function mountStartPage(
  target: HTMLElement,
  first: StartModel,
  actions: StartActions,
): MountedStartPage {
  let model = $state.raw(first);
  const page = mount(StartPage, {
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
    unmount: () => unmount(page),
  };
}
