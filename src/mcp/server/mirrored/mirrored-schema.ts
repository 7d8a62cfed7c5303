import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { schemaMaps } from '../../../core/settings/agents/agent-tools.js';
import { rationale, planId, step } from '../tools/schema.js';

/** The argument that is ours: what the call is for. It is taken out before anything is shown or signed. */
export const contextArgument = 'countersign';

const contextSchema: JsonObject = {
  type: 'object',
  description: 'For the person who approves the call. It is not sent.',
  properties: { reason: rationale, plan_id: planId, step },
  additionalProperties: false,
};

/** One of these at the root of a tool, and a model’s API refuses the whole session. */
const rootCombinators = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', '$ref'];
/** What says of names that are not listed whether they may be there. */
const nameRules = ['propertyNames', 'maxProperties', 'unevaluatedProperties', 'dependentSchemas'];
/** Values, whatever keys they have. */
const values = ['const', 'enum', 'default', 'examples'];

/** A tool’s schema as agents are told of it. */
export interface MirroredSchema {
  readonly schema: JsonObject;
  /** Whether it takes {@link contextArgument}. */
  readonly takesContext: boolean;
  /** The arguments with names that clients refuse, and which of them are required; `null`: there are none. */
  readonly unlisted: JsonObject | null;
}

/**
 * The schema of a tool’s arguments as clients can take it: an object at its root, without combinators there, references
 * to elsewhere, and what only the tool’s own clients follow. The tool’s own schema still decides what is valid.
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
    // They judge arguments that are not listed any more.
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

/** One argument with another name, and clients refuse all of our tools. */
function isListed(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}

/** One argument without an object for its schema, and clients refuse all of our tools. */
function listed(properties: JsonObject): JsonObject {
  const named = Object.entries(properties).filter(([name]) => isListed(name));
  return Object.fromEntries(
    named.map(([name, one]) => {
      const none: JsonObject = one === false ? { not: {} } : {};
      return [name, isJsonObject(one) ? one : none];
    }),
  );
}

/** Whether one more argument has no other meaning, and is not forbidden, in a schema. */
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

/** Whether a pattern for names certainly leaves ours alone. */
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

/** Whether a reference leads to a part of the schema that agents are told of. */
function staysListed(reference: string): boolean {
  const [start, root = '', name = ''] = reference.split('/');
  const isOdd = root === 'properties' && !isListed(name);
  return start?.startsWith('#') === true && !rootCombinators.includes(root) && !isOdd;
}

function cleanedPart(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(cleanedPart);
  return isJsonObject(value) ? cleaned(value) : value;
}
