import { fail, ok, type Result } from '../errors.js';
import { isJsonObject, whyNotJson, type Json } from '../json.js';
import { afterSpace, endOf, membersOf } from './add-to-json.js';

/**
 * Removes one member from a JSON text.
 * @param path names of members from the root
 */
export function removeFromJson(text: string, path: readonly string[]): Result<string> {
  let before: Json;
  try {
    before = JSON.parse(text) as Json;
  } catch (error) {
    return refused(`It is not plain JSON: ${whyNotJson(error)}.`);
  }
  let at = afterSpace(text, 0);
  let cut = { from: 0, to: 0 };
  for (const name of path) {
    if (text[at] !== '{') return refused(`“${name}” is not there.`);
    const members = membersOf(text, at);
    const index = members.findIndex((member) => member.name === name);
    const found = members[index];
    if (!found) return refused(`“${name}” is not there.`);
    if (members.some((member) => member !== found && member.name === name)) {
      return refused(`“${name}” is there twice.`);
    }
    const [previous, next] = [members[index - 1], members[index + 1]];
    if (previous) cut = { from: previous.to, to: found.to };
    else if (next) cut = { from: found.from, to: next.from };
    else cut = { from: at + 1, to: endOf(text, at) - 1 };
    at = found.valueAt;
  }
  const after = text.slice(0, cut.from) + text.slice(cut.to);
  const expected = JSON.stringify(without(before, path));
  return JSON.stringify(JSON.parse(after)) === expected
    ? ok(after)
    : refused('It can’t be changed safely.');
}

function without(json: Json | undefined, [name = '', ...inner]: readonly string[]): Json {
  if (!isJsonObject(json)) return json ?? null;
  const { [name]: found, ...others } = json;
  return inner.length === 0 ? others : { ...json, [name]: without(found, inner) };
}

function refused(message: string): Result<never> {
  return fail('input_invalid', message, '');
}
