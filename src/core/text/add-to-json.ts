import { fail, ok, type Result } from '../errors.js';
import { isJsonObject, whyNotJson, type Json } from '../json.js';
import { lineEndOf } from './lines.js';

/**
 * Names of members, from the root to a place in a JSON text. A `null` at the end means a new item
 * of a list.
 */
export type JsonPath = readonly (string | null)[];

/** Adds a value to a JSON text. The rest of the text stays as it is. */
export function addToJson(text: string, path: JsonPath, value: Json): Result<string> {
  if (text.trim() === '') return ok(`${JSON.stringify(made(path, value), null, 2)}\n`);
  let before: Json;
  try {
    before = JSON.parse(text) as Json;
  } catch (error) {
    return refused(`It is not plain JSON: ${whyNotJson(error)}.`);
  }
  const place = placeIn(text, before, path);
  if (!place.ok) return place;
  const after = inserted(text, place.value, value);
  const expected = JSON.stringify(withValue(before, path, value));
  return JSON.stringify(JSON.parse(after)) === expected
    ? ok(after)
    : refused('It can’t be changed safely.');
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly rest: JsonPath;
}

function placeIn(text: string, root: Json, path: JsonPath): Result<Place> {
  let at = afterSpace(text, 0);
  let json = root;
  for (let depth = 0; ; depth += 1) {
    const here = { from: at, to: endOf(text, at), depth, rest: path.slice(depth) };
    const name = path[depth];
    if (name === undefined) return refused('It is already there.');
    if (name === null) return Array.isArray(json) ? ok(here) : wrongKind(path[depth - 1], 'list');
    if (!isJsonObject(json)) return wrongKind(path[depth - 1], 'object');
    const [found, another] = membersOf(text, at).filter((member) => member.name === name);
    if (another !== undefined) return refused(`“${name}” is there twice.`);
    if (found === undefined) return ok(here);
    at = found.valueAt;
    json = json[name] ?? null;
  }
}

function inserted(text: string, { from, to, depth, rest }: Place, value: Json): string {
  const [name = null, ...inner] = rest;
  const isOneLine = !text.trim().includes('\n');
  const lineEnd = lineEndOf(text);
  const [, indent = '  '] = /^\s*\{\r?\n([ \t]{1,10})"/u.exec(text) ?? [];
  const line = (level: number) => (isOneLine ? '' : lineEnd + indent.repeat(level));
  const json = JSON.stringify(made(inner, value), null, isOneLine ? undefined : indent);
  const added =
    (name === null ? '' : JSON.stringify(name) + (isOneLine ? ':' : ': ')) +
    json.split('\n').join(line(depth + 1));
  const filled = text.slice(from, to - 1).trimEnd();
  const isEmpty = filled.length === 1;
  const middle = isEmpty
    ? line(depth + 1) + added + line(depth)
    : `,${line(depth + 1)}${added}${text.slice(from + filled.length, to - 1)}`;
  return text.slice(0, from) + filled + middle + text.slice(to - 1);
}

interface JsonMember {
  readonly name: string;
  readonly from: number;
  readonly valueAt: number;
  readonly to: number;
}

/** Returns the members of the object that begins at `from` in a valid JSON text. */
export function membersOf(text: string, from: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let at = afterSpace(text, from + 1);
  while (text[at] !== '}') {
    const end = endOf(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    const valueAt = afterSpace(text, afterSpace(text, end) + 1);
    const to = endOf(text, valueAt);
    members.push({ name, from: at, valueAt, to });
    at = afterSpace(text, to);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

/** Returns the offset right after the value that begins at `from` in a valid JSON text. */
export function endOf(text: string, from: number): number {
  const parts = /"(?:[^"\\]+|\\.)*"|[[\]{}]|[^\s"[\]{},:]+/gu;
  parts.lastIndex = from;
  let open = 0;
  for (;;) {
    const [part = ''] = parts.exec(text) ?? [];
    if (part === '') return text.length;
    if (part === '{' || part === '[') open += 1;
    if (part === '}' || part === ']') open -= 1;
    if (open === 0) return parts.lastIndex;
  }
}

export function afterSpace(text: string, from: number): number {
  let at = from;
  while (/^[ \t\r\n]$/u.test(text.charAt(at))) at += 1;
  return at;
}

function made([name, ...inner]: JsonPath, value: Json): Json {
  if (name === undefined) return value;
  return name === null ? [made(inner, value)] : { [name]: made(inner, value) };
}

function withValue(json: Json | undefined, path: JsonPath, value: Json): Json {
  const [name, ...inner] = path;
  if (json === undefined || name === undefined) return made(path, value);
  if (name === null) return [...(json as readonly Json[]), made(inner, value)];
  if (!isJsonObject(json)) return made(path, value);
  return { ...json, [name]: withValue(json[name], inner, value) };
}

function wrongKind(name: string | null | undefined, kind: string): Result<never> {
  const what = typeof name === 'string' ? `“${name}” in it` : 'What it has';
  return refused(`${what} is not ${kind === 'object' ? 'an object' : 'a list'}.`);
}

function refused(message: string): Result<never> {
  return fail('input_invalid', message, '');
}
