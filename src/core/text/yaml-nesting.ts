const maxBrackets = 200;
/** Two columns are one level at least (`- - x`, `? ? x`). */
const maxColumns = 400;

/** What a line begins with: its indentation, and the marks of lists and keys within each other. */
const lead = /(?:[ \t]|[-?:](?=[ \t]))*/y;

/**
 * Where a YAML text begins to nest deeper than any person writes; null when it does not. To be asked
 * BEFORE the text is parsed: the parser recurses, and a regular expression that V8 happens to compile
 * near the end of the stack ends the whole process ("RegExpCompiler Allocation failed"), which no
 * `catch` can prevent.
 */
export function deepNestingAt(yaml: string): number | null {
  let brackets = 0;
  for (let start = 0; start < yaml.length;) {
    const lineFeed = yaml.indexOf('\n', start);
    const end = lineFeed === -1 ? yaml.length : lineFeed;
    lead.lastIndex = start;
    lead.test(yaml);
    if (lead.lastIndex - start > maxColumns) return start + maxColumns;
    for (let at = lead.lastIndex; at < end; at += 1) {
      const code = yaml.charCodeAt(at);
      if (code === 0x5b || code === 0x7b) brackets += 1;
      else if (code === 0x5d || code === 0x7d) brackets = Math.max(0, brackets - 1);
      if (brackets > maxBrackets) return at;
    }
    start = end + 1;
  }
  return null;
}
