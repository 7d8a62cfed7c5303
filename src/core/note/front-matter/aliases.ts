import { shortName, unlinkedText } from '../../text/inline-text.js';
import { doubleQuoted } from './yaml-scalar.js';

/**
 * The property that gives a note of ours a readable name, so that Obsidian's search and links show words:
 * `aliases: ["Email to maria@example.com: January invoice"]`. None for a name without words.
 */
export function aliasesLines(name: string): readonly string[] {
  // What stands in a link between brackets and strokes would end it.
  const alias = unlinkedText(shortName(name)).replaceAll('|', '/').trim();
  return alias === '' ? [] : [`aliases: [${doubleQuoted(alias)}]`];
}
