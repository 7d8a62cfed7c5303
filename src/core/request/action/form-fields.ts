import type { Result } from '../../errors.js';
import { fail, ok } from '../../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { readJsonText } from './json-text.js';
import { readPlainScalar } from './plain-scalar.js';

export type FieldKind = 'text' | 'long_text' | 'number' | 'boolean' | 'choice' | 'texts' | 'json';

export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  readonly choices: readonly Json[];
  readonly initial: string;
}

const mostFields = 60;
const mostChoices = 200;
const combining = ['$ref', '$dynamicRef', 'oneOf', 'anyOf', 'allOf', 'not', 'if'] as const;
const longNames = /^(?:text|body|html|content|message|description|markdown|caption|notes?)$/i;

/** Returns the form fields for a tool's `inputSchema`. Null if a person has to write JSON. */
export function formFields(schema: JsonObject, given: JsonObject): readonly FormField[] | null {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || combining.some((word) => Object.hasOwn(schema, word))) {
    return null;
  }
  const names = Object.keys(properties);
  if (names.length > mostFields || names.includes('__proto__')) return null;
  if (Object.keys(given).some((name) => !Object.hasOwn(properties, name))) return null;
  const needed = listOf(required) ?? [];
  const fields = names.map((name) =>
    fieldOf(name, properties[name], {
      required: needed.includes(name),
      given: Object.hasOwn(given, name) ? given[name] : undefined,
    }),
  );
  return [
    ...fields.filter((field) => field.required),
    ...fields.filter((field) => !field.required),
  ];
}

/** Reads what a person typed into a field. Undefined leaves the argument out. */
export function readField(field: FormField, typed: string): Result<Json | undefined> {
  const { kind, required, nullable, choices } = field;
  if (kind === 'texts') {
    const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (lines.length > 0) return ok(lines);
  } else if (kind === 'text' || kind === 'long_text' ? typed !== '' : typed.trim() !== '') {
    return readTyped(kind, typed, choices);
  }
  if (!required) return ok(undefined);
  if (nullable) return ok(null);
  return fail('input_invalid', 'Required.', adviceOf[kind]);
}

export function readFields(
  fields: readonly FormField[],
  typed: (field: FormField) => string,
): { readonly args: JsonObject; readonly problems: ReadonlyMap<string, string> } {
  const args = Object.create(null) as Record<string, Json>;
  const problems = new Map<string, string>();
  for (const field of fields) {
    const read = readField(field, typed(field));
    if (!read.ok) problems.set(field.name, `${read.error.message} ${read.error.advice}`.trim());
    else if (read.value !== undefined) args[field.name] = read.value;
  }
  return { args, problems };
}

export interface ArgumentProblem {
  readonly path: string;
  readonly text: string;
  readonly sentence: string;
  readonly isOfSchema?: true;
}

/** Finds the first problem of each field. `others` are problems that belong to no field. */
export function assignProblems(
  fields: readonly FormField[],
  problems: readonly ArgumentProblem[],
  unnamed: readonly string[],
): { readonly byField: ReadonlyMap<string, string>; readonly others: readonly string[] } {
  const byField = new Map<string, string>();
  const others: string[] = [];
  const put = (name: string | undefined, text: string, whole: string): void => {
    if (name === undefined) others.push(whole);
    else if (!byField.has(name)) byField.set(name, text);
  };
  for (const { path, text, sentence } of problems) {
    const name = longestOf(
      fields,
      (candidate) => path === candidate || path.startsWith(`${candidate}.`),
    );
    put(name, path === name ? text : sentence, sentence);
  }
  for (const path of unnamed) {
    const name = longestOf(fields, (candidate) => /^[.[]/.test(behind(path, candidate)));
    const text = `The tool has no input named “${path}”. Remove it.`;
    put(name, text, text);
  }
  return { byField, others };
}

function longestOf(
  fields: readonly FormField[],
  isIt: (name: string) => boolean,
): string | undefined {
  const names = fields.map(({ name }) => name).filter(isIt);
  return names.sort((a, b) => b.length - a.length)[0];
}

function behind(path: string, name: string): string {
  return path.startsWith(name) ? path.slice(name.length) : '';
}

const adviceOf: Readonly<Record<FieldKind, string>> = {
  text: '',
  long_text: '',
  number: 'Type a number.',
  boolean: 'Choose yes or no.',
  choice: 'Choose one.',
  texts: 'Type one per line.',
  json: 'Write it as JSON.',
};

function readTyped(kind: FieldKind, typed: string, choices: readonly Json[]): Result<Json> {
  switch (kind) {
    case 'number': {
      const read = readPlainScalar(typed.trim(), typed.trim(), {});
      if (read.ok && typeof read.value === 'number') return ok(read.value);
      if (!read.ok && /digits/.test(read.error.message)) {
        return fail('input_invalid', read.error.message, 'Use fewer digits.');
      }
      return fail('input_invalid', 'Not a number.', 'Type digits, such as 12 or 12.5.');
    }
    case 'boolean':
      return ok(typed === 'yes');
    case 'choice': {
      const chosen = choices[Number(typed)];
      return chosen === undefined
        ? fail('input_invalid', 'Not one of the choices.', 'Choose one.')
        : ok(chosen);
    }
    case 'json':
      return readJsonText(typed);
    default:
      return ok(typed);
  }
}

interface Known {
  readonly required: boolean;
  readonly given: Json | undefined;
}

function fieldOf(name: string, of: Json | undefined, { required, given }: Known): FormField {
  const whole = isJsonObject(of) ? of : {};
  const { schema, nullable } = withoutNull(whole);
  const description = [whole['description'], schema['description']].find(isText) ?? '';
  const value = given ?? whole['default'] ?? schema['default'];
  const choices = choicesOf(schema);
  const kind = holds(kindOf(name, schema, choices), value, choices);
  return {
    name,
    kind,
    required,
    nullable,
    description,
    choices: kind === 'choice' ? choices : [],
    initial: value === undefined ? '' : textOf(kind, value, choices),
  };
}

function withoutNull(schema: JsonObject): {
  readonly schema: JsonObject;
  readonly nullable: boolean;
} {
  const types = listOf(schema['type']);
  if (types) {
    const [type, another] = types.filter((one) => one !== 'null');
    if (type === undefined || another !== undefined) return { schema, nullable: false };
    return { schema: { ...schema, type }, nullable: types.length > 1 };
  }
  const alternatives = listOf(schema['anyOf']) ?? [];
  const isNull = (one: Json): boolean => isJsonObject(one) && one['type'] === 'null';
  const [only, another] = alternatives.filter((one) => !isNull(one));
  const isOne = isJsonObject(only) && another === undefined && alternatives.some(isNull);
  return isOne ? { schema: only, nullable: true } : { schema, nullable: false };
}

function choicesOf(schema: JsonObject): readonly Json[] {
  const { const: only } = schema;
  const listed = only === undefined ? (listOf(schema['enum']) ?? []) : [only];
  const isPlain = listed.every((one) => one === null || typeof one !== 'object');
  return isPlain && listed.length <= mostChoices ? listed : [];
}

function kindOf(name: string, schema: JsonObject, choices: readonly Json[]): FieldKind {
  if (choices.length > 0) return 'choice';
  if (combining.some((word) => Object.hasOwn(schema, word)) || Object.hasOwn(schema, 'enum')) {
    return 'json';
  }
  switch (schema['type']) {
    case 'string':
      return longNames.test(name) || Number(schema['maxLength'] ?? 0) > 300 ? 'long_text' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const { items } = schema;
      const isOfTexts =
        isJsonObject(items) && items['type'] === 'string' && choicesOf(items).length === 0;
      return isOfTexts ? 'texts' : 'json';
    }
    default:
      return 'json';
  }
}

function holds(kind: FieldKind, value: Json | undefined, choices: readonly Json[]): FieldKind {
  if (value === undefined || value === null) return kind;
  switch (kind) {
    case 'text':
    case 'long_text':
      if (typeof value !== 'string') return 'json';
      return value.includes('\n') ? 'long_text' : kind;
    case 'number':
      return typeof value === 'number' ? kind : 'json';
    case 'boolean':
      return typeof value === 'boolean' ? kind : 'json';
    case 'choice':
      return choices.includes(value) ? kind : 'json';
    case 'texts':
      return listOf(value)?.every((one) => isText(one) && isLine(one)) === true ? kind : 'json';
    case 'json':
      return kind;
  }
}

function textOf(kind: FieldKind, value: Json, choices: readonly Json[]): string {
  if (value === null && kind !== 'choice') return '';
  switch (kind) {
    case 'boolean':
      return value === true ? 'yes' : 'no';
    case 'choice':
      return String(choices.indexOf(value));
    case 'texts':
      return (value as readonly string[]).join('\n');
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

function listOf(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? (value as readonly Json[]) : null;
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

function isLine(text: string): boolean {
  return text.trim() !== '' && !/[\r\n]/.test(text);
}
