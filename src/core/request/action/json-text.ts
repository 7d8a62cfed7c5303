import { fail, ok, type Problem, type Result } from '../../errors.js';
import type { Json, JsonObject } from '../../json.js';
import { readActionYaml } from './action-yaml.js';

/**
 * A value as a person writes it: JSON, or YAML in its like. Read as strictly as the block of a request:
 * what two readers could take differently is refused, and no number loses a digit.
 */
export function readJsonText(text: string): Result<Json> {
  const read = readLines(`{"value": ${text}\n}`);
  if (!read.ok) return read;
  const { value } = read.value;
  return value === undefined || Object.keys(read.value).length > 1
    ? fail('input_invalid', 'This is not one value.', 'Write one value, such as {"a": 1}.')
    : ok(value);
}

/** The arguments of a call as a person writes them: a JSON object, or YAML with a line for each. */
export function readArgumentsText(text: string): Result<JsonObject> {
  const isEmpty = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  return isEmpty ? ok({}) : readLines(text);
}

function readLines(text: string): Result<JsonObject> {
  const read = readActionYaml(text, { noteText: text, offset: 0, path: '' });
  return read.ok ? read : { ok: false, error: inField(read.error) };
}

/** A field is no action yet, and no note: only the line says where. */
function inField({ code, message, advice, line }: Problem): Problem {
  const said = message.replace(/^The action (?=contains|is|has)/, 'This ');
  const place = line === undefined || line === 1 ? '' : `Line ${line}: `;
  return { code, message: `${place}${said}`, advice };
}
