import { fail, ok, type Result } from '../errors.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { placeAt } from '../note/lines.js';
import { fencedBlocks } from '../note/structure.js';
import { readActionYaml } from './action-yaml.js';
import type { ProposedCall } from './request.js';

/** The fence's info string. */
export const fenceName = 'countersign-action';

/** Any line that could be taken for the opening of an action fence, however nested or quoted. */
const fenceLike = /^.*(?:`{3,}|~{3,}).*countersign-action.*$/gim;

const aliasForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const toolForm = /^[\x21-\x7e]{1,128}$/;

/**
 * The call of a request note: exactly one top-level backtick fence named `countersign-action` with
 * the keys `bridge`, `tool`, `arguments`. A second line that resembles one, wherever it stands,
 * makes the note invalid, so that no reader can mistake what runs.
 */
export function readActionFence(
  text: string,
  bodyStart: number,
  path: string,
): Result<ProposedCall> {
  const resembling = [...text.slice(bodyStart).matchAll(fenceLike)];
  const first = resembling[0];
  if (!first) {
    return fail(
      'action_missing',
      `There is no \`${fenceName}\` block, so there is nothing to run.`,
      `Add one block that opens with \`\`\`${fenceName} and holds bridge, tool and arguments.`,
      { path },
    );
  }
  const second = resembling[1];
  if (second) {
    return fail(
      'action_duplicate',
      `A second line looks like the start of a \`${fenceName}\` block.`,
      'Keep exactly one: what runs must be unmistakable.',
      { path, ...placeAt(text, bodyStart + second.index) },
    );
  }
  const openLine = bodyStart + first.index;
  const place = { path, ...placeAt(text, openLine) };
  const block = fencedBlocks(text, bodyStart).find(
    (candidate) => candidate.openLine === place.line,
  );
  const topLevel =
    block?.info === fenceName && block.indent === 0 && block.fence.startsWith('`') && block.closed;
  if (!topLevel || insideComment(text.slice(bodyStart, openLine))) {
    return fail(
      'action_invalid',
      `The \`${fenceName}\` block is not a plain, closed block of its own.`,
      'Start it at the beginning of a line with three backticks, outside quotes, lists and comments, and close it.',
      place,
    );
  }
  const yaml = text.slice(block.contentStart, block.contentEnd);
  const value = readActionYaml(yaml, { noteText: text, offset: block.contentStart, path });
  return value.ok ? readCall(value.value, path, place.line) : value;
}

function readCall(value: JsonObject, path: string, line: number): Result<ProposedCall> {
  const place = { path, line };
  const unknown = Object.keys(value).find((key) => !['bridge', 'tool', 'arguments'].includes(key));
  if (unknown !== undefined) {
    return fail(
      'action_invalid',
      `The action has a key \`${unknown}\` that means nothing.`,
      'Only bridge, tool and arguments are read.',
      place,
    );
  }
  const { bridge, tool, arguments: args } = value;
  if (typeof bridge !== 'string' || !aliasForm.test(bridge)) {
    return fail(
      'action_invalid',
      'The action does not name a bridge.',
      'Write `bridge:` with the alias of a configured bridge (letters, digits, - and _).',
      place,
    );
  }
  if (typeof tool !== 'string' || !toolForm.test(tool)) {
    return fail(
      'action_invalid',
      'The action does not name a tool.',
      'Write `tool:` with its name.',
      place,
    );
  }
  if (!isJsonObject(args)) {
    return fail(
      'action_invalid',
      'The action has no `arguments`.',
      'Write `arguments:` with one line for each argument, or `arguments: {}`.',
      place,
    );
  }
  return ok({ bridge, tool, arguments: args });
}

/** Whether a comment (`%%`, `<!--`) or a fence of another kind is still open at the end of `before`. */
function insideComment(before: string): boolean {
  const percents = before.split('%%').length - 1;
  return percents % 2 === 1 || before.lastIndexOf('<!--') > before.lastIndexOf('-->');
}
