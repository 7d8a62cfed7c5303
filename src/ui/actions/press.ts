import type { Attachment } from 'svelte/attachments';
import type { Press } from './panel-actions.js';
import { watchPosition } from './watch-position.js';

/**
 * Calls `handle` at each press of a control. Listens on the control itself, because Svelte's own
 * `onclick` does not prove where a person pressed.
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
