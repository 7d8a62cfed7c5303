import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/**
 * Whether the tool has answered as MCP says it must. A task that was only accepted (`task`), a result of
 * the revision of 2024 (`toolResult`), a result that
 * wants something first (`resultType`), one without any content, or one with content that MCP does not
 * know is no more an answer than HTTP 202.
 */
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

/** What each type of content must hold, as a text. */
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

/** Whether a result tells nothing at all: no content, or only empty text and empty data. */
export function isSilent({ content, structuredContent }: JsonObject): boolean {
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  return items.every(isSilentItem) && isHollow(structuredContent);
}

function isSilentItem(item: Json): boolean {
  if (!isJsonObject(item)) return false;
  const { text, data, uri, name, resource } = item;
  const embedded = isJsonObject(resource) ? [resource['text'], resource['blob']] : [];
  return [text, data, uri, name, ...embedded].every(isHollow);
}

/** A character that a person sees: no space, nothing that is ignored when drawn, no braille without dots. */
const seen = /(?![\p{DI}\u2800])[^\p{Z}\p{C}]/u;

const empty = /^\s{0,9}(?:\{\s{0,9}\}|"")\s{0,9}$/;

/** Whether a value holds nothing, in any depth. */
function isHollow(value: Json | undefined): boolean {
  // A list may be empty, which is an answer.
  if (typeof value === 'string') return !seen.test(value) || empty.test(value);
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isHollow);
}

const isText = (value: Json): boolean => typeof value === 'string';
/** Fields that an item need not have. One of another form than MCP’s, and a client refuses the whole answer. */
const optional: Readonly<Record<string, (value: Json) => boolean>> = {
  ...{ mimeType: isText, title: isText, description: isText, _meta: isJsonObject },
  ...{ size: (value) => typeof value === 'number', annotations: () => false, icons: () => false },
};

/** An item without such fields; data that is no base64 is only named. */
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

/**
 * The items that a result holds, each as it is but for what clients refuse; without any, structured content that is no
 * object as text.
 */
export function contentOf({ content, structuredContent }: JsonObject): readonly JsonObject[] {
  const items = (Array.isArray(content) ? (content as readonly Json[]) : [])
    .filter(isJsonObject)
    .map(clientItem);
  // MCP gives clients no other structured content than an object.
  const isLost = structuredContent !== undefined && !isJsonObject(structuredContent);
  return items.length === 0 && isLost
    ? [{ type: 'text', text: JSON.stringify(structuredContent) }]
    : items;
}

/** The texts of a tool result in order; other content is named by its type; without any, the JSON. */
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

/**
 * Each part of a result by itself, of which one may report a failure: the text of each item, the structured
 * content, and the fields that MCP does not know, of the result and of its items, such as `error` or `is_error`.
 */
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

/** The texts of an item or of its resource, and the fields that MCP does not know, as JSON; `''` for none. */
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

/** Tells which parts are the same data as one: servers repeat a text as structured content, also as its `result`. */
export function sameAs(part: string): (other: string) => boolean {
  const data = dataOf(part);
  return (other) => part === other || data === dataOf(other);
}

function dataOf(text: string): string {
  const value = parsed(text);
  const isWrapped = isJsonObject(value) && Object.keys(value).length === 1 && 'result' in value;
  const data = isWrapped ? value['result'] : value;
  return JSON.stringify(typeof data === 'string' ? parsed(data) : data);
}

/** What a text means as JSON; one that is none is itself. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
