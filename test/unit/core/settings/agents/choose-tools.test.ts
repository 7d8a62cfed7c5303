import { expect, test } from 'vitest';
import { hashToken } from '../../../../../src/core/settings/agents/agent-clients.js';
import type { AgentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import {
  chooseTools,
  type ToolChoice,
} from '../../../../../src/core/settings/agents/choose-tools.js';
import {
  clientsOf,
  endPermissions,
} from '../../../../../src/core/settings/agents/standing-permission.js';
import {
  newDeviceConfig,
  type DeviceConfig,
} from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';

const tool = (name: string, annotations = {}): AgentTool => ({
  ...{ bridge: 'docs', digest: '0'.repeat(64) },
  shown: { name, annotations, inputSchema: {} },
});
const search = tool('search', { readOnlyHint: true });
const add = tool('add_page');
const client = (name: string) => ({
  ...{ name, tokenHash: hashToken(name), added: '2026-01-01T00:00:00Z' },
});
const device: DeviceConfig = {
  ...newDeviceConfig('d-aaaaaaaaaa', contractFolders()),
  agents: [client('Claude'), client('Codex')],
};
const as = (one: AgentTool, isAllowed: boolean, more: Partial<ToolChoice> = {}): ToolChoice => ({
  ...{ tool: one, isAllowed, server: 'a', launch: 'b', seen: null },
  ...more,
});

/** What is saved of `search` after a choice. */
function chosen(
  config: DeviceConfig,
  choices: readonly ToolChoice[],
  clients: readonly string[],
  atMs: number,
) {
  const done = chooseTools(config, 'docs', choices, clients, atMs);
  if (!done.ok) throw new Error(done.error.message);
  return {
    config: done.value,
    allowed: done.value.agentTools?.find(({ shown }) => shown.name === 'search')?.allowed ?? null,
  };
}

test('a tool is offered, allowed, asks again, and is hidden, as a person chose', () => {
  const first = chosen(device, [as(search, true), as(add, false)], ['Claude'], 0);
  expect(first.config.agentTools?.map(({ shown }) => shown.name)).toEqual(['search', 'add_page']);
  expect(first.allowed && clientsOf(first.config, first.allowed)).toEqual(['Claude']);
  expect(chosen(first.config, [as(search, false), as(add, false)], [], 1).allowed).toBeNull();
  expect(chosen(first.config, [as(add, false)], [], 1).config.agentTools).toHaveLength(1);
});

test('a permission that stays as it was seen keeps its end; any other one is given anew', () => {
  const { config, allowed } = chosen(device, [as(search, true)], ['Claude'], 0);
  const given = (seen: typeof allowed, clients: readonly string[], now = config) =>
    chosen(now, [as(search, true, { seen })], clients, 5_000).allowed?.given;
  const before = '1970-01-01T00:00:00.000Z';
  const anew = '1970-01-01T00:00:05.000Z';
  expect(given(allowed, ['Claude'])).toBe(before);
  expect(given(allowed, ['Codex'])).toBe(anew);
  expect(given(allowed, ['Claude', 'Codex'])).toBe(anew);
  // It held no more, so the person saw none.
  expect(given(null, ['Claude'])).toBe(anew);
});

test('nothing is saved where a permission that the person saw was ended or changed while the window was open', () => {
  const { config, allowed } = chosen(device, [as(search, true)], ['Claude', 'Codex'], 0);
  const narrowed = chosen(config, [as(search, true)], ['Claude'], 2_000).config;
  for (const now of [endPermissions(config, 'docs', ['search']), narrowed]) {
    const saved = chooseTools(now, 'docs', [as(search, true, { seen: allowed })], ['Codex'], 3_000);
    expect(saved).toMatchObject({ ok: false, error: { code: 'input_invalid' } });
  }
});

test('nothing is saved where no client is chosen, or a tool can’t be allowed', () => {
  expect(chooseTools(device, 'docs', [as(search, true)], [], 0).ok).toBe(false);
  expect(chooseTools(device, 'docs', [as(add, true)], ['Claude'], 0).ok).toBe(false);
});
