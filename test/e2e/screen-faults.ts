/**
 * What a look at a screen finds, as lines: text that is cut off, what reaches beyond its side, placeholders
 * too faint to read, buttons of a window out of sight, wide margins where there is little room, and two primary actions. It runs in the page, so it uses nothing from outside.
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

  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };

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
  for (const field of root.querySelectorAll('[placeholder]:placeholder-shown')) {
    const words = luminance(getComputedStyle(field, '::placeholder').color);
    const ground = luminance(behind(field));
    const contrast = (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
    if (isShown(field) && contrast < 4.5) {
      faults.push(`placeholder: ${field.getAttribute('placeholder')}, ${contrast.toFixed(1)}:1`);
    }
  }
  const scroller = root.closest('.modal') ?? root;
  for (const end of root.querySelectorAll('.countersign-modal-end')) {
    const { bottom } = end.getBoundingClientRect();
    if (bottom > scroller.getBoundingClientRect().bottom + 1)
      faults.push(`below the fold: ${name(end)}`);
  }
  const row = root.closest('.mod-settings') && root.querySelector('.setting-item');
  const share = (row?.clientWidth ?? scroller.clientWidth) / scroller.clientWidth;
  if (scroller.clientWidth < 400 && share < 0.8) {
    faults.push(`margins take ${Math.round(100 - 100 * share)} % of the width`);
  }
  const primary = [...root.querySelectorAll('.mod-cta')].filter(isShown);
  if (primary.length > 1) faults.push(`primary actions: ${primary.map(name).join(', ')}`);
  return faults;
}
