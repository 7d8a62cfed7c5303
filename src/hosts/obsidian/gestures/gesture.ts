import { witnessGesture, type Gesture } from '../../../core/request/approval/gesture.js';
import { pathOfTrustedEvent } from './trusted-event.js';

const used = new WeakSet<Event>();

/**
 * Returns a gesture if the event proves that a person is clicking on `control` now, or null. Each
 * event gives only one gesture. CALL BEFORE ANY AWAIT in the handler.
 */
export function gestureOf(event: Event, control: HTMLElement): Gesture | null {
  // Svelte listens at the root of a view, so `currentTarget` does not identify the control.
  const isOnControl = pathOfTrustedEvent(event)?.includes(control) === true;
  if (!isOnControl || event.type !== 'click' || used.has(event) || !isVisible(control)) return null;
  // The first click of a double click may have put another control in this place.
  if ((event as UIEvent).detail > 1) return null;
  used.add(event);
  return witnessGesture('press', Date.now());
}

function isVisible(control: HTMLElement): boolean {
  if (!control.isConnected || control.getClientRects().length === 0) return false;
  // Older mobile systems have no `checkVisibility`.
  return (
    typeof control.checkVisibility !== 'function' ||
    control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
}
