import { fail, ok, type Result } from '../../errors.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { lineAt, positionAt } from '../../text/lines.js';
import { fencedBlocks } from '../../note/structure.js';
import { readActionYaml } from './action-yaml.js';
import { mayBeHidden } from './hidden-block.js';
import type { ProposedCall } from './proposed-call.js';
import { isToolName } from './tool-definition.js';

export const fenceName = 'countersign-action';

const aliasForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Reads the call that a request note proposes. */
export function readActionFence(
  text: string,
  bodyStart: number,
  path: string,
): Result<ProposedCall> {
  const [openLine, second] = fenceLikeLines(text, bodyStart);
  if (openLine === undefined) {
    return fail(
      'action_missing',
      `There is no \`${fenceName}\` block, so there is nothing to run.`,
      `Add one block that opens with \`\`\`${fenceName} and contains bridge, tool and arguments.`,
      { path, ...positionAt(text, bodyStart) },
    );
  }
  if (second !== undefined) {
    return fail(
      'action_duplicate',
      `A second line looks like the start of a \`${fenceName}\` block.`,
      'Keep exactly one: what runs must be unmistakable.',
      { path, ...positionAt(text, second) },
    );
  }
  const place = { path, ...positionAt(text, openLine) };
  const block = fencedBlocks(text, bodyStart).find(
    (candidate) => candidate.openLine === place.line,
  );
  const topLevel =
    block?.info === fenceName && block.indent === 0 && block.fence.startsWith('`') && block.closed;
  if (!topLevel || mayBeHidden(text, bodyStart, openLine)) {
    return fail(
      'action_invalid',
      `The \`${fenceName}\` block is not a plain, closed block of its own.`,
      'Start it at the beginning of a line with three backticks and the name alone, close it, and keep quotes, lists, comments and HTML away from it.',
      place,
    );
  }
  const yaml = text.slice(block.contentStart, block.contentEnd);
  const value = readActionYaml(yaml, { noteText: text, offset: block.contentStart, path });
  return value.ok ? readCall(value.value, path, place.line) : value;
}

function fenceLikeLines(text: string, bodyStart: number): number[] {
  const named: number[] = [];
  let other: number | null = null;
  for (let at = bodyStart; at < text.length && named.length < 2;) {
    const { start, end, next } = lineAt(text, at);
    const line = text.slice(start, end);
    const fence = line.search(/`{3}|~{3}/);
    if (fence !== -1 && isNamed(line.slice(fence))) named.push(start);
    else if (fence !== -1 && other === null && spelledOtherwise.test(line)) other = start;
    at = next;
  }
  if (named.length === 0 || other === null) return named;
  return [...named, other].sort((a, b) => a - b);
}

const spelledOtherwise =
  /^[\s>*+\d.)-]*(?:`{3,}(?![^`]*`)|~{3,}(?!~))[ \t]*[!-~]*?(?:[\\&]|[^\x20-\x7e\t])/u;

function isNamed(fence: string): boolean {
  const letters = fence
    .toLowerCase()
    .replace(/[1l|!]/gu, 'i')
    .replace(/0/gu, 'o')
    .replace(/[^a-z]/gu, '');
  return letters.includes('countersignaction');
}

function readCall(value: JsonObject, path: string, line: number): Result<ProposedCall> {
  const place = { path, line };
  const unknown = Object.keys(value).find((key) => !['bridge', 'tool', 'arguments'].includes(key));
  if (unknown !== undefined) {
    return fail(
      'action_invalid',
      `The action has an unknown key \`${unknown}\`.`,
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
  if (typeof tool !== 'string' || !isToolName(tool)) {
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
