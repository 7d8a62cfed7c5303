import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { press } from '../../../ui/actions/press.js';

/** A script can press the button too, so `act` must check the event. */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
