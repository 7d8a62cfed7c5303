import { fail, ok, type Result } from '../../errors.js';
import { toolDigest } from '../../request/action/digests.js';
import { isJsonObject, type Json } from '../../json.js';
import { isToolName, type ToolDefinition } from '../../request/action/tool-definition.js';

/** A tool of one of the person's servers that agents may ask for: each call of it is a request that waits for a person. */
export interface AgentTool {
  /** The server's alias. */
  readonly bridge: string;
  /** `toolDigest` of what a person looked at: a tool that changed since then is not called. */
  readonly digest: string;
  /** The same, with the secrets that this device had then hidden. Agents are told of it by `toldTools`. */
  readonly shown: ToolDefinition;
  /** Who may call it unasked; absent: nobody. */
  readonly allowed?: StandingPermission;
}

/**
 * A person lets clients call one tool of one server without being asked. Kept in device state only. It holds for the
 * tool as it was looked at (its `digest`), and for the server as it was configured then.
 */
export interface StandingPermission {
  /** `bridgeDigest` of the server. */
  readonly server: string;
  /** `BridgeInspection.launch` of it: any edit of the server ends the permission, values of variables and headers included. */
  readonly launch: string;
  /** The token hashes of the clients: a new client has no permission, whatever its name. */
  readonly clients: readonly string[];
  /** When a person gave it, and when it ends, ISO-8601 UTC. */
  readonly given: string;
  readonly until: string;
}

/** What the settings of a device hold of them. */
interface ToolSettings {
  readonly agentTools?: readonly AgentTool[];
}

/** Clients give every tool to their model, which chooses worse among more. */
export const mostAgentTools = 100;
/** Of the JSON of a definition. */
const longestDefinition = 32_000;

/** A tool as a person is about to offer it; fails where agents cannot be told of it, or could not call it. */
export function agentTool(
  bridge: string,
  tool: ToolDefinition,
  shown: ToolDefinition,
): Result<AgentTool> {
  if (!isToolName(tool.name)) {
    return fail(
      'input_invalid',
      'No request can hold the name of this tool, so agents are not offered it.',
      'Its server has to give it a name of 1 to 128 ASCII characters without spaces.',
    );
  }
  if (!isCalledAlike(tool, shown)) {
    return fail(
      'input_invalid',
      'The name of this tool, or that of an argument, repeats a secret of this device, so agents are not offered it.',
      'Change the secret, or have the server name it otherwise.',
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

/** Whether who is told of a tool without secrets can call it: its name and its arguments are told as they are. */
export function isCalledAlike(tool: ToolDefinition, shown: ToolDefinition): boolean {
  return tool.name === shown.name && isAlike(tool.inputSchema, shown.inputSchema);
}

const onlyWords = new Set(['description', 'title', 'default', 'examples', '$comment']);
/** Keywords of a schema below which keys are names. */
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

/**
 * The settings with tools that agents may ask for, each as it is now. CALL ONLY ON A PERSON'S WORD. One that did not
 * change keeps what a person allowed.
 */
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

/** The settings in which agents may ask for exactly these tools of a server. CALL ONLY ON A PERSON'S WORD. */
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
