import { shortName, unlinkedText } from '../../text/inline-text.js';
import { doubleQuoted } from './yaml-scalar.js';

/**
 * The property that gives our note a readable name, which Obsidian's search and links show: `aliases:
 * ["Email to maria@example.com: January invoice"]`. None for a name without words.
 */
export function aliasesLines(name: string): readonly string[] {
  // Brackets and vertical bars would end a link.
  const alias = unlinkedText(shortName(name)).replaceAll('|', '/').trim();
  return alias === '' ? [] : [`aliases: [${doubleQuoted(alias)}]`];
}
