import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64Url } from './base64url.js';
import type { Json } from './json.js';

export type SecretMask = (text: string) => string;

export const HIDDEN = '•••';
/** A shorter secret, such as `1234`, may be part of other words. So only whole words are hidden. */
const SHORTEST_ANYWHERE = 6;
const LONGEST_NUMBER = 9;

/**
 * Creates a function that hides secrets in a text. It does not find a secret that was cut. So mask
 * a text before you shorten it.
 */
export function secretMask(secrets: readonly string[]): SecretMask {
  // Unicode can write an accented letter as one character or as two.
  const spellings = secrets.flatMap((secret) => [
    ...new Set([secret, secret.normalize('NFC'), secret.normalize('NFD')]),
  ]);
  const forms = spellings.flatMap((secret) => [secret, ...base64Forms(secret)]);
  const needles = (read: (form: string) => Folded): readonly string[] => [
    ...new Set(forms.map((form) => read(form).text).filter((text) => text !== '')),
  ];
  const written = needles(fold);
  const meant = needles((form) => meaning(form) ?? fold(form));
  // A text may have a line break where the secret has a space.
  const spaced = [...new Set(written.filter((form) => /\s/u.test(form)).map(withoutSpaces))];
  return written.length === 0
    ? (text) => text
    : (text) => hide(text, { written, meant, spaced: spaced.filter((form) => form !== '') });
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/gu, '');
}

interface Needles {
  readonly written: readonly string[];
  readonly meant: readonly string[];
  readonly spaced: readonly string[];
}

export function maskedJson(value: Json, mask: SecretMask): Json {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return maskedNumber(value, mask);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => maskedJson(item, mask));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [mask(key), maskedJson(item, mask)]),
  );
}

function maskedNumber(value: number, mask: SecretMask): Json {
  if (Math.abs(value) < 1_000) return value;
  const text = JSON.stringify(value);
  const shown = mask(text);
  return shown === text ? value : shown;
}

function base64Forms(secret: string): readonly string[] {
  const bytes = utf8ToBytes(secret);
  return (secret.length < SHORTEST_ANYWHERE ? [0] : [0, 1, 2]).flatMap((lead) => {
    const behind = new Uint8Array(lead + bytes.length);
    behind.set(bytes, lead);
    const until =
      secret.length < SHORTEST_ANYWHERE ? undefined : Math.floor((behind.length * 8) / 6);
    const form = encodeBase64Url(behind).slice(Math.ceil((lead * 8) / 6), until);
    return [form, form.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

interface Folded {
  readonly text: string;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

const between = /\s+|\p{Cc}\[[0-9;]*[A-Za-z]|[\p{Cc}\p{Cf}]/gu;

function fold(text: string): Folded {
  return folded(asItIs(text));
}

function folded(read: Folded): Folded {
  const joined = rewritten(read, between, (found) =>
    /^\s/u.test(found) && !/[\r\n]/u.test(found) ? null : '',
  );
  return { ...joined, text: lowerCase(joined.text) };
}

const escapes =
  /%(?:[0-7][0-9a-f]|[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3})|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^ux\n]/giu;
const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const MOST_LAYERS = 5;

function meaning(text: string): Folded | null {
  if (!/[%\\+]/u.test(text)) return null;
  let read = asItIs(text);
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const before = read.text;
    read = rewritten(read, escapes, unescaped);
    if (read.text === before) break;
  }
  const seen = folded(read);
  // In the query of a URL, a plus sign means a space.
  return { ...seen, text: seen.text.replaceAll('+', ' ') };
}

function unescaped(found: string): string {
  if (found.startsWith('%')) {
    try {
      return decodeURIComponent(found);
    } catch {
      return found;
    }
  }
  const [kind = ''] = found.slice(1);
  return kind === 'u' || kind === 'x'
    ? String.fromCharCode(Number.parseInt(found.slice(2), 16))
    : (letters[kind] ?? kind);
}

function asItIs(text: string): Folded {
  const from = new Uint32Array(text.length).map((_, at) => at);
  return { text, from, to: from.map((at) => at + 1) };
}

function rewritten(
  { text, from, to }: Folded,
  pattern: RegExp,
  put: (found: string) => string | null,
): Folded {
  const parts: string[] = [];
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let at = 0;
  const keep = (until: number): void => {
    parts.push(text.slice(at, until));
    starts.set(from.subarray(at, until), length);
    ends.set(to.subarray(at, until), length);
    length += until - at;
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const other = put(found);
    if (other === null) continue;
    keep(index);
    at = index + found.length;
    parts.push(other);
    starts.fill(from[index] ?? 0, length, length + other.length);
    ends.fill(to[at - 1] ?? 0, length, length + other.length);
    length += other.length;
  }
  keep(text.length);
  return { text: parts.join(''), from: starts, to: ends };
}

function lowerCase(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

type Range = readonly [start: number, end: number];

function hide(text: string, { written, meant, spaced }: Needles): string {
  const read = meaning(text);
  const folded = fold(text);
  const found = [
    ...rangesIn(text, folded, written),
    ...(read === null ? [] : rangesIn(text, read, meant)),
    ...(spaced.length === 0
      ? []
      : rangesIn(
          text,
          rewritten(folded, /\s+/gu, () => ''),
          spaced,
        )),
    ...(spaced.length === 0 || read === null
      ? []
      : rangesIn(
          text,
          rewritten(read, /\s+/gu, () => ''),
          spaced,
        )),
  ];
  if (found.length === 0) return text;
  found.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let shown = 0;
  for (const [start, end] of found) {
    if (end <= shown) continue;
    if (start > shown || shown === 0) parts.push(text.slice(shown, start), HIDDEN);
    shown = end;
  }
  return parts.join('') + text.slice(shown);
}

function rangesIn(text: string, folded: Folded, needles: readonly string[]): Range[] {
  return needles.flatMap((needle) => {
    const ranges: Range[] = [];
    let at = folded.text.indexOf(needle);
    while (at !== -1) {
      const end = at + needle.length;
      const range: Range = [folded.from[at] ?? 0, folded.to[end - 1] ?? 0];
      if (isFound(text, folded, needle, at)) ranges.push(range);
      at = folded.text.indexOf(needle, at + 1);
    }
    return ranges;
  });
}

function isFound(
  text: string,
  { text: read, from, to }: Folded,
  needle: string,
  at: number,
): boolean {
  const isNumber = /^\d+$/u.test(needle) && needle.length <= LONGEST_NUMBER;
  const isShort = needle.length < SHORTEST_ANYWHERE;
  if (!isShort && !isNumber) return true;
  const end = at + needle.length;
  const [start, stop] = [from[at] ?? 0, to[end - 1] ?? 0];
  const before = start === (to[at - 1] ?? 0) ? read.slice(Math.max(0, at - 2), at) : '';
  const after = stop === (from[end] ?? 0) ? read.slice(end, end + 8) : '';
  if (/[\r\n]/u.test(text.slice(start, stop))) return false;
  if (
    isNumber &&
    (/[\d\p{Sc}]$|\d\.$/u.test(before) ||
      /^(?:\d|\.\d{1,2}(?!\d)|,\d\d\s?(?:\p{Sc}|[a-z]{3}))/u.test(after))
  ) {
    return false;
  }
  return !isShort || !(/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after));
}
