import { Notice } from 'obsidian';

const gapPx = 16;
const panelSelector = '.countersign-panel:not([class*=" "])';

export function showNotice(message: string | DocumentFragment, duration?: number): Notice {
  const notice = new Notice(message, duration);
  const element = notice.messageEl.closest<HTMLElement>('.notice');
  const shown = element?.ownerDocument.querySelector(panelSelector);
  const panel = shown?.getBoundingClientRect();
  if (!element || !panel || panel.width === 0) return notice;
  const holder = element.offsetParent?.getBoundingClientRect();
  const left = (holder?.left ?? 0) + element.offsetLeft;
  const right = left + element.offsetWidth;
  if (right <= panel.left || left >= panel.right) return notice;
  const shift = right - panel.left + gapPx;
  if (left - shift < 0) element.addClass('countersign-notice-through');
  else element.setCssProps({ translate: `${-shift}px` });
  return notice;
}
