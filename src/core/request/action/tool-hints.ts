import type { JsonObject } from '../../json.js';

const hintNames = ['readOnlyHint', 'destructiveHint', 'openWorldHint', 'idempotentHint'] as const;

/** What a server says that a tool may do (MCP tool annotations). A claim of the server, and no more. */
export type ToolHints = Readonly<Partial<Record<(typeof hintNames)[number], boolean>>>;

/** The hints among a tool's annotations; whatever is no yes or no was not said. */
export function hintsOf(annotations: JsonObject = {}): ToolHints {
  const said = hintNames.flatMap((name): [string, boolean][] => {
    const value = annotations[name];
    return typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(said);
}

/** What the hints come to; none: the server says nothing. */
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

/** The hints of a tool as a sentence: a claim of its server. */
export function saysOf(phrases: readonly string[]): string {
  const [last = '', ...before] = [...phrases].reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(', ')}, and ${last}`;
  return `Its server says that it ${list}.`;
}

/** What is to be thought of a tool whose server says nothing. */
export const saysNothing =
  'This server doesn’t say whether this tool can change or delete things. Check carefully.';

/** What is to be thought of a tool that this device never saw listed, as a sentence. */
export const isNotKnown = 'This device doesn’t know what this tool does. Check carefully.';
