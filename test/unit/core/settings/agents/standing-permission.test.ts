import { expect, test } from 'vitest';
import type { ToolDefinition } from '../../../../../src/core/request/action/tool-definition.js';
import { hashToken } from '../../../../../src/core/settings/agents/agent-clients.js';
import { agentTool, type AgentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import { givePermission } from '../../../../../src/core/settings/agents/standing-permission.js';
import {
  newDeviceConfig,
  type DeviceConfig,
} from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';

const lookUp: ToolDefinition = {
  name: 'look_up',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' },
};

function offered(definition: ToolDefinition): AgentTool {
  const tool = agentTool('email', definition, definition);
  if (!tool.ok) throw new Error(tool.error.message);
  return tool.value;
}

const tool = offered(lookUp);
const added = '2026-01-01T00:00:00.000Z';
const config: DeviceConfig = {
  ...newDeviceConfig('d-aaaaaaaaaa', contractFolders()),
  agents: [{ name: 'Claude', tokenHash: hashToken('Claude'), added }],
  agentTools: [tool],
};
const digest = 'a'.repeat(64);
const give = (of: AgentTool, names = ['Claude'], more: Partial<DeviceConfig> = {}): boolean =>
  givePermission({ ...config, ...more }, { tool: of, server: digest, launch: digest }, names, 0).ok;

test('only a tool that says that it reads can be allowed, as it is offered, for clients that are there', () => {
  expect(give(tool)).toBe(true);
  expect(give({ ...tool, digest: 'b'.repeat(64) })).toBe(false);
  expect(give(tool, [])).toBe(false);
  expect(give(tool, ['Nobody'])).toBe(false);
  for (const annotations of [{}, { readOnlyHint: true, destructiveHint: true }]) {
    const other = offered({ ...lookUp, annotations });
    expect(give(other, ['Claude'], { agentTools: [other] })).toBe(false);
  }
});

test.each(['email', 'payment', 'social_post', 'post', 'word_of_a_person'])(
  'no tool can be allowed that a route uses for %s',
  (actionType) => {
    const route = { actionType, arguments: {}, success: null, budgetPerHour: null };
    expect(
      give(tool, ['Claude'], { routes: [{ ...route, bridge: 'email', tool: 'look_up' }] }),
    ).toBe(false);
  },
);
