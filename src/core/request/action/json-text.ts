import { fail, ok, type Problem, type Result } from '../../errors.js';
import type { Json, JsonObject } from '../../json.js';
import { readActionYaml } from './action-yaml.js';

/** Reads a value that a person wrote as JSON or simple YAML. */
export function readJsonText(text: string): Result<Json> {
  const read = readLines(`{"value": ${text}\n}`);
  if (!read.ok) return read;
  const { value } = read.value;
  return value === undefined || Object.keys(read.value).length > 1
    ? fail('input_invalid', 'This is not one value.', 'Write one value, such as {"a": 1}.')
    : ok(value);
}

export function readArgumentsText(text: string): Result<JsonObject> {
  const isEmpty = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return isEmpty ? ok({}) : readLines(text);
}

function readLines(text: string): Result<JsonObject> {
  const read = readActionYaml(text, { noteText: text, offset: 0, path: '' });
  return read.ok ? read : { ok: false, error: inField(read.error) };
}

function inField({ code, message, advice, line }: Problem): Problem {
  const said = message.replace(/^The action (?=contains|is|has)/, 'This ');
  const place = line === undefined || line === 1 ? '' : `Line ${line}: `;
  return { code, message: `${place}${said}`, advice };
}
