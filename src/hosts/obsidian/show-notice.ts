import { Notice } from 'obsidian';

const gapPx = 8;

/**
 * A notice that hides no button of the panel: it lies beside the panel, or, where there is no room, lets presses
 * through. Times in ms, as of `Notice`.
 */
export function showNotice(message: string | DocumentFragment, duration?: number): Notice {
  const notice = new Notice(message, duration);
  const element = notice.messageEl.closest<HTMLElement>('.notice');
  const panel = element?.ownerDocument.querySelector('.countersign-panel')?.getBoundingClientRect();
  if (!element || !panel || panel.width === 0) return notice;
  const { left, right, top } = element.getBoundingClientRect();
  if (right <= panel.left || left >= panel.right || top >= panel.bottom) return notice;
  const shift = right - panel.left + gapPx;
  if (left - shift < 0) element.addClass('countersign-notice-through');
  else element.setCssProps({ translate: `${-shift}px` });
  return notice;
}
