import type { Json } from '../../json.js';
import type { FieldRange } from './front-matter-fields.js';

export interface PlainProperties {
  readonly fields: Map<string, Json>;
  readonly ranges: Map<string, FieldRange>;
}

const PROPERTY =
  /([A-Za-z_][\w-]{0,62}): (?:"([ !#-[\]-~]*)"|\["([ !#-[\]-~]*)"\]|((?:[A-Za-z]|\d{4}-\d\d-\d\dT)(?:[!"$-9;-~]|:(?=[!"$-9;-~])| (?=[!"$-9;-~]))*))\n/y;
const WORD = /^(?:null|true|false)$/iu;

/**
 * Reads simple front matter faster than the YAML library. Null if the front matter is not simple.
 */
export function readPlainProperties(content: string, contentStart: number): PlainProperties | null {
  const fields = new Map<string, Json>();
  const ranges = new Map<string, FieldRange>();
  for (let at = 0; at < content.length; at = PROPERTY.lastIndex) {
    PROPERTY.lastIndex = at;
    const [line, key = '', quoted, listed, plain = ''] = PROPERTY.exec(content) ?? [];
    if (line === undefined || WORD.test(key) || WORD.test(plain) || fields.has(key)) return null;
    const keyStart = contentStart + at;
    const keyEnd = keyStart + key.length;
    fields.set(key, listed === undefined ? (quoted ?? plain) : [listed]);
    ranges.set(key, {
      keyStart,
      keyEnd,
      valueStart: keyEnd + 2,
      valueEnd: keyStart + line.length - 1,
      ...styleOf(listed, quoted, plain),
    });
  }
  return { fields, ranges };
}

function styleOf(
  listed: string | undefined,
  quoted: string | undefined,
  plain: string,
): Pick<FieldRange, 'style' | 'source'> {
  if (listed !== undefined) return { style: 'collection', source: null };
  return quoted === undefined
    ? { style: 'plain', source: plain }
    : { style: 'double', source: quoted };
}
