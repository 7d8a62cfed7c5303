import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../../ui/actions/panel-actions.js';
import { press } from '../../../ui/actions/press.js';

/** Listens for presses on the button itself, with the evidence that a person pressed it. */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
