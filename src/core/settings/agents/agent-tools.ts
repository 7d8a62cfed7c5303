import { fail, ok, type Result } from '../../errors.js';
import { toolDigest } from '../../request/action/digests.js';
import type { ToolDefinition } from '../../request/action/tool-definition.js';

/** A tool of one of the person's servers that agents may ask for: each call of it is a request that waits for a person. */
export interface AgentTool {
  /** The server's alias. */
  readonly bridge: string;
  /** `toolDigest` of what a person looked at: a tool that changed since then is not called. */
  readonly digest: string;
  /** The same, with the secrets of this device hidden: what agents are told. */
  readonly shown: ToolDefinition;
}

/** What the settings of a device hold of them. */
interface ToolSettings {
  readonly agentTools?: readonly AgentTool[];
}

/** Clients give every tool to their model, which chooses worse among more. */
export const mostAgentTools = 100;
/** Of the JSON of a definition. */
const longestDefinition = 32_000;

/** A tool as a person is about to offer it; fails where agents cannot be told of it. */
export function agentTool(
  bridge: string,
  tool: ToolDefinition,
  shown: ToolDefinition,
): Result<AgentTool> {
  const { outputSchema: _, ...told } = shown;
  const length = JSON.stringify(told).length;
  if (length > longestDefinition) {
    return fail(
      'input_invalid',
      `The definition of ${tool.name} has ${length} characters.`,
      `At most ${longestDefinition} can be offered to agents.`,
    );
  }
  return ok({ bridge, digest: toolDigest(tool), shown: told });
}

/** The settings with tools that agents may ask for, each as it is now. CALL ONLY ON A PERSON'S WORD. */
export function offerTools<T extends ToolSettings>(
  config: T,
  tools: readonly AgentTool[],
): Result<T> {
  const kept = (config.agentTools ?? []).filter(
    (tool) => !tools.some((one) => isSameTool(one, tool)),
  );
  const agentTools = [...kept, ...tools];
  if (agentTools.length > mostAgentTools) {
    return fail(
      'input_invalid',
      `Agents would be offered ${agentTools.length} tools.`,
      `At most ${mostAgentTools} can be offered. Hide some first.`,
    );
  }
  return ok({ ...config, agentTools });
}

/** The settings in which agents may ask for exactly these tools of a server. CALL ONLY ON A PERSON'S WORD. */
export function offerOnly<T extends ToolSettings>(
  config: T,
  bridge: string,
  tools: readonly AgentTool[],
): Result<T> {
  const names = toolsOf(config, bridge).map(({ shown }) => shown.name);
  return offerTools(hideTools(config, bridge, names), tools);
}

/** The settings in which agents are not offered these tools of a server. */
export function hideTools<T extends ToolSettings>(
  config: T,
  bridge: string,
  names: readonly string[],
): T {
  const agentTools = (config.agentTools ?? []).filter(
    (tool) => tool.bridge !== bridge || !names.includes(tool.shown.name),
  );
  return { ...config, agentTools };
}

/** What agents are offered of a server. */
export function toolsOf({ agentTools = [] }: ToolSettings, bridge: string): readonly AgentTool[] {
  return agentTools.filter((tool) => tool.bridge === bridge);
}

function isSameTool(one: AgentTool, other: AgentTool): boolean {
  return one.bridge === other.bridge && one.shown.name === other.shown.name;
}
