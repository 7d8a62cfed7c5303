import { showTemplates } from './show-invisible.js';

/** Turns a text into one trimmed line. */
export function foldLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029\ufeff]+/gu, ' ').trim();
}

/**
 * Breaks `%%` and `<!--`, which hide text in a note. Also breaks `<%` and `$=`, which start code of
 * plugins.
 */
export function showHidden(text: string): string {
  return showTemplates(text)
    .replace(/%(?=%)|\$(?==)/gu, '$& ')
    .replaceAll('<!--', '<! --');
}

const loads = 'audio|code|embed|iframe|img|link|object|pre|script|source|style|svg|video';
/** These elements may run, load or hide something. Dataview runs `<code>`. */
const activeTag = new RegExp(`<(?=/?(?:${loads})\\b)`, 'giu');

/** Makes a text one line of a note. Nothing in the line can run, load or hide anything. */
export function plainLine(text: string): string {
  return showHidden(foldLine(text)).replace(activeTag, '‹');
}

const STRUCTURE_START =
  /^(?:#{1,6}(?:\s|$)|`{3}|~{3}|-{2,}\s*$|=+\s*$|[-*+]\s+\[.\]|\\[!-/:-@[-`{-~])/u;
/** Matches a code block or callout inside a quotation or list. */
const NESTED = /^((?:(?:[-*+>]|\d{1,9}[.)])\s*)+)(\\*(?:`{3}|~{3}|\[!))/u;
const ESCAPED_NESTED = /^((?:(?:[-*+>]|\d{1,9}[.)])\s*)+)\\(\\*(?:`{3}|~{3}|\[!))/u;
const NUMBERED_BOX = /^(\d{1,9})(\\*[.)]\s+\[.\])/u;
const BLOCK_ID = /(^| )(\\*\^[A-Za-z0-9-]+)$/u;
const ESCAPED_NUMBERED_BOX = /^(\d{1,9})\\(\\*[.)]\s+\[.\])/u;
const ESCAPED_BLOCK_ID = /(^| )\\(\\*\^[A-Za-z0-9-]+)$/u;

/** Escapes a line, so that it does not become a heading, a checkbox or a block id. */
export function escapeLine(text: string): string {
  const line = plainLine(text).replace(BLOCK_ID, '$1\\$2').replace(NESTED, '$1\\$2');
  if (NUMBERED_BOX.test(line)) return line.replace(NUMBERED_BOX, '$1\\$2');
  return STRUCTURE_START.test(line) ? `\\${line}` : line;
}

export function escapedLines(text: string): string[] {
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(escapeLine);
  return lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
}

export function unescapeLine(line: string): string {
  if (!line.includes('\\')) return line;
  const text = line.replace(ESCAPED_BLOCK_ID, '$1$2').replace(ESCAPED_NESTED, '$1$2');
  if (/^\\[!-/:-@[-`{-~]/u.test(text)) return text.slice(1);
  return text.replace(ESCAPED_NUMBERED_BOX, '$1$2');
}
