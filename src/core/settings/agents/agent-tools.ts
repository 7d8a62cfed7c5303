import { fail, ok, type Result } from '../../errors.js';
import { toolDigest } from '../../request/action/digests.js';
import { isJsonObject, type Json } from '../../json.js';
import {
  isToolName,
  whyNeverCalled,
  type ToolDefinition,
} from '../../request/action/tool-definition.js';

export interface AgentTool {
  readonly bridge: string;
  readonly digest: string;
  /** The tool as a person saw it. Secrets of this device are hidden. */
  readonly shown: ToolDefinition;
  readonly allowed?: StandingPermission;
}

export interface StandingPermission {
  readonly server: string;
  readonly launch: string;
  readonly clients: readonly string[];
  readonly given: string;
  readonly until: string;
}

interface ToolSettings {
  readonly agentTools?: readonly AgentTool[];
}

/** A model chooses badly among many tools. */
export const mostAgentTools = 100;
const longestDefinition = 32_000;

export function agentTool(
  bridge: string,
  tool: ToolDefinition,
  shown: ToolDefinition,
): Result<AgentTool> {
  if (!isToolName(tool.name)) {
    return fail(
      'input_invalid',
      'A request can’t contain the name of this tool, so it isn’t offered to agents.',
      'Its server has to give it a name of 1 to 128 ASCII characters without spaces.',
    );
  }
  const never = whyNeverCalled(tool);
  if (never !== null) {
    return fail('input_invalid', `${never}, so it isn’t offered to agents.`, 'Use another tool.');
  }
  if (!isCalledAlike(tool, shown)) {
    return fail(
      'input_invalid',
      'The name of this tool, or that of an argument, repeats a secret of this device, so it isn’t offered to agents.',
      'Change the secret, or give it another name on the server.',
    );
  }
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

/** True when an agent that sees only `shown` can call `tool`. */
export function isCalledAlike(tool: ToolDefinition, shown: ToolDefinition): boolean {
  return tool.name === shown.name && isAlike(tool.inputSchema, shown.inputSchema);
}

const onlyWords = new Set(['description', 'title', 'default', 'examples', '$comment']);
export const schemaMaps: readonly string[] = [
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
];

function isAlike(one: Json, other: Json | undefined, hasNames = false): boolean {
  if (typeof one !== 'object' || one === null) return one === other;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.every((item: Json, at) => isAlike(item, (other as Json[])[at]))
    );
  }
  return (
    isJsonObject(other) &&
    Object.entries(one).every(([key, item]) =>
      !hasNames && onlyWords.has(key)
        ? key in other
        : isAlike(item, other[key], !hasNames && schemaMaps.includes(key)),
    )
  );
}

/** Lets agents request these tools. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function offerTools<T extends ToolSettings>(
  config: T,
  tools: readonly AgentTool[],
): Result<T> {
  const { agentTools: before = [] } = config;
  const kept = before.filter((tool) => !tools.some((one) => isSameTool(one, tool)));
  const now = tools.map((tool) => {
    const same = before.find((one) => isSameTool(one, tool) && one.digest === tool.digest);
    return same?.allowed ? { ...tool, allowed: same.allowed } : tool;
  });
  const agentTools = [...kept, ...now];
  if (agentTools.length > mostAgentTools) {
    return fail(
      'input_invalid',
      `Agents would be offered ${agentTools.length} tools.`,
      `At most ${mostAgentTools} can be offered. Hide some first.`,
    );
  }
  return ok({ ...config, agentTools });
}

/** Lets agents request exactly these tools of a server. CALL ONLY WHEN A PERSON ASKED FOR THIS. */
export function offerOnly<T extends ToolSettings>(
  config: T,
  bridge: string,
  tools: readonly AgentTool[],
): Result<T> {
  const chosen = tools.map(({ shown }) => shown.name);
  const names = toolsOf(config, bridge).map(({ shown }) => shown.name);
  const others = names.filter((name) => !chosen.includes(name));
  return offerTools(hideTools(config, bridge, others), tools);
}

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

export function toolsOf({ agentTools = [] }: ToolSettings, bridge: string): readonly AgentTool[] {
  return agentTools.filter((tool) => tool.bridge === bridge);
}

function isSameTool(one: AgentTool, other: AgentTool): boolean {
  return one.bridge === other.bridge && one.shown.name === other.shown.name;
}
