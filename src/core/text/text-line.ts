/**
 * Folds a text into one trimmed line. Each run of white space and control characters becomes a
 * space.
 */
export function foldLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\ufeff]+/gu, ' ').trim();
}

/** Breaks `%%` and `<!--`, because they would hide the text after them in a note. */
export function showHidden(text: string): string {
  return text.replace(/%(?=%)/gu, '% ').replaceAll('<!--', '<! --');
}

const STRUCTURE_START =
  /^(?:#{1,6}(?:\s|$)|`{3}|~{3}|-{2,}\s*$|=+\s*$|[-*+]\s+\[.\]|\\[!-/:-@[-`{-~])/u;
const NUMBERED_BOX = /^(\d{1,9})(\\*[.)]\s+\[.\])/u;
const BLOCK_ID = /(^| )(\\*\^[A-Za-z0-9-]+)$/u;
const ESCAPED_NUMBERED_BOX = /^(\d{1,9})\\(\\*[.)]\s+\[.\])/u;
const ESCAPED_BLOCK_ID = /(^| )\\(\\*\^[A-Za-z0-9-]+)$/u;

/**
 * Escapes a line of a person's text, so that it cannot become a heading, box or block id. {@link
 * unescapeLine} removes the escapes.
 */
export function escapeLine(text: string): string {
  const line = showHidden(foldLine(text)).replace(BLOCK_ID, '$1\\$2');
  if (NUMBERED_BOX.test(line)) return line.replace(NUMBERED_BOX, '$1\\$2');
  return STRUCTURE_START.test(line) ? `\\${line}` : line;
}

export function unescapeLine(line: string): string {
  if (!line.includes('\\')) return line;
  const text = line.replace(ESCAPED_BLOCK_ID, '$1$2');
  if (/^\\[!-/:-@[-`{-~]/u.test(text)) return text.slice(1);
  return text.replace(ESCAPED_NUMBERED_BOX, '$1$2');
}
