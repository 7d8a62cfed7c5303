import type { Attachment } from 'svelte/attachments';
import type { Press } from './panel-actions.js';
import { watchPosition } from './watch-position.js';

/**
 * Listens for presses on the control itself. Svelte handles its own `onclick` at the panel's root, which does
 * not prove where a person pressed, and misses controls that were moved into a pop-out window.
 */
export function press(handle: (press: Press) => void): Attachment<HTMLElement> {
  return (control) => {
    const position = watchPosition(control);
    const listener = (event: Event): void => {
      handle({ event, control, steadyMs: position.steadyMs() });
    };
    control.addEventListener('click', listener);
    return () => {
      control.removeEventListener('click', listener);
      position.stop();
    };
  };
}
