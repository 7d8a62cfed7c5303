import type { Attachment } from 'svelte/attachments';

/** A card counts as seen with half of it, or so much that it fills half of what can be seen. */
const half = 0.5;
/** Each half of the one before: a card of any height reaches one while it fills more than half. */
const thresholds = Array.from({ length: 21 }, (_, at) => half ** at);

/**
 * Calls back each time the element becomes visible, in the window where it lies. What is `seen` is
 * named so that other content in the same place counts as another sight.
 */
export function whenSeen<T>(seen: T, callback: (seen: T) => void): Attachment<HTMLElement> {
  return (element) => {
    const { defaultView } = element.ownerDocument;
    if (!defaultView) return;
    const observer = new defaultView.IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => isSeen(entry, defaultView))) callback(seen);
      },
      { threshold: thresholds },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
}

function isSeen(
  { isIntersecting, intersectionRatio, intersectionRect, target }: IntersectionObserverEntry,
  win: Window,
): boolean {
  if (!isIntersecting) return false;
  return intersectionRatio >= half || intersectionRect.height >= heightInSight(target, win) * half;
}

/** How much of the height of the panel, window or note that an element scrolls in can be seen. */
function heightInSight({ parentElement }: Element, win: Window): number {
  let [top, bottom] = [0, win.innerHeight];
  for (let around = parentElement; around; around = around.parentElement) {
    if (win.getComputedStyle(around).overflowY === 'visible') continue;
    const rect = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
  }
  return bottom - top;
}
