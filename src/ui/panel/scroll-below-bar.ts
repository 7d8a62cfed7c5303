import type { Attachment } from 'svelte/attachments';

/** Sets how much of the panel's top a bar covers, so that scrolling stops below the bar. */
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
