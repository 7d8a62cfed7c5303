import type { Attachment } from 'svelte/attachments';

/** Tells the panel how much of its top a bar covers: what is brought into sight comes below it. */
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
