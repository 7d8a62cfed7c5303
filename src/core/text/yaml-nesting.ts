const maxBrackets = 200;
const maxColumns = 400;

const lead = /(?:[ \t]|[-?:](?=[ \t]))*/y;

/** Returns the offset at which a YAML text may be nested too deeply to parse. Null if it is not. */
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
