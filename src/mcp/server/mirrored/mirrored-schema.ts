import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { schemaAt } from '../../../core/request/action/undeclared-arguments.js';
import { schemaMaps } from '../../../core/settings/agents/agent-tools.js';
import { rationale, planId, step } from '../tools/schema.js';

/** The argument that Countersign adds to tools. In it, an agent can say what the call is for. */
export const contextArgument = 'countersign';

const contextSchema: JsonObject = {
  type: 'object',
  description: 'For the person who approves the call. It is not sent.',
  properties: { reason: rationale, plan_id: planId, step },
  additionalProperties: false,
};

/** The APIs of some models refuse these keywords at the root of a schema. */
const rootCombinators = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref'];
const nameRules = ['propertyNames', 'maxProperties', 'unevaluatedProperties', 'dependentSchemas'];
const values = ['const', 'enum', 'default', 'examples'];

export interface MirroredSchema {
  readonly schema: JsonObject;
  readonly takesContext: boolean;
  /** The arguments whose names clients refuse. Null if there are none. */
  readonly unlisted: JsonObject | null;
}

export function mirroredSchema(own: JsonObject): MirroredSchema {
  const takesContext = hasRoom(own);
  const { properties = {}, required, ...rest } = own;
  const args = isJsonObject(properties) ? properties : {};
  const names = (Array.isArray(required) ? (required as readonly Json[]) : []).filter(
    (name) => typeof name === 'string',
  );
  const odd = Object.entries(args).filter(([name]) => !isListed(name));
  const isWhole = !rootCombinators.some((key) => Object.hasOwn(own, key));
  const gone = [
    ...rootCombinators,
    ...(isWhole && odd.length === 0 ? [] : ['unevaluatedProperties']),
    ...(odd.length === 0 ? [] : ['additionalProperties']),
  ];
  const kept: JsonObject = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !gone.includes(key))),
    ...(Array.isArray(required) && { required: names.filter(isListed) }),
    type: 'object',
    properties: { ...listed(args), ...(takesContext && { [contextArgument]: contextSchema }) },
  };
  const others = {
    properties: Object.fromEntries(odd),
    required: names.filter((name) => !isListed(name)),
  };
  const leads = leadsIn(kept);
  const unlisted = odd.length === 0 ? null : cleaned(others, leads);
  return { schema: cleaned(kept, leads), takesContext, unlisted };
}

function isListed(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}

function listed(properties: JsonObject): JsonObject {
  const named = Object.entries(properties).filter(([name]) => isListed(name));
  return Object.fromEntries(
    named.map(([name, one]) => {
      const none: JsonObject = one === false ? { not: {} } : {};
      return [name, isJsonObject(one) ? one : none];
    }),
  );
}

function hasRoom(schema: JsonObject): boolean {
  const { type = 'object', properties = {}, patternProperties = {} } = schema;
  const isPlain = ![...rootCombinators, ...nameRules].some((key) => Object.hasOwn(schema, key));
  return (
    type === 'object' &&
    isPlain &&
    isJsonObject(properties) &&
    !Object.hasOwn(properties, contextArgument) &&
    isJsonObject(patternProperties) &&
    Object.keys(patternProperties).every((pattern) => isOther(pattern))
  );
}

function isOther(pattern: string): boolean {
  try {
    return !new RegExp(pattern, 'u').test(contextArgument);
  } catch {
    return false;
  }
}

function cleaned(schema: JsonObject, leads: Leads): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (key === 'x-mcp-header') return [];
      const isLost = typeof value === 'string' && !leads(value);
      if (['$ref', '$dynamicRef'].includes(key) && isLost) return [];
      if (values.includes(key)) return [[key, value]];
      if (schemaMaps.includes(key) && isJsonObject(value)) {
        const each = Object.entries(value).map(
          ([name, one]) => [name, cleanedPart(one, leads)] as const,
        );
        return [[key, Object.fromEntries(each)]];
      }
      return [[key, cleanedPart(value, leads)]];
    }),
  );
}

function cleanedPart(value: Json, leads: Leads): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => cleanedPart(one, leads));
  return isJsonObject(value) ? cleaned(value, leads) : value;
}

type Leads = (reference: string) => boolean;

function leadsIn(root: JsonObject): Leads {
  return (reference) => {
    const found = reference.startsWith('#') ? schemaAt(root, reference) : undefined;
    return typeof found === 'boolean' || isJsonObject(found ?? null);
  };
}
