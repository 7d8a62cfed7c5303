import type { ToolDefinition } from '../../core/request/tool-definition.js';

/** What a server says of a tool; what it does not say counts as the worse (gate.md, *What an answer means*). */
export function annotationsOf({ annotations = {} }: Pick<ToolDefinition, 'annotations'>): string {
  if (Object.keys(annotations).every((key) => key === 'title')) {
    return 'It does not say what it may do: it counts as one that deletes, and that reaches other people.';
  }
  const { readOnlyHint, destructiveHint, openWorldHint, idempotentHint } = annotations;
  const said = [
    readOnlyHint === true ? 'says that it only reads' : null,
    readOnlyHint !== true && destructiveHint !== false ? 'may delete or overwrite' : null,
    readOnlyHint !== true && destructiveHint === false ? 'says that it only adds' : null,
    openWorldHint === false ? 'says that it reaches nobody outside' : 'may reach other people',
    idempotentHint === true ? 'says that twice is like once' : null,
  ].filter((text) => text !== null);
  const text = said.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
