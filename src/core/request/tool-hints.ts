import type { JsonObject } from '../json.js';

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

/** What the hints come to, each to be read after “it”; none: the server says nothing. */
export function hintPhrases(hints: ToolHints): readonly string[] {
  if (Object.keys(hints).length === 0) return [];
  const { readOnlyHint, destructiveHint, openWorldHint, idempotentHint } = hints;
  return [
    readOnlyHint === true ? 'says that it only reads' : null,
    readOnlyHint !== true && destructiveHint !== false ? 'may delete or overwrite' : null,
    readOnlyHint !== true && destructiveHint === false ? 'says that it only adds' : null,
    openWorldHint === false ? 'says that it reaches nobody outside' : 'may reach other people',
    idempotentHint === true ? 'says that twice is like once' : null,
  ].filter((text) => text !== null);
}

/** As what a tool counts of which nothing better is said (gate.md, *What an answer means*). */
const atWorst = 'it counts as one that deletes, and that reaches other people';

/** What is to be thought of a tool whose server says nothing. */
export const saysNothing = `does not say what it may do: ${atWorst}`;

/** What is to be thought of a tool that this device never saw listed, as a sentence. */
export const isNotKnown = `This device does not know what the tool may do: ${atWorst}.`;
