import type { Attachment } from 'svelte/attachments';

const shownForMs = 1_400;

/**
 * Scrolls to an element that somebody asked for, focuses it, and marks it for a moment.
 * @param wanted a new object each time somebody asks, or `null` if nobody did
 */
export function bringIntoView(
  wanted: object | null,
  broughtUp: () => void,
): Attachment<HTMLElement> {
  return (element) => {
    if (wanted === null) return;
    element.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
    element.animate(
      [
        { outline: '2px solid var(--interactive-accent)', outlineOffset: '6px' },
        { outline: '2px solid transparent', outlineOffset: '6px' },
      ],
      { duration: shownForMs, easing: 'ease-in' },
    );
    broughtUp();
  };
}
