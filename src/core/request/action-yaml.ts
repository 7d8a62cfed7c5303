import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Node,
  type Scalar,
} from 'yaml';
import { fail, ok, type Place, type Result } from '../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { placeAt } from '../note/lines.js';

const maxDepth = 64;
const maxLength = 1_048_576;

/**
 * JSON's number syntax (RFC 8259 §6) without exponents: `1e3` is a number to YAML 1.2 and JSON, and a
 * text to YAML 1.1.
 */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Plain texts that some YAML 1.1 or 1.2 parser takes for something else than a text: booleans
 * (`yes`, `off`), nulls, octal, hex, binary and base-60 numbers, `1_000`, infinities, dates and times.
 */
const readDifferently = new RegExp(
  `^(?:${[
    'y|n|yes|no|on|off|true|false|null|~|<<|=',
    '[-+]?\\.(?:inf|nan)',
    '[-+]?0[xob][\\da-f_]+',
    '[-+]?(?=[\\d_.]*\\d)[\\d_]*\\.?[\\d_]*(?:e[-+]?\\d+)?',
    '[-+]?\\d[\\d_]*(?::[0-5]?\\d)+(?:\\.[\\d_]*)?',
    '\\d{4}-\\d{1,2}-\\d{1,2}(?:(?:t|\\s+)\\d.*)?',
  ].join('|')})$`,
  'i',
);

/** A lone surrogate has no UTF-8 form: two programs would send different bytes for it. */
const loneSurrogate = /\p{Surrogate}/u;

/** Thrown inside this file only, to leave the walk at the first problem. */
class Refusal extends Error {
  constructor(
    readonly code: 'action_invalid' | 'action_number_ambiguous',
    message: string,
    readonly advice: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Where the YAML lies in its note, so that a problem names the note's line. */
export interface YamlOrigin {
  readonly noteText: string;
  /** Offset of the YAML's first character in the note. */
  readonly offset: number;
  readonly path: string;
}

/**
 * Reads the YAML of an action fence as a JSON object, and refuses everything that two parsers could
 * read differently: anchors, aliases, tags, merge and duplicate keys, `__proto__`, directives,
 * several documents, numbers that lose a digit or are not JSON's, and plain words like `yes` or
 * `2026-01-15`. (vault-contract: "The fence is the only source of what runs".)
 */
export function readActionYaml(yaml: string, origin: YamlOrigin): Result<JsonObject> {
  const place = (offset: number): Place => ({
    path: origin.path,
    ...placeAt(origin.noteText, origin.offset + offset),
  });
  if (yaml.length > maxLength) {
    return fail(
      'action_invalid',
      'The action is longer than 1 MiB.',
      'Attach large content as a file instead.',
      place(0),
    );
  }
  try {
    return ok(readDocument(yaml));
  } catch (error) {
    if (error instanceof Refusal) {
      return fail(error.code, error.message, error.advice, place(error.offset));
    }
    throw error;
  }
}

function readDocument(yaml: string): JsonObject {
  const documents = parseAllDocuments(yaml, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    logLevel: 'silent',
    prettyErrors: false,
  });
  if (!Array.isArray(documents) || documents.length !== 1 || !documents[0]) {
    throw new Refusal(
      'action_invalid',
      'The action must be exactly one YAML document.',
      'Write `bridge`, `tool` and `arguments` once.',
      0,
    );
  }
  const [document] = documents;
  const error = document.errors[0] ?? document.warnings[0];
  if (error) {
    throw new Refusal(
      'action_invalid',
      `The action is not valid YAML: ${error.message.split('\n')[0] ?? error.code}.`,
      'Put texts with `:`, `#` or quotes into quotation marks.',
      error.pos[0],
    );
  }
  const { directives } = document;
  if (
    directives &&
    (directives.docStart === true || directives.docEnd || directives.yaml.explicit === true)
  ) {
    throw new Refusal(
      'action_invalid',
      'The action must not contain YAML directives or document markers.',
      'Remove the lines that start with `%` or `---`.',
      0,
    );
  }
  const value = toJson(document.contents, 0);
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

function toJson(node: unknown, depth: number): Json {
  const offset = offsetOf(node);
  if (depth > maxDepth) {
    throw new Refusal(
      'action_invalid',
      'The action is nested too deeply.',
      'Make it flatter.',
      offset,
    );
  }
  if (isAlias(node)) throw forbidden('an alias (`*name`)', offset);
  if (hasProperty(node, 'anchor')) throw forbidden('an anchor (`&name`)', offset);
  if (hasProperty(node, 'tag')) throw forbidden('a tag (`!name`)', offset);
  if (isScalar(node)) return scalarToJson(node);
  if (isSeq(node)) return node.items.map((item) => toJson(item, depth + 1));
  if (isMap(node)) {
    const object = Object.create(null) as Record<string, Json>;
    for (const pair of node.items) {
      if (!isPair(pair)) throw forbidden('a key of an unknown kind', offset);
      const key = readKey(pair.key);
      if (Object.hasOwn(object, key))
        throw forbidden(`the key \`${key}\` twice`, offsetOf(pair.key));
      if (pair.value === null || pair.value === undefined) throw emptyValue(offsetOf(pair.key));
      object[key] = toJson(pair.value, depth + 1);
    }
    return object;
  }
  throw emptyValue(offset);
}

function readKey(node: unknown): string {
  const offset = offsetOf(node);
  if (hasProperty(node, 'anchor')) throw forbidden('an anchor (`&name`)', offset);
  if (hasProperty(node, 'tag')) throw forbidden('a tag (`!name`)', offset);
  if (!isScalar(node)) throw forbidden('a key that is no text', offset);
  const key = scalarToJson(node);
  if (typeof key !== 'string') throw forbidden('a key that is no text; quote it', offset);
  if (key === '__proto__' || key === '<<') throw forbidden(`the key \`${key}\``, offset);
  return key;
}

function scalarToJson(node: Scalar): Json {
  const offset = offsetOf(node);
  const source = node.source ?? '';
  if (node.type !== 'PLAIN') {
    if (typeof node.value !== 'string') throw forbidden('a value of an unknown kind', offset);
    return readText(node.value, offset);
  }
  if (source === '') throw emptyValue(offset);
  if (source === 'true') return true;
  if (source === 'false') return false;
  if (source === 'null') return null;
  if (plainNumber.test(source)) return readNumber(source, offset);
  if (readDifferently.test(source)) {
    throw new Refusal(
      'action_number_ambiguous',
      `\`${source}\` can be read as a text or as something else.`,
      `Quote it: "${source}".`,
      offset,
    );
  }
  return readText(source, offset, node.value);
}

function readNumber(source: string, offset: number): number {
  const value = Number(source);
  if (!Number.isFinite(value) || !sameDigits(source, value)) {
    throw new Refusal(
      'action_number_ambiguous',
      `The number ${source} would lose digits.`,
      `Quote it: "${source}".`,
      offset,
    );
  }
  return value;
}

/** Whether a number's source names exactly the value it is stored as (`1.50` does, 19 digits do not). */
function sameDigits(source: string, value: number): boolean {
  return decimalOf(source) === decimalOf(String(value));
}

/** A decimal in one spelling: sign, digits without outer zeros, exponent. */
function decimalOf(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (!match) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return sign === '-' ? '-0' : '0';
  const power = Number(exponent) - fraction.length + (digits.length - trimmed.length);
  return `${sign}${trimmed}e${power}`;
}

function readText(text: string, offset: number, parsed: unknown = text): string {
  if (parsed !== text && typeof parsed !== 'string') {
    throw forbidden('a value that is read as something else than a text; quote it', offset);
  }
  const value = typeof parsed === 'string' ? parsed : text;
  if (loneSurrogate.test(value)) throw forbidden('half a character (a lone surrogate)', offset);
  return value;
}

function forbidden(what: string, offset: number): Refusal {
  return new Refusal(
    'action_invalid',
    `The action contains ${what}, which is not allowed.`,
    'Write plain keys and values; what runs must have one reading only.',
    offset,
  );
}

function emptyValue(offset: number): Refusal {
  return new Refusal(
    'action_invalid',
    'The action has a key without a value.',
    'Write a value, `null`, or an empty text `""`.',
    offset,
  );
}

function offsetOf(node: unknown): number {
  const range = (node as Partial<Node> | null)?.range;
  return range ? range[0] : 0;
}

function hasProperty(node: unknown, name: 'anchor' | 'tag'): boolean {
  return typeof node === 'object' && node !== null && typeof Reflect.get(node, name) === 'string';
}
