import { witnessGesture, type Gesture } from '../../../core/request/approval/gesture.js';
import { pathOfTrustedEvent } from './trusted-event.js';

/** The events that were already used as a gesture. None is used twice. */
const used = new WeakSet<Event>();

/**
 * The gesture of a person's click on `control`, by pointer, Enter or Space; `null` for an event that a script made, one that has ended or
 * was used before, a click elsewhere, or an invisible control. CALL BEFORE ANY AWAIT in the handler.
 */
export function gestureOf(event: Event, control: HTMLElement): Gesture | null {
  // Svelte listens at the root of a view, so `currentTarget` does not identify the control.
  const isOnControl = pathOfTrustedEvent(event)?.includes(control) === true;
  if (!isOnControl || event.type !== 'click' || used.has(event) || !isVisible(control)) return null;
  // The second click of a double click does not count, because the first one may have put another control in this place.
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
