import { expect, test } from 'vitest';
import { fail, type Problem } from '../../../../../src/core/errors.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import { agentTool } from '../../../../../src/core/settings/agents/agent-tools.js';
import type { DeviceConfig, Route } from '../../../../../src/core/settings/device-config.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { createWorld, quiet, valueOf } from '../../../../support/engine/world.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';

const mail = { to: 'client_a@example.com', subject: 'Invoice', text: 'Here it is.' };
const letter = {
  ...{ action_type: 'email', target_recipient: 'client_a@example.com', title: 'Invoice' },
  ...{ rationale: 'They asked.', server: 'email', tool: 'send_email', arguments: mail },
};

async function start() {
  const tool = valueOf(agentTool('email', sendEmailTool, sendEmailTool));
  const server = {
    alias: 'email',
    transport: 'stdio',
    command: 'mail',
    args: [],
    env: {},
  } as const;
  const world = await createWorld({
    agentTools: [tool],
    bridges: [{ ...server, timeLimitSeconds: 60 }],
  });
  const engine = await world.start();
  const features = new AgentFeatures(engine).of('Claude');
  const call = (name: string, args: JsonObject) =>
    features.callTool(name, args, { signal: new AbortController().signal });
  return { world, engine, call };
}

test.each<[string, JsonObject, string]>([
  ['the tool', { tool: 'SEND' }, 'has no tool SEND'],
  ['an argument’s type', { arguments: { ...mail, to: 5 } }, 'do not match the tool'],
  ['an argument’s name', { arguments: { ...mail, dry_run: true } }, 'dry_run'],
  ['a text', { arguments: { ...mail, text: 'Party \ud83d' } }, 'half a character'],
])('a draft is refused with the reason if %s is wrong', async (_what, wrong, says) => {
  const { world, call } = await start();
  const answer = await call('draft_external_action', { ...letter, ...wrong });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(says) as string });
  expect(world.paths('Pending_Approval')).toEqual([]);
});

test.each<[string, JsonObject, boolean]>([
  ['has another name for the tool', { tool: 'SEND' }, false],
  ['adds an argument that the tool does not take', { arguments: { sandbox: true } }, false],
  ['is right, but the agent’s own argument is not', {}, true],
])('if the route %s, the agent’s draft is refused: %s', async (_what, change, isError) => {
  const { world, call } = await start();
  const route = { actionType: 'email', bridge: 'email', tool: 'send_email', ...change };
  world.config = { ...world.config, routes: [{ arguments: {}, ...route } as unknown as Route] };
  const { server: _server, tool: _tool, ...routed } = letter;
  const args = isError ? { ...mail, to: 5 } : mail;
  const answer = await call('draft_external_action', { ...routed, arguments: args });
  expect(answer).toMatchObject({ isError });
  expect(world.paths('Pending_Approval')).toHaveLength(isError ? 0 : 1);
});

test('a draft is written if nobody can ask the server', async () => {
  const { world, call } = await start();
  world.server.reachable = false;
  const answer = await call('draft_external_action', { ...letter, tool: 'SEND' });
  expect(answer).toMatchObject({ isError: false });
  world.only('Pending_Approval');
});

test('a call is refused with the reason while the settings can’t be used', async () => {
  const { world, call } = await start();
  await call('list_missions', {});
  const problem = fail('settings_invalid', 'The folders have other names.', 'Confirm.').error;
  world.config = problem as Problem & DeviceConfig;
  const answer = await call('email__send_email', mail);
  expect(answer?.text).toBe(
    'The folders have other names. Nothing was called. Ask a person to look at Countersign.',
  );
  expect(world.paths('Pending_Approval')).toEqual([]);
});

test('a second draft for a step says that the note of the first may be one that can’t be read', async () => {
  const { world, engine, call } = await start();
  await call('start_plan', {
    ...{ text: 'Send the invoice.', source: 'mail 1', even_if_simple: true },
    steps: [{ text: 'Send it', needs_approval: true }],
  });
  const draft = { ...letter, plan_id: 'PLAN-2026-001', step: 1 };
  expect(await call('draft_external_action', draft)).toMatchObject({ isError: false });
  await quiet(engine);
  world.vault.outside.write('Pending_Approval/old.md', '---\ntype: [\n---\n');
  world.vault.outside.remove(
    world.paths('Pending_Approval').find((path) => !/old/.test(path)) ?? '',
  );
  await quiet(engine);
  await world.clock.advance(60_000);
  await quiet(engine);
  const again = await call('draft_external_action', draft);
  expect(again?.text).toContain('Its note is gone, or can’t be read.');
});
