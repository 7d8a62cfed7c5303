import type { Attachment } from 'svelte/attachments';

const half = 0.5;
/** With small thresholds, the observer also reports a card much taller than the visible area. */
const thresholds = Array.from({ length: 21 }, (_, at) => half ** at);

/** Calls back when a person can see the element. */
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

function heightInSight({ parentElement }: Element, win: Window): number {
  let [top, bottom] = [0, win.innerHeight];
  for (let around = parentElement; around; around = around.parentElement) {
    if (win.getComputedStyle(around).overflowY === 'visible') continue;
    const rect = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, rect.top), Math.min(bottom, rect.bottom)];
  }
  return bottom - top;
}
