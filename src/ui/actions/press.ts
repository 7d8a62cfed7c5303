import type { Attachment } from 'svelte/attachments';
import type { Press } from './panel-actions.js';
import { watchPosition } from './watch-position.js';

/**
 * Calls `handle` at each press. Unlike Svelte's `onclick`, listens on the control itself, so that
 * the control is known.
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
