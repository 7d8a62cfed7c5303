import { decodeFragment, isJsonObject, type Json, type JsonObject } from '../../json.js';

/**
 * Finds arguments that a tool's `inputSchema` does not expect. Returns paths like `options.trace`.
 */
export function unnamedArguments(schema: JsonObject, args: JsonObject): readonly string[] {
  const walk = new Walk(schema);
  const forms = walk.formsOf([schema]);
  return Object.entries(args).flatMap(([key, value]) => walk.unnamedAt(forms, key, value, key));
}

interface Forms {
  readonly always: readonly JsonObject[];
  /** The same for items of lists: a choice of any object says nothing of them. */
  readonly lists: () => readonly JsonObject[];
  /** Also has schemas that apply only sometimes, such as `then`. Names in them are expected too. */
  readonly all: readonly JsonObject[];
}

type Schemas = readonly (Json | undefined)[];

/** Each list of schemas is followed only once: a schema with many references is large. */
class Walk {
  private readonly ids = new Map<JsonObject, number>();
  private readonly known = new Map<string, Forms>();
  private readonly targets = new Map<Json, Json | undefined>();

  constructor(private readonly root: JsonObject) {}

  unnamedAt(forms: Forms, key: string, value: Json | undefined, path: string): readonly string[] {
    const named = namedIn(forms.always, key);
    const all = namedIn(forms.all, key);
    if (named.length === 0) {
      if (forms.always.some((form) => isAllowed(form, key))) {
        named.push(...othersIn(forms.always, key));
      } else if (all.length === 0) return [path];
      else named.push(...all);
    }
    return this.unnamedIn(named, all, value, path);
  }

  formsOf(always: Schemas, sometimes: Schemas = []): Forms {
    const key = `${this.keyOf(always)} ${this.keyOf(sometimes)}`;
    const known = this.known.get(key);
    if (known) return known;
    const all = this.reached([...always, ...sometimes], true);
    let lists: readonly JsonObject[] | null = null;
    const forms = {
      always: this.reached(always, false),
      all,
      lists: () => (lists ??= this.reached(always, false, true)),
    };
    this.known.set(key, forms);
    return forms;
  }

  private unnamedIn(
    always: Schemas,
    sometimes: Schemas,
    value: Json | undefined,
    path: string,
  ): readonly string[] {
    if (always.some((schema) => schema !== undefined && isAnyObject(schema))) return [];
    return this.unnamedBelow(this.formsOf(always, sometimes), value, path);
  }

  private unnamedBelow(forms: Forms, value: Json | undefined, path: string): readonly string[] {
    if (isJsonObject(value)) {
      // Without `properties`, a schema does not say which names it expects, but maybe what they contain.
      const saysNames = forms.always.some(({ properties }) => isJsonObject(properties));
      return Object.entries(value).flatMap(([key, child]) => {
        const at = `${path}.${key}`;
        if (saysNames) return this.unnamedAt(forms, key, child, at);
        const below = (some: readonly JsonObject[]): Schemas => [
          ...namedIn(some, key),
          ...othersIn(some, key),
        ];
        return this.unnamedIn(below(forms.always), below(forms.all), child, at);
      });
    }
    if (!Array.isArray(value)) return [];
    const lists = forms.lists();
    return value.flatMap((item: Json, index) => {
      const below = (some: readonly JsonObject[]): Schemas =>
        some.map((form) => itemAt(form, index));
      return this.unnamedIn(below(lists), below(forms.all), item, `${path}[${index}]`);
    });
  }

  private keyOf(schemas: Schemas): string {
    const ids = schemas.flatMap((schema) => {
      if (!isJsonObject(schema)) return [];
      const id = this.ids.get(schema) ?? this.ids.size;
      this.ids.set(schema, id);
      return [id];
    });
    return [...new Set(ids)].sort((one, other) => one - other).join();
  }

  private reached(
    from: Schemas,
    isSometimes: boolean,
    hasAllChoices = isSometimes,
  ): readonly JsonObject[] {
    const forms = new Set<JsonObject>();
    const open = [...from];
    for (let schema = open.pop(); open.length > 0 || schema !== undefined; schema = open.pop()) {
      if (!isJsonObject(schema) || forms.has(schema)) continue;
      forms.add(schema);
      const { $ref: reference, dependentSchemas } = schema;
      if (reference !== undefined) open.push(this.targetOf(reference) ?? { properties: {} });
      for (const name of ['anyOf', 'oneOf', 'allOf']) {
        const list = schema[name];
        if (!Array.isArray(list)) continue;
        const parts = list as readonly Json[];
        // Beside `properties`, a choice only says more about the names there.
        const anyOne = name === 'allOf' || 'properties' in schema ? [] : parts.filter(isAnyObject);
        if (anyOne.length > 0) forms.add({ additionalProperties: true });
        // If one part takes anything, the names in the others forbid none.
        open.push(...(anyOne.length > 0 && !hasAllChoices ? anyOne : parts));
      }
      if (!isSometimes) continue;
      open.push(...['if', 'then', 'else'].map((name) => schema[name]));
      if (isJsonObject(dependentSchemas)) open.push(...Object.values(dependentSchemas));
    }
    return [...forms];
  }

  private targetOf(reference: Json): Json | undefined {
    if (!this.targets.has(reference)) {
      this.targets.set(reference, schemaAt(this.root, reference));
    }
    return this.targets.get(reference);
  }
}

function namedIn(forms: readonly JsonObject[], key: string): (Json | undefined)[] {
  const named: (Json | undefined)[] = [];
  for (const { properties } of forms) {
    if (isJsonObject(properties) && Object.hasOwn(properties, key)) named.push(properties[key]);
  }
  return named;
}

/** Returns what the schemas say of a property that is not in their `properties`. */
function othersIn(forms: readonly JsonObject[], key: string): Schemas {
  return forms.flatMap(({ additionalProperties, unevaluatedProperties, patternProperties }) => {
    const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
    const matching = patterns.filter(([pattern]) => matchesPattern(pattern, key));
    return matching.length > 0
      ? matching.map(([, schema]) => schema)
      : [additionalProperties, unevaluatedProperties];
  });
}

function itemAt(form: JsonObject, at: number): Json | undefined {
  const { items, prefixItems } = form;
  const tuple: Json | undefined = Array.isArray(items) ? items : prefixItems;
  if (Array.isArray(tuple) && at < tuple.length) return tuple[at] as Json;
  return Array.isArray(items) ? form['additionalItems'] : items;
}

/** True for a schema such as `{"type": "object"}`, which allows any property. */
function isAnyObject(schema: Json): boolean {
  if (!isJsonObject(schema)) return schema === true;
  const { type = 'object', additionalProperties: others = true } = schema;
  const isObject = Array.isArray(type) ? type.includes('object') : type === 'object';
  return isObject && others === true && !narrowing.some((name) => name in schema);
}

/** The keywords that say which properties there are, or what they contain. */
const narrowing = [
  ...['properties', 'patternProperties', 'propertyNames', 'unevaluatedProperties', 'required'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', '$ref', '$dynamicRef'],
  ...['anyOf', 'oneOf', 'allOf', 'if', 'enum', 'const', 'not', 'items', 'prefixItems'],
];

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
