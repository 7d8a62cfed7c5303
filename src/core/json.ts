import { trimEnd } from './text/trim-end.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function whyNotJson(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return why.replace(/, (?:\.{3})?"[^]*"(?:\.{3})? is not valid JSON$/u, '');
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const tokens = /("[^"\\]*(?:\\[^][^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/gu;
const mostShown = 60;

/** Names the first number that `JSON.parse` would change. Null if there is none. */
export function changedNumber(text: string): string | null {
  let name: string | null = null;
  for (const [token, quoted, colon] of text.matchAll(tokens)) {
    if (quoted !== undefined) {
      if (colon !== undefined) name = quoted;
      continue;
    }
    const read = String(Number(token));
    if (token !== read && magnitude(token) !== magnitude(read)) {
      return `${shown(token)}${name === null ? '' : ` after ${shown(name)}`}`;
    }
  }
  return null;
}

function magnitude(number: string): string {
  const [, whole = number, fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/iu.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/u, '');
  const significant = trimEnd(digits, '0');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${significant}e${power}`;
}

function shown(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

/** Decodes a URI fragment. A malformed fragment stays as it is. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
