import type { Attachment } from 'svelte/attachments';

const shownForMs = 1_400;

/** Scrolls to the element that somebody asked for. Null for `wanted` means that nobody asked. */
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
