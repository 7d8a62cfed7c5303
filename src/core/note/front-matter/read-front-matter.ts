import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import { fail, ok, type Result } from '../../errors.js';
import { withoutStackTraces } from '../../without-stack-traces.js';
import { deepNestingAt } from '../../text/yaml-nesting.js';
import type { Json } from '../../json.js';
import { findFrontMatter, type FrontMatterBlock } from './front-matter-block.js';
import type { FieldRange, FrontMatter, ScalarStyle } from './front-matter-fields.js';
import { lineAt, positionAt } from '../../text/lines.js';
import { readPlainProperties } from './plain-properties.js';
import { explainYamlError } from './yaml-problem.js';

const MAX_LENGTH = 65_536;
const MAX_DEPTH = 100;
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r\x85]|\r(?!\n)/u;

/** Reads a note's front matter as YAML. Dates stay strings. */
export function readFrontMatter(text: string, path?: string): Result<FrontMatter> {
  const block = findFrontMatter(text, path);
  if (!block.ok) return block;
  try {
    return ok(readContent(text, block.value));
  } catch (error) {
    const flaw = error instanceof Flaw ? error : asNestingFlaw(error, block.value.contentStart);
    const place = positionAt(text, flaw.offset);
    return fail(
      'front_matter_invalid',
      flaw.message,
      flaw.advice,
      path === undefined ? place : { path, ...place },
    );
  }
}

class Flaw extends Error {
  constructor(
    message: string,
    readonly advice: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

function asNestingFlaw(error: unknown, offset: number): Flaw {
  // Thousands of nested brackets overflow the stack of the YAML parser.
  if (!(error instanceof RangeError)) throw error;
  return new Flaw('The front matter is nested too deeply.', 'Flatten the properties.', offset);
}

function readContent(text: string, block: FrontMatterBlock): FrontMatter {
  const { contentStart, contentEnd } = block;
  const content = text.slice(contentStart, contentEnd);
  refuseUnreadable(content, contentStart);
  const plain = readPlainProperties(content, contentStart);
  if (plain !== null) return { ...block, ...plain, braces: false };
  const document = withoutStackTraces(() =>
    parseDocument(content, {
      prettyErrors: false,
      // `readMap` checks for duplicate keys.
      uniqueKeys: false,
    }),
  );
  const error = document.errors[0];
  if (error !== undefined) {
    const offset = offsetOf(error, document.contents, content);
    const { start, end } = lineAt(content, content.lastIndexOf('\n', offset - 1) + 1);
    const line = content.slice(start, end);
    const [message, advice] = explainYamlError(error.code, error.message, line);
    throw new Flaw(message, advice, contentStart + offset);
  }
  if (document.directives?.yaml.explicit === true) {
    const message = 'The front matter names a version of YAML.';
    throw new Flaw(message, 'Remove that line.', contentStart);
  }
  const fields = new Map<string, Json>();
  const ranges = new Map<string, FieldRange>();
  const root = document.contents;
  if (root === null) return { ...block, fields, ranges, braces: false };
  if (!isMap(root)) {
    const message = 'The front matter is not a list of properties.';
    throw new Flaw(message, 'Write each property as `name: value`.', contentStart);
  }
  readMap(root, contentStart, 0, (key, value, pair) => {
    fields.set(key, value);
    ranges.set(key, rangeOf(pair, contentStart));
  });
  return { ...block, fields, ranges, braces: root.flow === true };
}

function offsetOf(error: YAMLParseError, root: ParsedNode | null, content: string): number {
  const [offset] = error.pos;
  const length = content.trimEnd().length;
  if (offset < length) return offset;
  const last = isMap(root) ? root.items.at(-1)?.value : null;
  return isNode(last) && last.range ? last.range[0] : Math.max(0, length - 1);
}

function refuseUnreadable(content: string, contentStart: number): void {
  if (content.length > MAX_LENGTH) {
    const message = 'The front matter is longer than 64 kB.';
    throw new Flaw(message, 'Move the long text below the second `---` line.', contentStart);
  }
  const control = CONTROL_CHARACTER.exec(content);
  if (control !== null) {
    const message = 'The front matter contains a control character.';
    throw new Flaw(message, 'Delete the invisible character.', contentStart + control.index);
  }
  const documentEnd = /^\.\.\.(?=\s|$)/mu.exec(content);
  if (documentEnd !== null) {
    const message = 'The front matter contains the line `...`, which ends a YAML document.';
    throw new Flaw(message, 'Delete the line.', contentStart + documentEnd.index);
  }
  const deep = deepNestingAt(content);
  if (deep !== null) {
    const message = 'The front matter is nested too deeply.';
    throw new Flaw(message, 'Write flat properties.', contentStart + deep);
  }
}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

function readMap(
  map: YAMLMap.Parsed,
  contentStart: number,
  depth: number,
  add: (key: string, value: Json, pair: ParsedPair) => void,
): void {
  const seen = new Set<string>();
  for (const pair of map.items) {
    const node = pair.key;
    if (!isScalar(node)) {
      const message = 'A property name in the front matter is not plain text.';
      const offset = contentStart + node.range[0];
      throw new Flaw(message, 'Write each property as `name: value`.', offset);
    }
    const key = sourceOf(node);
    if (seen.has(key)) {
      const message = `The property \`${key}\` is given twice.`;
      throw new Flaw(message, 'Keep one of the two.', contentStart + node.range[0]);
    }
    seen.add(key);
    add(key, toJson(pair.value, contentStart, depth + 1), pair);
  }
}

function toJson(node: ParsedNode | null, contentStart: number, depth: number): Json {
  if (node === null) return null;
  if (isScalar(node)) return scalarToJson(node);
  if (isAlias(node)) {
    const message = `The front matter uses the YAML alias \`*${node.source}\`.`;
    const advice = 'Write the value out, or put it in quotes if the asterisk is part of it.';
    throw new Flaw(message, advice, contentStart + node.range[0]);
  }
  if (depth > MAX_DEPTH) {
    const message = 'The front matter is nested too deeply.';
    throw new Flaw(message, 'Flatten the properties.', contentStart + node.range[0]);
  }
  if (isMap(node)) {
    const object = Object.create(null) as Record<string, Json>;
    readMap(node, contentStart, depth, (key, value) => {
      object[key] = value;
    });
    return object;
  }
  return node.items.map((item) => toJson(item, contentStart, depth + 1));
}

function scalarToJson(node: Scalar): Json {
  const { value } = node;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return sourceOf(node);
}

function sourceOf(node: Scalar): string {
  return typeof node.value === 'string' ? node.value : (node.source ?? '');
}

function rangeOf(pair: ParsedPair, contentStart: number): FieldRange {
  const { key, value } = pair;
  const keyEnd = contentStart + key.range[1];
  const scalar = isScalar(value) ? value : null;
  return {
    keyStart: contentStart + key.range[0],
    keyEnd,
    valueStart: value === null ? keyEnd : contentStart + value.range[0],
    valueEnd: value === null ? keyEnd : contentStart + value.range[1],
    style: scalar === null ? (isCollection(value) ? 'collection' : 'plain') : styleOf(scalar),
    source: scalar === null ? null : sourceOf(scalar),
  };
}

function styleOf(node: Scalar): ScalarStyle {
  switch (node.type) {
    case 'QUOTE_DOUBLE':
      return 'double';
    case 'QUOTE_SINGLE':
      return 'single';
    case 'BLOCK_FOLDED':
    case 'BLOCK_LITERAL':
      return 'block';
    default:
      return 'plain';
  }
}
