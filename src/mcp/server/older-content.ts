import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';

/** The versions of MCP that brought a kind of content. */
const broughtBy: Readonly<Record<string, string>> = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
};

/**
 * Returns a tool result for a client of a version with `initialize`. Kinds of content that are newer
 * become text, because a client refuses the whole result otherwise.
 * @param version null if the client did not name it
 */
export function resultFor(version: string | null, result: JsonObject): JsonObject {
  const { content } = result;
  if (!Array.isArray(content)) return result;
  return { ...result, content: content.map((item: Json) => contentFor(version, item)) };
}

function contentFor(version: string | null, item: Json): Json {
  const { type, title, name, uri, mimeType } = isJsonObject(item) ? item : {};
  if (typeof type !== 'string') return item;
  const since = broughtBy[type];
  if (since === undefined || (version !== null && version >= since)) return item;
  const told = [title ?? name, uri, mimeType].filter((part) => typeof part === 'string');
  return { type: 'text', text: [`[${type}]`, ...told].join(' ') };
}
