import { showInvisible } from '../../../core/text/show-invisible.js';

/** Untrusted text on one line, with hidden characters spelled out, shortened if it is long. */
export function shortText(text: string, most = 400): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return showInvisible(line);
  // Half of a surrogate pair would be spelled out as a hidden character.
  return `${showInvisible(line.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}
