import type { ButtonComponent } from 'obsidian';
import type { Press } from '../../ui/panel-actions.js';
import { press } from '../../ui/press.js';

/** Hears presses of a button itself, with all that shows whether a person pressed it. */
export function onPress({ buttonEl }: ButtonComponent, act: (press: Press) => void): () => void {
  return press(act)(buttonEl) ?? (() => undefined);
}
