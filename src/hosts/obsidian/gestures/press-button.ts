import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { press } from '../../../ui/actions/press.js';

/**
 * Calls `act` at each press of a button, until the returned function is called. Only the event shows whether
 * a person pressed the button.
 */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
