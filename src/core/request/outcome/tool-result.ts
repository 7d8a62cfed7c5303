import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** True when a result has the form of a complete MCP tool result. */
export function isToolResult(result: Json): result is JsonObject {
  if (!isJsonObject(result) || 'task' in result || 'toolResult' in result) return false;
  const { resultType = 'complete', content, structuredContent } = result;
  return (
    resultType === 'complete' &&
    structuredContent !== null &&
    (content === undefined
      ? structuredContent !== undefined
      : Array.isArray(content) && content.every(isContent))
  );
}

/** MCP requires these text properties. */
const needed: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

function isContent(item: Json): boolean {
  if (!isJsonObject(item)) return false;
  const { type, resource } = item;
  if (type === 'resource') {
    return (
      isJsonObject(resource) &&
      hasTexts(resource, ['uri']) &&
      ('text' in resource ? hasTexts(resource, ['text']) : hasTexts(resource, ['blob']))
    );
  }
  const names = typeof type === 'string' && Object.hasOwn(needed, type) ? needed[type] : undefined;
  return names !== undefined && hasTexts(item, names);
}

function hasTexts(item: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof item[name] === 'string');
}

/** True when a result has nothing to read. */
export function isSilent({ content, structuredContent }: JsonObject): boolean {
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  return items.every(isSilentItem) && isHollow(structuredContent);
}

/** MCP's Python SDK answers `{"result": null}` for a function without a return value. */
export function withoutEmptyResult(whole: JsonObject): JsonObject {
  const { structuredContent, ...others } = whole;
  if (!isJsonObject(structuredContent) || Object.keys(structuredContent).length !== 1) return whole;
  const { content } = others;
  const isEmpty = Array.isArray(content) && content.length === 0;
  return isEmpty && structuredContent['result'] === null ? others : whole;
}

function isSilentItem(item: Json): boolean {
  if (!isJsonObject(item)) return false;
  const { text, data, uri, name, resource } = item;
  const embedded = isJsonObject(resource) ? [resource['text'], resource['blob']] : [];
  return [text, data, uri, name, ...embedded].every(isHollow);
}

/** Brackets and quotes alone say nothing, as in `[]`. */
const seen = /(?![\p{DI}\u2800[\]{}",])[^\p{Z}\p{C}]/u;

function isHollow(value: Json | undefined): boolean {
  if (typeof value === 'string') return !seen.test(value);
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isHollow);
}

const isText = (value: Json): boolean => typeof value === 'string';
const optional: Readonly<Record<string, (value: Json) => boolean>> = {
  ...{ mimeType: isText, title: isText, description: isText, _meta: isJsonObject },
  ...{ size: (value) => Number.isSafeInteger(value), annotations: () => false, icons: () => false },
};

function clientItem(item: JsonObject): JsonObject {
  const { type, resource, data } = item;
  const inner = type === 'resource' && isJsonObject(resource) ? resource : null;
  const isMedia = type === 'image' || type === 'audio';
  const coded = isMedia ? data : inner && !('text' in inner) ? inner['blob'] : '';
  if (typeof coded === 'string' && !isBase64(coded)) {
    return { type: 'text', text: `[${type as string}]` };
  }
  return { ...wellFormed(item), ...(inner && { resource: wellFormed(inner) }) };
}

function wellFormed(item: JsonObject): JsonObject {
  const fields = Object.entries(item).filter(([name, value]) => {
    const fits = Object.hasOwn(optional, name) ? optional[name] : undefined;
    return fits === undefined || fits(value);
  });
  return Object.fromEntries(fields);
}

function isBase64(text: string): boolean {
  const bare = text.replace(/[\t\n\f\r ]/g, '');
  const isWhole = bare.length % 4 === 0 || (bare.length % 4 !== 1 && !bare.includes('='));
  return isWhole && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

/** Returns a tool result's content in the form that clients accept. */
export function contentOf({ content, structuredContent }: JsonObject): readonly JsonObject[] {
  const items = (Array.isArray(content) ? (content as readonly Json[]) : [])
    .filter(isJsonObject)
    .map(clientItem);
  return items.length === 0 && structuredContent !== undefined
    ? [{ type: 'text', text: JSON.stringify(structuredContent) }]
    : items;
}

export function answerText(result: JsonObject): string {
  const { content, structuredContent } = result;
  const isEmpty = Array.isArray(content) && content.length === 0 && structuredContent !== undefined;
  if (!Array.isArray(content) || isEmpty) return JSON.stringify(structuredContent ?? result);
  return content
    .map((item: Json) => {
      if (!isJsonObject(item)) return JSON.stringify(item);
      return item['type'] === 'text' && typeof item['text'] === 'string'
        ? item['text']
        : `[${typeof item['type'] === 'string' ? item['type'] : 'content'}]`;
    })
    .join('\n');
}

/** Returns the parts of a result that may report a failure. */
export function partsOf(result: JsonObject): string[] {
  const { content, structuredContent, _meta, isError, resultType, ...unknown } = result;
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  return [
    ...items.flatMap((item) =>
      isJsonObject(item) ? [...toldBy(item), ...toldBy(item['resource'])] : [JSON.stringify(item)],
    ),
    structuredContent === undefined ? '' : JSON.stringify(structuredContent),
    Object.keys(unknown).length === 0 ? '' : JSON.stringify(unknown),
  ];
}

function toldBy(item: Json | undefined): readonly string[] {
  if (!isJsonObject(item)) return ['', ''];
  const { text, name, title, description } = item;
  const names = [name, title, description].filter((told) => typeof told === 'string');
  const unknown = Object.entries(item).filter(([name]) => !fieldsOfItems.has(name));
  return [
    typeof text === 'string' ? text : '',
    unknown.length === 0 ? '' : JSON.stringify(Object.fromEntries(unknown)),
    ...names,
  ];
}

const fieldsOfItems = new Set([
  ...['type', 'text', 'data', 'blob', 'mimeType', 'resource', 'annotations', '_meta'],
  ...['uri', 'name', 'title', 'description', 'size', 'icons'],
]);

/**
 * Returns a function that says whether a text has the same data as `part`. Servers may repeat a
 * text as structured data.
 */
export function sameAs(part: string): (other: string) => boolean {
  const data = dataOf(part);
  return (other) => part === other || data === dataOf(other);
}

function dataOf(text: string): string {
  const value = parsed(text);
  const isWrapped = isJsonObject(value) && Object.keys(value).length === 1 && 'result' in value;
  const data = isWrapped ? value['result'] : value;
  try {
    return JSON.stringify(typeof data === 'string' ? parsed(data) : data);
  } catch {
    // `JSON.stringify` fails for a value that is nested too deeply.
    return text;
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
