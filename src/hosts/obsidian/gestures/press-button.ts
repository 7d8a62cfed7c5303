import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { press } from '../../../ui/actions/press.js';

/** Calls `act` at each press of a button, with the event that shows whether a person pressed it. The returned function stops that. */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
