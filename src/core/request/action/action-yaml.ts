import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Parser,
  type Document,
  type Node,
  type Scalar,
} from 'yaml';
import { fail, ok, type SourceLocation, type ProblemCode, type Result } from '../../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { lineAt, positionAt } from '../../text/lines.js';
import { withoutStackTraces } from '../../without-stack-traces.js';
import { deepNestingAt } from '../../text/yaml-nesting.js';
import { readPlainScalar } from './plain-scalar.js';
import { hexOf } from '../../text/show-invisible.js';

const maxDepth = 64;
const maxLength = 262_144;

const unreadable =
  /(?![\t\n\r])\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\r(?!\n)|\p{Surrogate}/u;

const surrogateEscape = /(?:^|[^\\])(?:\\\\)*\\(?:u|U0000)d[89a-f]/i;

class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly advice: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

export interface YamlOrigin {
  readonly noteText: string;
  readonly offset: number;
  readonly path: string;
}

/** Reads strict YAML as a JSON object. */
export function readActionYaml(yaml: string, origin: YamlOrigin): Result<JsonObject> {
  try {
    return ok(readDocument(yaml));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const offset = Math.min(error.offset, yaml.trimEnd().length);
    const place: SourceLocation = {
      path: origin.path,
      ...positionAt(origin.noteText, origin.offset + offset),
    };
    return fail(error.code, error.message, error.advice, place);
  }
}

function readDocument(yaml: string): JsonObject {
  if (yaml.length > maxLength) {
    throw new Refusal(
      'action_invalid',
      'The action is longer than 256 kB.',
      'Attach large content as a file instead.',
      0,
    );
  }
  const hidden = unreadable.exec(yaml);
  if (hidden) {
    const code = hexOf(yaml.slice(hidden.index));
    throw new Refusal(
      'action_invalid',
      `The action contains a character that cannot be seen (U+${code}).`,
      `Delete it, or quote the text and write the character as "\\u${code}".`,
      hidden.index,
    );
  }
  const tab = /^ *\t/m.exec(yaml);
  if (tab) throw unclearText('a line that begins with a tab', tab.index + tab[0].length - 1);
  const deep = deepNestingAt(yaml);
  if (deep !== null) throw tooDeep(deep);
  const document = onlyDocument(yaml);
  const error = document.errors[0] ?? document.warnings[0];
  if (error) {
    throw new Refusal(
      'action_invalid',
      `The action is not valid YAML: ${error.message.replace(/\n[^]*/, '').replace(/[.:]$/, '')}.`,
      'Put texts with `:`, `#`, quotes or a special first character into quotation marks.',
      error.message.startsWith('Missing closing') ? lastOffset(document.contents) : error.pos[0],
    );
  }
  const value = toJson(document.contents, yaml, 0);
  if (!isJsonObject(value)) {
    throw new Refusal(
      'action_invalid',
      'The action is not a list of keys.',
      'Write `bridge: …`, `tool: …` and `arguments: …`.',
      0,
    );
  }
  return value;
}

function onlyDocument(yaml: string): Document {
  const marker = /^(?:%|---(?=\s|$)|\.\.\.(?=\s|$))/m.exec(yaml);
  if (marker) {
    throw new Refusal(
      'action_invalid',
      'The action must not contain YAML directives or document markers.',
      'Remove the line, or indent and quote it if it belongs to a text.',
      marker.index,
    );
  }
  const documents = withoutStackTraces(() => documentsOf(yaml));
  const [document] = documents;
  if (!document || documents.length !== 1 || document.contents === null) {
    throw new Refusal(
      'action_invalid',
      'The action must be exactly one YAML document.',
      'Write `bridge`, `tool` and `arguments` once.',
      0,
    );
  }
  return document;
}

function documentsOf(yaml: string): readonly Document[] {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    // `toJson` checks for duplicate keys.
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
  });
  const documents: Document[] = [];
  let mistakes = 0;
  for (const token of new Parser().parse(yaml)) {
    if (token.type === 'error') mistakes += 1;
    documents.push(...composer.next(token));
    if (mistakes > 0 || documents.length > 1) break;
  }
  return [...documents, ...composer.end(mistakes > 0, yaml.length)];
}

function toJson(node: unknown, yaml: string, depth: number): Json {
  const offset = offsetOf(node);
  if (depth > maxDepth) throw tooDeep(offset);
  refuseProperties(node);
  if (isScalar(node)) return scalarToJson(node, yaml);
  if (isSeq(node)) return node.items.map((item) => toJson(item, yaml, depth + 1));
  if (!isMap(node)) throw emptyValue(offset);
  const object = Object.create(null) as Record<string, Json>;
  for (const { key: keyNode, value } of node.items) {
    const key = readKey(keyNode, yaml);
    if (Object.hasOwn(object, key)) throw forbidden(`the key \`${key}\` twice`, offsetOf(keyNode));
    if (value === null || value === undefined) throw emptyValue(offsetOf(keyNode));
    object[key] = toJson(value, yaml, depth + 1);
  }
  return object;
}

function readKey(node: unknown, yaml: string): string {
  const offset = offsetOf(node);
  refuseProperties(node);
  if (!isScalar(node)) throw forbidden('a key that isn’t text', offset);
  const written = node.source ?? '';
  const keyEnd = node.range?.[1] ?? offset;
  const isOneLine = !yaml.slice(offset, keyEnd).includes('\n');
  if (!isOneLine || !/^[ \t]*:/.test(yaml.slice(keyEnd, lineAt(yaml, keyEnd).end))) {
    throw forbidden('a key that is not on one line with its colon', offset);
  }
  if (['__proto__', '<<'].includes(written)) throw forbidden(`the key \`${written}\``, offset);
  const key = scalarToJson(node, yaml);
  if (typeof key === 'string' && key !== '__proto__') return key;
  throw new Refusal(
    'action_invalid',
    `The key \`${written}\` is not a text.`,
    typeof key === 'string' ? 'Remove it.' : `Quote it: "${written}".`,
    offset,
  );
}

function refuseProperties(node: unknown): void {
  const offset = offsetOf(node);
  if (isAlias(node)) throw forbidden('an alias (`*name`)', offset);
  if (hasProperty(node, 'anchor')) throw forbidden('an anchor (`&name`)', offset);
  if (hasProperty(node, 'tag')) throw forbidden('a tag (`!name`)', offset);
}

function scalarToJson(node: Scalar, yaml: string): Json {
  const offset = offsetOf(node);
  if (node.type !== 'PLAIN') {
    if (typeof node.value !== 'string') throw forbidden('a value of an unknown kind', offset);
    refuseUnclear(node, yaml.slice(offset, node.range?.[1]));
    return node.value;
  }
  const source = node.source ?? '';
  if (source === '') throw emptyValue(offset);
  const value = readPlainScalar(source, node.value, {});
  if (value.ok) return value.value;
  const { code, message, advice } = value.error;
  throw new Refusal(code, message, advice, offset);
}

function refuseUnclear(node: Scalar, raw: string): void {
  const offset = offsetOf(node);
  if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') {
    const closed = node.type === 'QUOTE_DOUBLE' ? /^"(?:[^"\\]|\\[^])*"$/ : /^'(?:[^']|'')*'$/;
    if (!closed.test(raw)) {
      const message = 'The action contains a quotation mark that is never closed.';
      throw new Refusal('action_invalid', message, 'Close it on the same line.', offset);
    }
    if (raw.includes('\n')) throw unclearText('a quoted text over several lines', offset);
    if (node.type === 'QUOTE_DOUBLE' && surrogateEscape.test(raw)) {
      throw forbidden('half a character, written as an escape', offset);
    }
  } else if (/^[|>][-\d]*[+\d]/.test(raw)) {
    throw unclearText('a block text with `+` or a number behind its mark', offset);
  }
}

function unclearText(what: string, offset: number): Refusal {
  return new Refusal(
    'action_invalid',
    `The action contains ${what}, which not every reader understands in the same way.`,
    'Write it on one line in double quotes, with `\\n` for each line break.',
    offset,
  );
}

function forbidden(what: string, offset: number): Refusal {
  return new Refusal(
    'action_invalid',
    `The action contains ${what}, which is not allowed.`,
    'Write plain keys and values; what runs must have only one meaning.',
    offset,
  );
}

function tooDeep(offset: number): Refusal {
  const message = 'The action is nested too deeply.';
  return new Refusal('action_invalid', message, 'Make it flatter.', offset);
}

function emptyValue(offset: number): Refusal {
  return new Refusal(
    'action_invalid',
    'The action has a key without a value.',
    'Write a value, `null`, or an empty text `""`.',
    offset,
  );
}

function lastOffset(node: unknown): number {
  if (isSeq(node)) return lastOffset(node.items.at(-1));
  return isMap(node) ? lastOffset(node.items.at(-1)?.value) : offsetOf(node);
}

function offsetOf(node: unknown): number {
  const range = (node as Partial<Node> | null)?.range;
  return range ? range[0] : 0;
}

function hasProperty(node: unknown, name: 'anchor' | 'tag'): boolean {
  return typeof node === 'object' && node !== null && typeof Reflect.get(node, name) === 'string';
}
