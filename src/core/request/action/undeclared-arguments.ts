import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/**
 * Finds arguments that a tool's `inputSchema` does not expect. Returns paths, such as
 * `options.trace`.
 */
export function unnamedArguments(schema: JsonObject, args: JsonObject): readonly string[] {
  const forms = formsOf(schema, [schema]);
  return Object.entries(args).flatMap(([key, value]) => unnamedAt(schema, forms, key, value, key));
}

function unnamedAt(
  root: JsonObject,
  forms: readonly JsonObject[],
  key: string,
  value: Json | undefined,
  path: string,
): readonly string[] {
  const named = forms.flatMap(({ properties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [],
  );
  if (named.length === 0) {
    if (!forms.some((form) => isAllowed(form, key))) return [path];
    named.push(...forms.map((form) => form['additionalProperties']));
  }
  return unnamedBelow(root, formsOf(root, named), value, path);
}

function unnamedBelow(
  root: JsonObject,
  forms: readonly JsonObject[],
  value: Json | undefined,
  path: string,
): readonly string[] {
  if (isJsonObject(value)) {
    if (!forms.some(({ properties }) => isJsonObject(properties))) return [];
    return Object.entries(value).flatMap(([key, child]) =>
      unnamedAt(root, forms, key, child, `${path}.${key}`),
    );
  }
  if (!Array.isArray(value)) return [];
  const items = formsOf(
    root,
    forms.map((form) => form['items']),
  );
  return value.flatMap((item: Json, at) => unnamedBelow(root, items, item, `${path}[${at}]`));
}

function formsOf(root: JsonObject, schemas: readonly (Json | undefined)[]): readonly JsonObject[] {
  const forms = new Set<JsonObject>();
  const open = [...schemas];
  for (let schema = open.pop(); open.length > 0 || schema !== undefined; schema = open.pop()) {
    if (!isJsonObject(schema) || forms.has(schema)) continue;
    forms.add(schema);
    const { $ref: reference } = schema;
    if (reference !== undefined) open.push(found(root, reference) ?? { properties: {} });
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const list = schema[name];
      if (Array.isArray(list)) open.push(...(list as readonly Json[]));
    }
  }
  return [...forms];
}

function found(root: JsonObject, reference: Json): Json | undefined {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const name of reference.slice(2).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
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
