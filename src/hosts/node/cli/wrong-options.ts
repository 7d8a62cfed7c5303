import { fail, ok, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { schemaProblems } from '../../../mcp/protocol/schema-problems.js';

/** The arguments of which one set must be given, where the schema can’t say it. */
const oneSetOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'plan evaluate': [['path'], ['text', 'source']],
  'plan start': [['path'], ['text', 'source']],
  'task done': [['task_id'], ['path']],
};

/** Fails if options are missing or wrong, and names them as they are typed. */
export function checkOptions(
  { command, inputSchema }: { readonly command: string; readonly inputSchema: JsonObject },
  args: JsonObject,
): Result<JsonObject> {
  const problems = schemaProblems(inputSchema, args);
  if (problems.length > 0) {
    const said = problems.map(({ sentence }) => asOption(sentence)).join(' ');
    return fail('usage', said, 'Nothing was done.');
  }
  const sets = oneSetOf[command] ?? [];
  if (sets.length === 0 || sets.some((set) => set.every((name) => name in args))) return ok(args);
  const wanted = sets.map((set) => set.map(optionOf).join(' and ')).join(', or ');
  return fail('usage', `Give ${wanted}.`, 'Nothing was done.');
}

function optionOf(property: string): string {
  return `\`--${property.replaceAll('_', '-')}\``;
}

function asOption(sentence: string): string {
  return sentence.replace(
    /^The argument “(\w+)(?:\.([^”]+))?”/u,
    (_whole, property: string, inner?: string) =>
      inner === undefined ? optionOf(property) : `“${inner}” in ${optionOf(property)}`,
  );
}
