import {
  addAgent,
  hashToken,
  type AgentClient,
} from '../../../src/core/settings/agents/agent-clients.js';
import { agentTool, type AgentTool } from '../../../src/core/settings/agents/agent-tools.js';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import type { Device } from '../device.js';
import type { SimulatedServer } from '../servers.js';
import type { World } from '../world.js';

/** The agents' programs on each device. */
export const clientNames = ['Claude', 'Codex'] as const;
export type ClientName = (typeof clientNames)[number];

/** The tools that agents find: one that only reads, and two that a person must be asked about. */
export const clientTools = ['look_up', 'send_email', 'pay'] as const;
export type ClientTool = (typeof clientTools)[number];

/** How its person has a client: with which token, and whether they paused it. */
export interface ClientProgram {
  readonly token: string;
  readonly isPaused: boolean;
}

export function serverOf(tool: ClientTool): 'email' | 'bank' {
  return tool === 'pay' ? 'bank' : 'email';
}

/** The tools of a server that agents may ask for, as a person sees them now. */
export function offeredTools({ alias, tools }: SimulatedServer): readonly AgentTool[] {
  const names = tools.map(({ name }) => name);
  return tools.flatMap((tool) => {
    const offered = agentTool(alias, tool, tool);
    const isOne = names.filter((name) => name === tool.name).length === 1;
    return offered.ok && isOne ? [offered.value] : [];
  });
}

/** A person adds a client, with a token that nobody had before. */
export function addClient(device: Device, name: ClientName, nowMs: number): DeviceConfig | null {
  device.tokens += 1;
  const token = `cs_${device.name}-${name}-${device.tokens}`;
  const client: AgentClient = {
    name,
    tokenHash: hashToken(token),
    added: new Date(nowMs).toISOString(),
  };
  const added = addAgent(device.config, client);
  if (!added.ok) return null;
  device.clients.set(name, { token, isPaused: false });
  return added.value;
}

/** The settings of a device are gone: its person adds the clients again, and chooses the tools, and allows none. */
export function forgetClients(world: World, device: Device): void {
  device.clients.clear();
  Object.assign(device.callLog, { lines: [], synced: 0 });
  world.witness.permitted.forgetAll(device);
  const { agentTools = [] } = device.config;
  device.config = {
    ...device.config,
    agents: [],
    agentTools: agentTools.map(({ allowed: _, ...tool }) => tool),
  };
  for (const name of clientNames) {
    device.config = addClient(device, name, world.now(device)) ?? device.config;
  }
}
