import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { schemaMaps } from '../../../core/settings/agents/agent-tools.js';
import { rationale, planId, step } from '../tools/schema.js';

/**
 * The argument that Countersign adds to a tool, for the agent to say why it calls. The argument is removed
 * before anything is shown or signed.
 */
export const contextArgument = 'countersign';

const contextSchema: JsonObject = {
  type: 'object',
  description: 'For the person who approves the call. It is not sent.',
  properties: { reason: rationale, plan_id: planId, step },
  additionalProperties: false,
};

/**
 * Keywords that must not be at the root of a schema: because of one tool with such a schema, the API of some
 * models refuses the whole session.
 */
const rootCombinators = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref'];
const nameRules = ['propertyNames', 'maxProperties', 'unevaluatedProperties', 'dependentSchemas'];
const values = ['const', 'enum', 'default', 'examples'];

export interface MirroredSchema {
  readonly schema: JsonObject;
  readonly takesContext: boolean;
  /** A schema of the arguments whose names clients refuse; `null` when there are none. */
  readonly unlisted: JsonObject | null;
}

/**
 * Returns a tool's schema in a form that all clients accept. The tool's own schema still decides which
 * arguments are valid.
 */
export function mirroredSchema(own: JsonObject): MirroredSchema {
  const takesContext = hasRoom(own);
  const { properties = {}, required, ...rest } = cleaned(own);
  const args = isJsonObject(properties) ? properties : {};
  const names = (Array.isArray(required) ? (required as readonly Json[]) : []).filter(
    (name) => typeof name === 'string',
  );
  const odd = Object.entries(args).filter(([name]) => !isListed(name));
  const isWhole = !rootCombinators.some((key) => Object.hasOwn(own, key));
  const gone = [
    ...rootCombinators,
    // Both keywords would reject arguments that are not listed.
    ...(isWhole && odd.length === 0 ? [] : ['unevaluatedProperties']),
    ...(odd.length === 0 ? [] : ['additionalProperties']),
  ];
  const schema = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !gone.includes(key))),
    ...(Array.isArray(required) && { required: names.filter(isListed) }),
    type: 'object',
    properties: { ...listed(args), ...(takesContext && { [contextArgument]: contextSchema }) },
  };
  const others = {
    properties: Object.fromEntries(odd),
    required: names.filter((name) => !isListed(name)),
  };
  return { schema, takesContext, unlisted: odd.length === 0 ? null : others };
}

/** Clients refuse all of our tools if an argument has any other name. */
function isListed(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}

/** Clients refuse all of our tools if the schema of an argument is not an object. */
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

function cleaned(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (key === 'x-mcp-header') return [];
      const leadsOut = typeof value === 'string' && !staysListed(value);
      if (['$ref', '$dynamicRef'].includes(key) && leadsOut) return [];
      if (values.includes(key)) return [[key, value]];
      if (schemaMaps.includes(key) && isJsonObject(value)) {
        const each = Object.entries(value).map(([name, one]) => [name, cleanedPart(one)] as const);
        return [[key, Object.fromEntries(each)]];
      }
      return [[key, cleanedPart(value)]];
    }),
  );
}

function staysListed(reference: string): boolean {
  const [start, root = '', name = ''] = reference.split('/');
  const isOdd = root === 'properties' && !isListed(name);
  return start?.startsWith('#') === true && !rootCombinators.includes(root) && !isOdd;
}

function cleanedPart(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(cleanedPart);
  return isJsonObject(value) ? cleaned(value) : value;
}
