import { canonicalJson } from '../../../core/digest.js';
import { fail, ok, type Result } from '../../../core/errors.js';
import { isJsonObject, type Json } from '../../../core/json.js';
import { quoted } from '../../../core/text/quote.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';

const PAGE_LIMIT = 64;
const TOOL_LIMIT = 2_000;
const LENGTH_LIMIT = 4 * 1024 * 1024;

/** Reads all pages of `tools/list`. Fails if one tool is unusable. */
export async function listTools(
  alias: string,
  requestPage: (cursor: string | null) => Promise<Result<Json>>,
): Promise<Result<readonly ToolDefinition[]>> {
  const tools = new Map<string, ToolDefinition>();
  const seen = new Set<string>();
  let cursor: string | null = null;
  let length = 0;
  for (let pages = 0; pages < PAGE_LIMIT; pages += 1) {
    const page = await requestPage(cursor);
    if (!page.ok) return page;
    const answer = page.value;
    const listed = isJsonObject(answer) ? answer['tools'] : undefined;
    if (!isJsonObject(answer) || !Array.isArray(listed)) {
      return refuse(alias, 'answered the request for its tools with something else');
    }
    length += JSON.stringify(answer).length;
    if (length > LENGTH_LIMIT) {
      return refuse(alias, `lists tools of more than ${LENGTH_LIMIT} characters`);
    }
    // Some servers answer an empty cursor with an earlier page.
    const text = JSON.stringify(listed);
    if (cursor === '' && seen.has(text)) return ok([...tools.values()]);
    seen.add(text);
    for (const item of listed as readonly Json[]) {
      const tool = readTool(item);
      if (tool === null) return refuse(alias, 'lists a tool without a name or an input schema');
      if (!hasDigest(tool)) {
        return refuse(alias, `describes the tool ${quoted(tool.name)} with half a character`);
      }
      if (tools.has(tool.name)) return refuse(alias, `lists the tool ${quoted(tool.name)} twice`);
      tools.set(tool.name, tool);
    }
    if (tools.size > TOOL_LIMIT) return refuse(alias, `lists more than ${TOOL_LIMIT} tools`);
    const next = answer['nextCursor'];
    if (next === undefined || next === null) return ok([...tools.values()]);
    if (typeof next !== 'string' || next === cursor) {
      return refuse(alias, 'never comes to the end of its list of tools');
    }
    cursor = next;
  }
  return refuse(alias, `lists its tools on more than ${PAGE_LIMIT} pages`);
}

function readTool(item: Json): ToolDefinition | null {
  if (!isJsonObject(item)) return null;
  const { name, description, inputSchema, outputSchema, annotations, execution } = item;
  if (typeof name !== 'string' || name === '' || !isJsonObject(inputSchema)) return null;
  if (!isAbsentOr(description, 'string')) return null;
  if (!isAbsentOr(outputSchema, 'object') || !isAbsentOr(annotations, 'object')) return null;
  return {
    name,
    inputSchema,
    ...(typeof description === 'string' && { description }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
    ...(isJsonObject(execution) && execution['taskSupport'] === 'required' && { onlyAsTask: true }),
  };
}

function hasDigest(tool: ToolDefinition): boolean {
  try {
    return canonicalJson({ ...tool }) !== '';
  } catch {
    return false;
  }
}

function isAbsentOr(value: Json | undefined, type: 'string' | 'object'): boolean {
  if (value === undefined || value === null) return true;
  return type === 'string' ? typeof value === 'string' : isJsonObject(value);
}

function refuse(alias: string, what: string): Result<never> {
  return fail(
    'bridge_unreachable',
    `The server "${alias}" ${what}.`,
    'Update the server, or report this to its authors.',
  );
}
