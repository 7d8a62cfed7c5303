import type { ReasoningModel } from '../../core/screens/reasoning-model.js';
import type { ReasoningActions } from '../actions/reasoning-actions.js';
import { mountComponent, type Mounted } from '../parts/mount-component.svelte.js';
import Reasoning from './reasoning.svelte';

export function mountReasoning(
  target: HTMLElement,
  first: ReasoningModel,
  actions: ReasoningActions,
): Mounted<ReasoningModel> {
  return mountComponent(Reasoning, target, first, { actions });
}
