import { witnessGesture, type Gesture } from '../../../core/request/approval/gesture.js';
import { pathOfTrustedEvent } from './trusted-event.js';

/** Kept here and not handed on: for all of this copy of the plugin, an event is one gesture. */
const used = new WeakSet<Event>();

/**
 * The gesture that a click on a control of ours is, by pointer, by Enter or by Space; `null` for
 * anything else: a synthetic event, one that is over or was used before, another control's, or a
 * control that nobody can see. CALL BEFORE ANY AWAIT in the handler.
 */
export function gestureOf(event: Event, control: HTMLElement): Gesture | null {
  // Svelte listens at the root of a view, so `currentTarget` says nothing about the control.
  const isOnControl = pathOfTrustedEvent(event)?.includes(control) === true;
  if (!isOnControl || event.type !== 'click' || used.has(event) || !isVisible(control)) return null;
  // The second click of a double click: the first one may have put another control in this place.
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
