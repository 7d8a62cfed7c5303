import type { Attachment } from 'svelte/attachments';

/** A card counts as seen with half of it, or so much that it fills half of what can be seen. */
const half = 0.5;
const thresholds = [0, 0.1, 0.25, half, 0.75, 1];

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
        if (entries.some(isSeen)) callback(seen);
      },
      { threshold: thresholds },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
}

function isSeen({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean {
  const fills = rootBounds !== null && intersectionRect.height >= rootBounds.height * half;
  return isIntersecting && (intersectionRatio >= half || fills);
}
