import { showInvisible } from '../../../core/text/show-invisible.js';

/** Returns untrusted text in one line, with invisible characters made visible. */
export function shortText(text: string, most = 400): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return showInvisible(line);
  // The cut may leave half of a surrogate pair.
  return `${showInvisible(line.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}
