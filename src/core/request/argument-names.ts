import { isJsonObject, type Json, type JsonObject } from '../json.js';

/**
 * Arguments that a tool's `inputSchema` neither names nor explicitly allows, as paths
 * (`options.trace`). A server may act on them without any schema having said so, so they are
 * refused. Explicit: `additionalProperties` that is `true` or a schema, or a matching `patternProperties`.
 */
export function unnamedArguments(schema: JsonObject, args: JsonObject): readonly string[] {
  return unnamedIn(schema, args, '');
}

function unnamedIn(schema: JsonObject, value: JsonObject, prefix: string): string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(value).flatMap(([key, child]) => {
    const named = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const path = `${prefix}${key}`;
    if (named === undefined) return isAllowed(schema, key) ? [] : [path];
    return unnamedBelow(named, child, path);
  });
}

function unnamedBelow(schema: Json, value: Json | undefined, path: string): string[] {
  if (!isJsonObject(schema)) return [];
  if (isJsonObject(value)) {
    return isJsonObject(schema['properties']) ? unnamedIn(schema, value, `${path}.`) : [];
  }
  const items = schema['items'];
  if (Array.isArray(value) && items !== undefined) {
    return value.flatMap((item: Json, index) => unnamedBelow(items, item, `${path}[${index}]`));
  }
  return [];
}

function isAllowed(schema: JsonObject, key: string): boolean {
  const additional = schema['additionalProperties'];
  if (additional === true || isJsonObject(additional)) return true;
  const patterns = schema['patternProperties'];
  return (
    isJsonObject(patterns) && Object.keys(patterns).some((pattern) => matchesPattern(pattern, key))
  );
}

function matchesPattern(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}
