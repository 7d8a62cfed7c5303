import type { JsonObject } from '../../json.js';

const hintNames = ['readOnlyHint', 'destructiveHint', 'openWorldHint', 'idempotentHint'] as const;

/** MCP tool annotations: what a server says about its own tool. */
export type ToolHints = Readonly<Partial<Record<(typeof hintNames)[number], boolean>>>;

export function hintsOf(annotations: JsonObject = {}): ToolHints {
  const said = hintNames.flatMap((name): [string, boolean][] => {
    const value = annotations[name];
    return typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(said);
}

export function hintPhrases(hints: ToolHints): readonly string[] {
  if (Object.keys(hints).length === 0) return [];
  const { readOnlyHint, destructiveHint, openWorldHint, idempotentHint } = hints;
  return [
    readOnlyHint === true ? 'only reads' : null,
    readOnlyHint !== true && destructiveHint !== false ? 'may delete or overwrite' : null,
    readOnlyHint !== true && destructiveHint === false ? 'only adds things' : null,
    openWorldHint === false ? 'contacts no one' : 'may contact other people',
    idempotentHint === true ? 'is safe to repeat' : null,
  ].filter((text) => text !== null);
}

export function saysOf(phrases: readonly string[]): string {
  const [last = '', ...before] = [...phrases].reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(', ')}, and ${last}`;
  return `Its server says that it ${list}.`;
}

export const saysNothing =
  'This server doesn’t say whether this tool can change or delete things. Check carefully.';

export const isNotKnown = 'This device doesn’t know what this tool does. Check carefully.';
