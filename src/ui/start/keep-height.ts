import type { Attachment } from 'svelte/attachments';

/** Keeps a box from shrinking after a press, so that nothing moves under the pointer. */
export const keepHeight: Attachment<HTMLElement> = (box) => {
  const keep = (): void => {
    box.style.minHeight = `${box.offsetHeight}px`;
  };
  const release = (): void => {
    box.style.removeProperty('min-height');
  };
  box.addEventListener('pointerdown', keep);
  box.addEventListener('pointerleave', release);
  return () => {
    box.removeEventListener('pointerdown', keep);
    box.removeEventListener('pointerleave', release);
  };
};
