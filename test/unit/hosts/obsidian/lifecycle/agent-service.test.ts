import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addAgent,
  agentToken,
  hashToken,
  pauseAgent,
  revokeAgent,
} from '../../../../../src/core/settings/agents/agent-clients.js';
import type { DeviceConfig } from '../../../../../src/core/settings/device-config.js';
import type { Executor } from '../../../../../src/hosts/obsidian/lifecycle/executor.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

const poll = { timeout: 15_000, interval: 50 };
const token = agentToken(new Uint8Array(32).fill(7));
const client = { name: 'Robot', tokenHash: hashToken(token), added: '2026-01-01T00:00:00Z' };

let vault: PluginVault;
let device: Device;
let plugin: RunningPlugin;
let executor: Executor;
beforeEach(async () => {
  vault = await pluginVault();
  device = await vault.start();
  plugin = await runPlugin(vault, device);
  executor = await plugin.executor();
});
afterEach(() => vault.close());

/** Changes the settings of the device as its screens do. */
async function change(edit: (config: DeviceConfig) => DeviceConfig): Promise<void> {
  expect(await executor.device.change(edit)).toHaveProperty('ok', true);
}

async function serve(port = 39_000 + Math.floor(Math.random() * 900)): Promise<string> {
  await change((config) => {
    const added = addAgent({ ...config, agentPort: port, servesAgents: true }, client);
    return added.ok ? added.value : config;
  });
  await expect.poll(() => executor.agents.address, poll).toBe(`http://127.0.0.1:${port}/mcp`);
  return `http://127.0.0.1:${port}/mcp`;
}

/** Calls a method over HTTP; gives the status and what was answered. */
async function call(address: string, method: string, params: object = {}) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${token}`, 'mcp-protocol-version': '2025-06-18' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('off, nothing of it runs; on, a client lists the tools; off again, the port is free', async () => {
  expect(executor.agents.address).toBeNull();
  expect(executor.device.config).not.toHaveProperty('agentPort');
  const address = await serve();
  expect((await call(address, 'tools/list')).text).toContain('draft_external_action');
  expect(executor.agents.lastSeenMs(client)).toBeGreaterThan(0);
  await change((config) => ({ ...config, servesAgents: false }));
  await expect.poll(() => executor.agents.address, poll).toBeNull();
  await expect(fetch(address)).rejects.toThrow();
});

test('what a client does is told of it, and its requests are known as its own', async () => {
  const address = await serve();
  const brief = { text: 'Count the chairs.', source: '[[A talk]]', even_if_simple: true };
  const args = { ...brief, objective: 'Chairs', steps: [{ text: 'Count' }, { text: 'Write' }] };
  const made = await call(address, 'tools/call', { name: 'start_plan', arguments: args });
  expect(made.text).toContain('PLAN-');
  const did = await executor.didOf(client);
  expect(did.ok && did.value.map(({ actor }) => actor)).toContain('Agent (Robot)');
  const later = await executor.didOf({ ...client, added: '2999-01-01T00:00:00Z' });
  expect(later.ok && later.value).toEqual([]);
});

test('a client that is paused or revoked, here or at a terminal, is refused', async () => {
  const address = await serve();
  const paused = pauseAgent(executor.device.config, 'Robot');
  await change((config) => (paused.ok ? paused.value : config));
  expect((await call(address, 'tools/list')).status).toBe(403);
  const { state } = (await vault.begun(device)).session;
  const desktop = state.at === 'ready' ? state.vault.side.desktop : null;
  // As the command line does: the settings of the plugin do not know of it.
  await desktop?.state.change((found) => revokeAgent(found ?? executor.device.config, 'Robot'));
  await expect.poll(async () => (await call(address, 'tools/list')).status, poll).toBe(401);
});

test('a taken port is said in the panel, and can be tried again', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await change((config) => ({ ...config, agentPort: port, servesAgents: true }));
  const model = await panelThat(vault, device, (now) => now.device.agentsProblem !== undefined);
  expect(model.device.agentsProblem?.message).toContain(String(port));
  expect(executor.agents.address).toBeNull();
  await new Promise((resolve) => other.close(resolve));
  executor.agents.tryAgain();
  await expect.poll(() => executor.agents.address, poll).toBe(`http://127.0.0.1:${port}/mcp`);
  expect(executor.agents.problem).toBeNull();
});

test('it ends when actions are switched off, and with the plugin', async () => {
  const address = await serve();
  const { session } = await vault.begun(device);
  await session.switchOff();
  await expect(fetch(address)).rejects.toThrow();
  await session.switchOn();
  executor = await plugin.executor();
  await expect.poll(() => executor.agents.address, poll).toBe(address);
  await session.close();
  await expect(fetch(address)).rejects.toThrow();
});
