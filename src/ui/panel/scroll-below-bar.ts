import type { Attachment } from 'svelte/attachments';

/** Keeps a bar from covering an element that was scrolled into view. */
export const scrollBelowBar: Attachment<HTMLElement> = (bar) => {
  const { defaultView } = bar.ownerDocument;
  const panel = bar.closest<HTMLElement>('.countersign-panel');
  if (!defaultView || !panel) return;
  const sizes = new defaultView.ResizeObserver(() => {
    panel.style.setProperty('--countersign-bar', `${bar.offsetHeight}px`);
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
  };
};
