import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64Url } from './base64url.js';
import type { Json } from './json.js';

/** Takes secrets out of a text. Idempotent. */
export type SecretMask = (text: string) => string;

/** What is shown in place of a secret. */
export const HIDDEN = '•••';
/** A shorter secret is hidden only where no letter or digit touches it: "1234" is in many a number. */
const SHORTEST_ANYWHERE = 6;

/**
 * A mask for these secrets. It finds them in any case, over line ends, with control characters in
 * between, as in JSON, in a URL and in base64 (also within something longer). Half a secret is not found:
 * mask a text before it is cut.
 */
export function secretMask(secrets: readonly string[]): SecretMask {
  const forms = new Set(
    secrets.flatMap((secret) => formsOf(secret).map((form) => fold(form).text)),
  );
  forms.delete('');
  const needles = [...forms];
  return needles.length === 0 ? (text) => text : (text) => hide(text, needles);
}

/** A JSON value with every text in it masked, names of properties too. */
export function maskedJson(value: Json, mask: SecretMask): Json {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => maskedJson(item, mask));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [mask(key), maskedJson(item, mask)]),
  );
}

function formsOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret.replace(/\p{Cs}/gu, '\ufffd'));
  const plain = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.replaceAll('%20', '+'),
  ];
  return secret.length < SHORTEST_ANYWHERE ? plain : [...plain, ...base64Forms(secret)];
}

/** The characters that the secret alone decides, wherever it begins in what is encoded. */
function base64Forms(secret: string): readonly string[] {
  const bytes = utf8ToBytes(secret);
  return [0, 1, 2].flatMap((lead) => {
    const behind = new Uint8Array(lead + bytes.length);
    behind.set(bytes, lead);
    const form = encodeBase64Url(behind).slice(
      Math.ceil((lead * 8) / 6),
      Math.floor((behind.length * 8) / 6),
    );
    return [form, form.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

/** A text as it is searched, in runs: where each begins there, and in the text itself. */
interface Folded {
  readonly text: string;
  readonly runs: readonly { readonly at: number; readonly from: number }[];
}

/** Control sequences of a terminal, and characters that nobody sees; white space is looked at below. */
const between = /\s+|\u001b\[[0-9;]*[A-Za-z]|[\p{Cc}\p{Cf}]/gu;

/** In lower case, without line ends (and the white space around them) and what cannot be seen. */
function fold(text: string): Folded {
  const parts: string[] = [];
  const runs: { at: number; from: number }[] = [];
  let length = 0;
  let from = 0;
  const take = (until: number): void => {
    if (until === from) return;
    runs.push({ at: length, from });
    const part = lowerCase(text.slice(from, until));
    parts.push(part);
    length += part.length;
  };
  for (const { 0: found, index } of text.matchAll(between)) {
    if (/^\s/u.test(found) && !/[\r\n]/u.test(found)) continue;
    take(index);
    from = index + found.length;
  }
  take(text.length);
  return { text: parts.join(''), runs };
}

/** Of the same length: some letters have a lower case of two. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

type Range = readonly [start: number, end: number];

function hide(text: string, needles: readonly string[]): string {
  const folded = fold(text);
  const found = needles.flatMap((needle) => rangesOf(needle, folded.text));
  if (found.length === 0) return text;
  found.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let shown = 0;
  let hidden = -1;
  for (const [start, end] of found) {
    if (end <= hidden) continue;
    const first = originOf(folded, start);
    if (start > hidden) parts.push(text.slice(shown, first), HIDDEN);
    hidden = end;
    shown = originOf(folded, end - 1) + 1;
  }
  return parts.join('') + text.slice(shown);
}

function rangesOf(needle: string, text: string): Range[] {
  const ranges: Range[] = [];
  let at = text.indexOf(needle);
  while (at !== -1) {
    const end = at + needle.length;
    if (needle.length >= SHORTEST_ANYWHERE || standsAlone(text, at, end)) ranges.push([at, end]);
    at = text.indexOf(needle, end);
  }
  return ranges;
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]/u.test(
    text.slice(Math.max(0, start - 1), start) + text.slice(end, end + 1),
  );
}

function originOf({ runs }: Folded, at: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((runs[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const run = runs[low];
  return run === undefined ? at : run.from + at - run.at;
}
