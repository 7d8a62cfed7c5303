import type { StartModel } from '../../core/screens/start-model.js';
import { mountComponent, type Mounted } from '../parts/mount-component.svelte.js';
import type { StartActions } from '../actions/start-actions.js';
import StartPage from './start-page.svelte';

export function mountStartPage(
  target: HTMLElement,
  first: StartModel,
  actions: StartActions,
): Mounted<StartModel> {
  return mountComponent(StartPage, target, first, { actions });
}
