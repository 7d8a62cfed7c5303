import { sha256Hex } from '../../../src/core/digest.js';
import type { JsonObject } from '../../../src/core/json.js';
import { bridgeDigest } from '../../../src/core/request/action/digests.js';
import type { ToolDefinition } from '../../../src/core/request/action/tool-definition.js';
import { hashToken } from '../../../src/core/settings/agents/agent-clients.js';
import { agentTool, type AgentTool } from '../../../src/core/settings/agents/agent-tools.js';
import { givePermission } from '../../../src/core/settings/agents/standing-permission.js';
import type { AgentFeatures } from '../../../src/mcp/server/tools/agent-features.js';
import type { ToolAnswer } from '../../../src/mcp/server/server-features.js';
import { createWorld, valueOf, type World } from './world.js';

/** A tool that only reads, of the server that the world has. */
export const lookUp: ToolDefinition = {
  name: 'look_up',
  description: 'Finds mails.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: { to: { type: 'string' }, file: { type: 'string' } } },
};

/** The same as agents are offered it. */
export const offered = (): AgentTool => valueOf(agentTool('email', lookUp, lookUp));

/** A client that a person added; its token is its name. */
export const client = (name: string) => ({
  name,
  tokenHash: hashToken(name),
  added: '2026-01-01T00:00:00.000Z',
});

/** Calls the tool as an agent does. */
export async function lookUpAs(
  features: AgentFeatures,
  as: string,
  args: JsonObject,
): Promise<ToolAnswer> {
  const { signal } = new AbortController();
  const answer = await features.of(as).callTool('email__look_up', args, { signal });
  if (!answer) throw new Error('There is no such tool.');
  return answer;
}

/** Whether a call waits for a person. */
export const isHeld = ({ structured }: ToolAnswer): boolean =>
  structured?.['status'] === 'waiting_for_person';

/** A person lets clients call the tool, as the world’s server has it now. */
export function allow(
  world: World,
  names: readonly string[] = ['Claude'],
  tool: AgentTool = offered(),
): void {
  const { target, account } = world.server;
  const looked = { tool, server: bridgeDigest(target), launch: sha256Hex(account) };
  world.config = valueOf(givePermission(world.config, looked, names, world.clock.now()));
}

/** A world with that tool alone, and a client that may call it. */
export async function permittingWorld(): Promise<World> {
  const world = await createWorld({ agents: [client('Claude')], agentTools: [offered()] });
  world.server.tools = [lookUp];
  allow(world);
  return world;
}
