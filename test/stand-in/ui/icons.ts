import { iconSources } from './icon-list.js';

const added = new Map<string, string>();

/** Documented: obsidian.d.ts, `setIcon`. An icon that the stand-in does not bundle fails by name. */
export function setIcon(parent: HTMLElement, iconId: string): void {
  // In Node alone nothing is drawn.
  if (typeof activeDocument === 'undefined') return;
  const icon = getIcon(iconId);
  parent.replaceChildren(...(icon ? [icon] : []));
}

export function getIcon(iconId: string): SVGSVGElement | null {
  const name = iconId.replace(/^lucide-/, '');
  if (name === '') return null;
  const source = added.get(iconId) ?? iconSources[name];
  if (!source) throw new Error(`The stand-in bundles no icon "${iconId}": name it in icon-list.ts`);
  const holder = activeDocument.createElement('div');
  holder.innerHTML = source;
  const svg = holder.querySelector('svg');
  svg?.setAttribute('class', `svg-icon lucide-${name}`);
  svg?.setAttribute('aria-hidden', 'true');
  return svg;
}

/** Documented: obsidian.d.ts, `addIcon`; the content is drawn in a box of 100 × 100. */
export function addIcon(iconId: string, svgContent: string): void {
  added.set(
    iconId,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${svgContent}</svg>`,
  );
}

export function removeIcon(iconId: string): void {
  added.delete(iconId);
}

export function getIconIds(): string[] {
  return [...Object.keys(iconSources).map((name) => `lucide-${name}`), ...added.keys()];
}
