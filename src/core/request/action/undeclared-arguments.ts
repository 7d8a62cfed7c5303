import { decodeFragment, isJsonObject, type Json, type JsonObject } from '../../json.js';

/**
 * Finds arguments that a tool's `inputSchema` does not expect. Returns paths like `options.trace`.
 */
export function unnamedArguments(schema: JsonObject, args: JsonObject): readonly string[] {
  const forms = formsOf(schema, [schema]);
  return Object.entries(args).flatMap(([key, value]) => unnamedAt(schema, forms, key, value, key));
}

interface Forms {
  readonly always: readonly JsonObject[];
  /** Also has schemas that apply only sometimes, such as `then`. Names in them are expected too. */
  readonly all: readonly JsonObject[];
}

function unnamedAt(
  root: JsonObject,
  forms: Forms,
  key: string,
  value: Json | undefined,
  path: string,
): readonly string[] {
  const named = namedIn(forms.always, key);
  const all = namedIn(forms.all, key);
  if (named.length === 0) {
    if (forms.always.some((form) => isAllowed(form, key))) {
      named.push(...othersIn(forms.always, key));
    } else if (all.length === 0) return [path];
    else named.push(...all);
  }
  return unnamedBelow(root, formsOf(root, named, all), value, path);
}

function namedIn(forms: readonly JsonObject[], key: string): (Json | undefined)[] {
  return forms.flatMap(({ properties }) =>
    isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [],
  );
}

function unnamedBelow(
  root: JsonObject,
  forms: Forms,
  value: Json | undefined,
  path: string,
): readonly string[] {
  const formsBelow = (of: (some: readonly JsonObject[]) => Schemas): Forms =>
    formsOf(root, of(forms.always), of(forms.all));
  if (isJsonObject(value)) {
    // Without `properties`, a schema does not say which names it expects, but maybe what they contain.
    const saysNames = forms.always.some(({ properties }) => isJsonObject(properties));
    return Object.entries(value).flatMap(([key, child]) => {
      const at = `${path}.${key}`;
      if (saysNames) return unnamedAt(root, forms, key, child, at);
      const below = formsBelow((some) => [...namedIn(some, key), ...othersIn(some, key)]);
      return unnamedBelow(root, below, child, at);
    });
  }
  if (!Array.isArray(value)) return [];
  // Behind the longest tuple, all items have the same schemas.
  const longest = Math.max(0, ...forms.all.map((form) => tupleIn(form)?.length ?? 0));
  const known: Forms[] = [];
  return value.flatMap((item: Json, index) => {
    const at = Math.min(index, longest);
    const below = (known[at] ??= formsBelow((some) => some.map((form) => itemAt(form, at))));
    return unnamedBelow(root, below, item, `${path}[${index}]`);
  });
}

/** Returns what the schemas say of a property that is not in their `properties`. */
function othersIn(forms: readonly JsonObject[], key: string): Schemas {
  return forms.flatMap(({ additionalProperties, unevaluatedProperties, patternProperties }) => {
    const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
    const matching = patterns.filter(([pattern]) => matchesPattern(pattern, key));
    return [additionalProperties, unevaluatedProperties, ...matching.map(([, schema]) => schema)];
  });
}

function tupleIn({ items, prefixItems }: JsonObject): readonly Json[] | undefined {
  const tuple = Array.isArray(items) ? items : prefixItems;
  return Array.isArray(tuple) ? (tuple as readonly Json[]) : undefined;
}

function itemAt(form: JsonObject, at: number): Json | undefined {
  const tuple = tupleIn(form);
  if (tuple !== undefined && at < tuple.length) return tuple[at];
  return form[Array.isArray(form['items']) ? 'additionalItems' : 'items'];
}

type Schemas = readonly (Json | undefined)[];

function formsOf(root: JsonObject, always: Schemas, all: Schemas = []): Forms {
  return { always: reached(root, always, false), all: reached(root, [...always, ...all], true) };
}

function reached(root: JsonObject, from: Schemas, isSometimes: boolean): readonly JsonObject[] {
  const forms = new Set<JsonObject>();
  const open = [...from];
  for (let schema = open.pop(); open.length > 0 || schema !== undefined; schema = open.pop()) {
    if (!isJsonObject(schema) || forms.has(schema)) continue;
    forms.add(schema);
    const { $ref: reference, dependentSchemas } = schema;
    if (reference !== undefined) open.push(schemaAt(root, reference) ?? { properties: {} });
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const list = schema[name];
      if (!Array.isArray(list)) continue;
      open.push(...(list as readonly Json[]));
      // Beside `properties`, a choice only says more about the names there.
      const mayBeAny = name !== 'allOf' && !('properties' in schema);
      if (mayBeAny && list.some(isAnyObject)) forms.add({ additionalProperties: true });
    }
    if (!isSometimes) continue;
    open.push(...['if', 'then', 'else'].map((name) => schema[name]));
    if (isJsonObject(dependentSchemas)) open.push(...Object.values(dependentSchemas));
  }
  return [...forms];
}

/** True for a choice that says nothing but `{"type": "object"}`. */
function isAnyObject(choice: Json): boolean {
  if (!isJsonObject(choice)) return choice === true;
  const { type = 'object' } = choice;
  const isObject = Array.isArray(type) ? type.includes('object') : type === 'object';
  return isObject && Object.keys(choice).every((name) => silent.has(name));
}

/** The keywords besides which a schema says no more than its type. */
const silent = new Set('type title description default examples deprecated $comment'.split(' '));

/** Returns what a `$ref` leads to. Undefined if it leads nowhere. */
export function schemaAt(root: JsonObject, reference: Json): Json | undefined {
  if (typeof reference !== 'string') return undefined;
  const { $id } = root;
  const isOwn = typeof $id === 'string' && reference.startsWith(`${$id.replace(/#$/u, '')}#`);
  const local = isOwn ? reference.slice(reference.indexOf('#')) : reference;
  const text = local.startsWith('#') ? decodeFragment(local) : local;
  if (text === '#') return root;
  if (!text.startsWith('#/')) return schemaNamed(root, text);
  let at: Json | undefined = root;
  for (const name of text.slice(2).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    const isIn: boolean = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
    at = isIn ? (at as JsonObject)[key] : undefined;
  }
  return at;
}

function schemaNamed(at: Json | undefined, name: string): Json | undefined {
  if (typeof at !== 'object' || at === null) return undefined;
  const { $id, $anchor, $dynamicAnchor } = at as JsonObject;
  if (
    $id === name ||
    [$anchor, $dynamicAnchor].some((one) => typeof one === 'string' && `#${one}` === name)
  )
    return at;
  for (const part of Object.values(at)) {
    const named = schemaNamed(part, name);
    if (named !== undefined) return named;
  }
  return undefined;
}

function isAllowed(schema: JsonObject, key: string): boolean {
  const open = [schema['additionalProperties'], schema['unevaluatedProperties']];
  if (open.some((allowed) => allowed === true || isJsonObject(allowed))) return true;
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
