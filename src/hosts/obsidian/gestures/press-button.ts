import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { press } from '../../../ui/actions/press.js';

/**
 * Calls `act` at each press of a button, until the returned function is called. A script may cause
 * a press too, so `act` must check the event.
 */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
