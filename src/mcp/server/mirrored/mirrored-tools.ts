import type { JsonObject } from '../../../core/json.js';
import type { AgentTool } from '../../../core/settings/agents/agent-tools.js';
import { mirroredName, sameNamedTools } from '../../../core/settings/agents/mirrored-name.js';
import type { ToolDefinition } from '../server-features.js';
import { mirroredSchema } from './mirrored-schema.js';

export interface MirroredTool {
  readonly tool: AgentTool;
  readonly definition: ToolDefinition;
  readonly takesContext: boolean;
}

const held =
  'A person approves each call first: this answers with a request_id, and await_request with what became of it.';

const mayBeHeld =
  'A person may have to approve a call first: then this answers with a request_id, and await_request with what became of it.';

export function mirroredTools(tools: readonly AgentTool[]): readonly MirroredTool[] {
  const same = sameNamedTools(tools);
  return tools.filter((tool) => !same.has(tool)).map((tool): MirroredTool => mirrored(tool));
}

function mirrored(tool: AgentTool): MirroredTool {
  const { bridge, shown } = tool;
  const { schema, takesContext, unlisted } = mirroredSchema(shown.inputSchema);
  const who = tool.allowed ? mayBeHeld : held;
  const own = shown.description ?? '';
  const more = unlisted === null ? '' : `More arguments: ${JSON.stringify(unlisted)}`;
  const title = shown.annotations?.['title'];
  return {
    tool,
    takesContext,
    definition: {
      name: mirroredName(bridge, shown.name),
      title: `${typeof title === 'string' ? title.slice(0, 100) : shown.name} (${bridge})`,
      description: [own, more, who].filter((part) => part !== '').join('\n\n'),
      inputSchema: schema,
      annotations: hintsOf(shown.annotations ?? {}),
    },
  };
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function hintsOf(annotations: JsonObject): ToolDefinition['annotations'] {
  const said = hints.flatMap((hint) => {
    const value = annotations[hint];
    return typeof value === 'boolean' ? [[hint, value] as const] : [];
  });
  return Object.fromEntries(said);
}
