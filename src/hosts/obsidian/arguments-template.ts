import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';

/**
 * YAML for the arguments of a tool, from its `inputSchema`: what it requires with an empty value, what
 * else it takes as comments. `known` are values that are at hand for texts of that name.
 */
export function argumentsTemplate(
  schema: JsonObject,
  known: Readonly<Record<string, string>> = {},
): string {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return '';
  const needed = Array.isArray(required) ? required : [];
  const line = (name: string): string => {
    const property = properties[name];
    const empty = emptyValue(property);
    const value = empty === '' && Object.hasOwn(known, name) ? (known[name] ?? '') : empty;
    return `${keyText(name)}: ${jsonText(value)}${commentOf(property)}\n`;
  };
  const names = Object.keys(properties);
  return [
    ...names.filter((name) => needed.includes(name)).map(line),
    ...names.filter((name) => !needed.includes(name)).map((name) => `# ${line(name)}`),
  ].join('');
}

function keyText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : jsonText(name);
}

/** JSON that is one line of YAML, without a character that cannot be seen. */
function jsonText(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function emptyValue(schema: Json | undefined): Json {
  if (!isJsonObject(schema)) return '';
  const { default: given, enum: choices, type } = schema;
  if (given !== undefined) return given;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0] as Json;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '';
  }
}

function commentOf(schema: Json | undefined): string {
  const description = isJsonObject(schema) ? schema['description'] : undefined;
  if (typeof description !== 'string') return '';
  const text = description.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return text === '' ? '' : ` # ${text.slice(0, 80)}`;
}
