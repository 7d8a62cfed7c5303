import { shortName, unbracketedText } from '../../text/inline-text.js';
import { doubleQuoted } from './yaml-scalar.js';

/** Returns an `aliases` line. It gives a note a readable name in Obsidian. */
export function aliasesLines(name: string): readonly string[] {
  // Brackets and vertical bars have a meaning in wikilinks.
  const alias = unbracketedText(shortName(name)).replaceAll('|', '/').trim();
  return alias === '' ? [] : [`aliases: [${doubleQuoted(alias)}]`];
}
