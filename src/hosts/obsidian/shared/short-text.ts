import { showInvisible } from '../../../core/text/show-invisible.js';

/** Foreign text in one line, with what is hidden spelled out, and cut where nobody reads on. */
export function shortText(text: string, most = 400): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return showInvisible(line);
  // Half a character would be spelled out as one that is not there.
  return `${showInvisible(line.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}
