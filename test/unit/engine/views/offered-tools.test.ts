import { expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import type { AgentTool } from '../../../../src/core/settings/agents/agent-tools.js';
import { agentTool, hideTools } from '../../../../src/core/settings/agents/agent-tools.js';
import { AgentFeatures } from '../../../../src/mcp/server/tools/agent-features.js';
import {
  allow,
  client,
  lookUp,
  lookUpAs,
  offered,
} from '../../../support/engine/permission-bench.js';
import { createWorld, quiet, valueOf } from '../../../support/engine/world.js';
import { memoryBridges, sendEmailTool } from '../../../support/memory/memory-bridges.js';

const tool = (name: string): AgentTool => ({
  ...{ bridge: 'email', digest: '0'.repeat(64) },
  shown: { name, inputSchema: { type: 'object' } },
});

test('tools that agents don’t find because of their names are an alert, until a person hides one', async () => {
  const agentTools = [tool('find'), tool('read_page'), tool('Find')];
  const world = await createWorld({ agentTools });
  const engine = await world.start();
  const alerts = () => engine.view().alerts.filter(({ subject }) => subject.kind === 'tools');
  expect(alerts()).toMatchObject([
    {
      text: 'Agents don’t find “email.find” and “email.Find”: their names differ only in upper and lower case.',
      advice: expect.stringContaining('countersign agent hide email TOOL') as string,
    },
  ]);
  world.config = hideTools(world.config, 'email', ['Find']);
  engine.lookAtEverything();
  await quiet(engine);
  expect(alerts()).toEqual([]);
});

test('a tool that a person chooses again is found again as soon as its server lists it as they saw it', async () => {
  const agentTools = [valueOf(agentTool('email', sendEmailTool, sendEmailTool))];
  const world = await createWorld({ agentTools });
  const engine = await world.start();
  const agent = () => new AgentFeatures(engine).of('Claude');
  const isFound = () => agent().tools.some(({ name }) => name === 'email__send_email');
  const alerts = () => engine.view().alerts.filter(({ subject }) => subject.kind === 'tools');
  /** As when the settings are read again; a tool that is chosen as it was before changes nothing in them. */
  const chooseAgain = async (): Promise<void> => {
    world.config = { ...world.config, agentTools: [...agentTools] };
    engine.lookAtEverything();
    await quiet(engine);
  };
  world.server.tools = [{ ...sendEmailTool, description: 'Deletes a mail.' }];
  const { signal } = new AbortController();
  const mail = { to: 'a@example.com', subject: 'S', text: 'T' };
  const called = await agent().callTool('email__send_email', mail, { signal });
  expect(called?.text).toContain('changed since a person offered it');
  expect(isFound()).toBe(false);
  await chooseAgain();
  expect(isFound()).toBe(false);
  expect(alerts()).toMatchObject([{ text: expect.stringContaining('any more') as string }]);
  world.server.tools = [sendEmailTool];
  await chooseAgain();
  expect(isFound()).toBe(true);
  expect(alerts()).toEqual([]);
});

test('after a server changed an allowed tool, the alert and the audit line don’t promise that calls wait', async () => {
  const world = await createWorld({ agents: [client('Claude')], agentTools: [offered()] });
  world.server.tools = [lookUp];
  allow(world);
  const features = new AgentFeatures(await world.start());
  await lookUpAs(features, 'Claude', { to: 'a' });
  world.server.tools = [{ ...lookUp, description: 'Sends.' }];
  await lookUpAs(features, 'Claude', { to: 'b' });
  const ended = world.records().filter(({ audit }) => audit.event === 'permission_ended');
  expect(ended.map(({ audit }) => audit.detail)).toEqual([
    'A permission to call email.look_up without asking has ended. The server changed this tool.',
  ]);
  // After a restart only a call shows that the tool is still a different one.
  const again = await world.start();
  await quiet(again);
  expect(again.view().alerts.filter(({ subject }) => subject.kind === 'tools')).toMatchObject([
    {
      text: 'Agents could call “email.look_up” without asking. That has ended: each call waits for you, or fails if the server changed the tool.',
      advice: expect.stringContaining('If the server changed it, offer it again first.') as string,
    },
  ]);
  const refused = await lookUpAs(new AgentFeatures(again), 'Claude', { to: 'c' });
  expect(refused.isError).toBe(true);
});

test('a server that can’t be reached as an agent calls is an alert on the Dashboard, until a call finds it again', async () => {
  const agentTools = [valueOf(agentTool('email', sendEmailTool, sendEmailTool))];
  const world = await createWorld({ agentTools });
  const engine = await world.start();
  const call = async (): Promise<string> => {
    const { signal } = new AbortController();
    const mail = { to: 'a@example.com', subject: 'S', text: 'T' };
    await new AgentFeatures(engine).of('Claude').callTool('email__send_email', mail, { signal });
    await world.clock.advance(60_000);
    return world.note('Dashboard.md');
  };
  world.server.reachable = false;
  expect(await call()).toContain(
    'Agents couldn’t use the tools of “email” at the last try. The server "email" can’t be reached.',
  );
  world.server.reachable = true;
  expect(await call()).not.toContain('at the last try');
});

test('a server that fails again with another number in its words is no news, and its alert has the last ones', async () => {
  const agentTools = [valueOf(agentTool('email', sendEmailTool, sendEmailTool))];
  const world = await createWorld({ agentTools });
  let tries = 0;
  let what = 'Login expired';
  let advice = 'Sign in.';
  const inspect = async () => {
    tries += 1;
    return fail('bridge_unreachable', `${what}, request id k${tries}x at 2026-${tries}.`, advice);
  };
  const engine = await world.start({}, { bridges: { ...memoryBridges(world.server), inspect } });
  const { signal } = new AbortController();
  const call = async () => {
    await new AgentFeatures(engine).of('Claude').callTool('email__send_email', {}, { signal });
    return engine.view().alerts.find(({ subject }) => subject.kind === 'tools')?.text;
  };
  expect(await call()).toContain('Login expired, request id k1x');
  const told = world.notices.length;
  expect(await call()).toContain('Login expired, request id k2x');
  expect(world.notices).toHaveLength(told);
  what = 'No such account';
  expect(await call()).toContain('No such account, request id k3x');
  expect(world.notices).toHaveLength(told + 1);
  advice = 'The server wrote: “No network”.';
  await call();
  expect(world.notices.at(-1)).toContain('No network');
});

test.each([
  ['the name of an argument', {}, 'subject'],
  ['a choice of an argument called title', { title: { enum: ['incident', 'bug'] } }, 'incident'],
])(
  'a tool that can’t be called any more, because a secret is %s, is an alert, and agents don’t find it',
  async (_, more, secret) => {
    const { properties, ...rest } = sendEmailTool.inputSchema;
    const inputSchema = { ...rest, properties: { ...(properties as object), ...more } };
    const tool = { ...sendEmailTool, inputSchema };
    const agentTools = [valueOf(agentTool('email', tool, tool))];
    const world = await createWorld({ agentTools });
    const engine = await world.start();
    const names = () => new AgentFeatures(engine).of('Claude').tools.map(({ name }) => name);
    expect(names()).toContain('email__send_email');
    const { bridges } = world.config;
    const chat = { alias: 'chat', transport: 'stdio', command: 'chat', args: [] } as const;
    const env = { API_KEY: secret };
    world.config = {
      ...world.config,
      bridges: [...bridges, { ...chat, env, timeLimitSeconds: 60 }],
    };
    engine.lookAtEverything();
    await quiet(engine);
    expect(names()).not.toContain('email__send_email');
    expect(engine.view().alerts.map(({ text }) => text)).toContain(
      'Agents don’t find “email.send_email”: its name, or that of an argument, repeats a secret of a server.',
    );
  },
);
