import type { TooltipOptions } from 'obsidian';

/** Documented: obsidian.d.ts, `setTooltip`; the browser's own tooltip shows it. */
export function setTooltip(element: HTMLElement, tooltip: string, options?: TooltipOptions): void;
export function setTooltip(element: HTMLElement, tooltip: string): void {
  element.setAttr('aria-label', tooltip);
  element.title = tooltip;
}

/** Documented: obsidian.d.ts, `displayTooltip`. */
export function displayTooltip(
  element: HTMLElement,
  content: string | DocumentFragment,
  options?: TooltipOptions,
): void {
  const text = typeof content === 'string' ? content : (content.textContent ?? '');
  setTooltip(element, text, options);
}
