import type { Json } from '../../json.js';
import { deepNestingAt } from '../../text/yaml-nesting.js';

export type ContentNaming = 'address' | 'relative' | 'full';

const longestPath = 4_096;

const address = /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)\S+$/i;
const fromTheRoot = /^(?:[a-z]:)?[\\/]|^~[\w.-]*[\\/]|^(?:\$\{?\w+\}?|%\w+%)[\\/]/i;
const fromHere = /^\.{1,2}[\\/]|[\\/]\.{1,2}(?:[\\/]|$)/;
const withExtension = /[^\s\\/.]\.[a-z][a-z0-9]{1,7}$/i;

const fileWords = new Set(
  'file files filename filenames filepath filepaths path paths attach attachment attachments'.split(
    ' ',
  ),
);

/** Guesses whether a text is an address or a path. Null if it is neither. */
export function namesContent(text: string, isFile = false): ContentNaming | null {
  const name = unwrapped(text);
  if (name === '' || /[\r\n]/.test(name)) return null;
  if (address.test(name)) return 'address';
  const plain = decoded(name);
  if (fromTheRoot.test(plain)) return 'full';
  if (isFile || fromHere.test(plain)) return 'relative';
  if (plain.length > longestPath || !withExtension.test(plain)) return null;
  return /[\\/]/.test(plain) || !/[\s@]/.test(plain) ? 'relative' : null;
}

function unwrapped(text: string): string {
  const name = text.replace(/^[\s@<"'`]+/, '');
  let end = name.length;
  while (end > 0 && /[\s>"'`]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Finds texts in an argument that look like addresses or paths. */
export function namedContents(argument: string, value: Json): ReadonlyMap<string, ContentNaming> {
  const found = new Map<string, ContentNaming>();
  visit(argument, value, found);
  return found;
}

function visit(key: string, value: Json, found: Map<string, ContentNaming>): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) visit(key, item, found);
  } else if (value !== null && typeof value === 'object') {
    for (const [inner, child] of Object.entries(value)) {
      take(inner, namesContent(inner), found);
      visit(inner, child, found);
    }
  } else if (typeof value === 'string') {
    const inText = jsonIn(value);
    if (inText !== null) visit(key, inText, found);
    else if (/[\r\n]/.test(value.trim()) && isForFiles(key)) {
      for (const line of value.split(/[\r\n]+/)) take(line, namesContent(line), found);
    } else take(value, namesContent(value, isForFiles(key)), found);
  }
}

function take(text: string, how: ContentNaming | null, found: Map<string, ContentNaming>): void {
  if (how !== null && !found.has(text)) found.set(text, how);
}

function isForFiles(key: string): boolean {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.split(/[^a-z]+/).some((word) => fileWords.has(word));
}

function jsonIn(text: string): Json {
  if (!/^\s*[[{]/.test(text) || deepNestingAt(text) !== null) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
