import type { ScalarStyle } from './front-matter-fields.js';

const RESERVED_START = /^[-?:,[\]{}#&*!|>'"%@`=<~]/u;
/** The Templater plugin would run code after `<%`. */
const MEANT_FOR_YAML = /:(?:\s|$)|\s#|<%|[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/iu;
const NUMBER = /^[-+.]?\d[\da-fox_.:+-]*$|^[-+]?\.(?:inf|nan)$/iu;
const DATE = /^\d{4}-\d\d-\d\d$/u;
const NOT_FOR_SINGLE_QUOTES = /<%|[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;
const ESCAPED = /<(?=%)|[\p{Cc}\u2028\u2029\ufeff]/gu;

/** Writes a text as a YAML value on one line. */
export function writeScalar(value: string | null, style: ScalarStyle = 'plain'): string {
  if (value === null) return 'null';
  if (style === 'double') return doubleQuoted(value);
  if (style === 'single' && !NOT_FOR_SINGLE_QUOTES.test(value)) {
    return `'${value.replaceAll("'", "''")}'`;
  }
  return needsQuotes(value) ? doubleQuoted(value) : value;
}

/** Writes a text as a double-quoted YAML value. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function needsQuotes(value: string): boolean {
  return (
    value === '' ||
    value.trim() !== value ||
    RESERVED_START.test(value) ||
    MEANT_FOR_YAML.test(value) ||
    WORD.test(value) ||
    (NUMBER.test(value) && !DATE.test(value))
  );
}
