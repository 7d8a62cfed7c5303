/**
 * What a look at a screen finds, as lines: text that is cut off, what reaches beyond its side, and a
 * part with two primary actions. It runs in the page, so it uses nothing from outside.
 */
export function screenFaults(root: Element): string[] {
  const faults: string[] = [];
  const name = (element: Element): string => {
    const words = (element.textContent ?? '').trim().slice(0, 50);
    return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${words}”`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.countersign-only-read, [aria-hidden="true"]') === null;
  const hasWords = (element: Element): boolean =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    );

  const side = root.getBoundingClientRect();
  if (root.scrollWidth > root.clientWidth + 1) {
    faults.push(`scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
  }
  for (const element of root.querySelectorAll('*')) {
    if (!(element instanceof HTMLElement) || !isShown(element) || !hasWords(element)) continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const isCut =
      (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
      (['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut && textOverflow !== 'ellipsis') faults.push(`cut off: ${name(element)}`);
    const { left, right } = element.getBoundingClientRect();
    if (left < side.left - 1 || right > side.right + 1) faults.push(`sticks out: ${name(element)}`);
  }
  for (const part of root.querySelectorAll('article, .countersign-card, .modal-content, form')) {
    const primary = [...part.querySelectorAll('.mod-cta')].filter(isShown);
    if (primary.length > 1) faults.push(`${primary.length} primary actions: ${name(part)}`);
  }
  return faults;
}
