import { expect, test } from 'vitest';
import {
  agentTool,
  hideTools,
  mostAgentTools,
  offerOnly,
  offerTools,
  type AgentTool,
} from '../../../../../src/core/settings/agents/agent-tools.js';
import { removeBridge } from '../../../../../src/core/settings/bridges/bridge-fields.js';
import {
  newDeviceConfig,
  type DeviceConfig,
} from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';

const tool = (bridge: string, name: string, digest = '0'.repeat(64)): AgentTool => ({
  ...{ bridge, digest },
  shown: { name, inputSchema: {} },
});
const device = (...agentTools: AgentTool[]): DeviceConfig => ({
  ...newDeviceConfig('d-aaaaaaaaaa', contractFolders()),
  agentTools,
});
const namesIn = ({ agentTools = [] }: Pick<DeviceConfig, 'agentTools'>): readonly string[] =>
  agentTools.map(({ bridge, shown }) => `${bridge}.${shown.name}`);

test('what is chosen of a server takes the place of what was, and that of others stays', () => {
  const before = device(tool('mail', 'send'), tool('mail', 'read'), tool('chat', 'send'));
  const after = offerOnly(before, 'mail', [tool('mail', 'read', '1'.repeat(64))]);
  if (!after.ok) throw new Error(after.error.message);
  expect(namesIn(after.value)).toEqual(['chat.send', 'mail.read']);
  expect(after.value.agentTools?.at(-1)?.digest).toBe('1'.repeat(64));
  expect(namesIn(hideTools(before, 'mail', ['send']))).toEqual(['mail.read', 'chat.send']);
});

test('a server that is removed takes along what agents were offered of it', () => {
  const before = device(tool('mail', 'send'), tool('chat', 'send'));
  expect(namesIn(removeBridge(before, 'mail'))).toEqual(['chat.send']);
  expect(removeBridge({ ...before, agentTools: [] }, 'mail').agentTools).toEqual([]);
});

test('there are at most a hundred, each with a definition that is not too long', () => {
  const many = Array.from({ length: mostAgentTools }, (_, n) => tool('mail', `tool-${n}`));
  const full = offerTools(device(), many);
  if (!full.ok) throw new Error(full.error.message);
  expect(offerTools(full.value, [tool('mail', 'tool-7')])).toMatchObject({ ok: true });
  expect(offerTools(full.value, [tool('mail', 'more')])).toMatchObject({
    error: { code: 'input_invalid' },
  });
  const long = { name: 'long', description: 'x'.repeat(40_000), inputSchema: {} };
  expect(agentTool('mail', long, long)).toMatchObject({ error: { code: 'input_invalid' } });
  const task = { name: 'task', inputSchema: {}, onlyAsTask: true } as const;
  expect(agentTool('mail', task, task)).toMatchObject({
    error: { message: expect.stringContaining('can only be called as a task') as string },
  });
});
