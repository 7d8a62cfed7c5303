import { shortName, unlinkedText } from '../../text/inline-text.js';
import { doubleQuoted } from './yaml-scalar.js';

/**
 * Returns the property that gives a note a readable name in Obsidian's search and links: `aliases: ["Email to
 * maria@example.com: January invoice"]`. Empty if the name has no words.
 */
export function aliasesLines(name: string): readonly string[] {
  // Brackets and vertical bars have a meaning in wikilinks.
  const alias = unlinkedText(shortName(name)).replaceAll('|', '/').trim();
  return alias === '' ? [] : [`aliases: [${doubleQuoted(alias)}]`];
}
