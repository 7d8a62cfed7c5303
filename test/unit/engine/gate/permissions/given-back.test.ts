import { beforeEach, describe, expect, test } from 'vitest';
import { revokeAgent } from '../../../../../src/core/settings/agents/agent-clients.js';
import type { Engine } from '../../../../../src/engine/engine.js';
import type { ToolAnswer } from '../../../../../src/mcp/server/server-features.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import {
  allow,
  client,
  isHeld,
  lookUp,
  lookUpAs,
  offered,
} from '../../../../support/engine/permission-bench.js';
import { setAside } from '../../../../support/engine/earlier-ledger.js';
import { createWorld, quiet, valueOf, type World } from '../../../../support/engine/world.js';

let world: World;
let engine: Engine;
let features: AgentFeatures;

async function start(): Promise<void> {
  engine = await world.start();
  features = new AgentFeatures(engine);
}

const call = (to: string, as = 'Claude'): Promise<ToolAnswer> => lookUpAs(features, as, { to });

beforeEach(async () => {
  world = await createWorld({
    agents: [client('Claude'), client('Codex')],
    agentTools: [offered()],
  });
  world.server.tools = [lookUp, ...world.server.tools];
  await start();
});

describe('older settings give back no permission', () => {
  test('of a client that was revoked, also after a restart', async () => {
    allow(world);
    await call('a');
    const { agents = [], agentTools = [] } = world.config;
    world.config = valueOf(revokeAgent(world.config, 'Claude'));
    expect(world.config.agentTools).toEqual([offered()]);
    engine.lookAtEverything();
    await quiet(engine);
    world.config = { ...world.config, agents, agentTools };
    expect(isHeld(await call('b'))).toBe(true);
    await engine.stop();
    await start();
    expect((await call('c')).isError).toBe(true);
    expect(world.server.calls).toHaveLength(1);
  });

  test('of a client that was revoked beside another, which keeps its own', async () => {
    allow(world, ['Claude', 'Codex']);
    await call('a');
    const { agents = [], agentTools = [] } = world.config;
    world.config = valueOf(revokeAgent(world.config, 'Claude'));
    engine.lookAtEverything();
    await quiet(engine);
    expect((await call('b', 'Codex')).isError).toBe(false);
    expect(world.server.calls).toHaveLength(2);
    world.config = { ...world.config, agents, agentTools };
    expect(isHeld(await call('c'))).toBe(true);
    expect(world.server.calls).toHaveLength(2);
  });

  test('of an earlier ledger, also where nothing had ended it', async () => {
    allow(world);
    await call('a');
    const { agentTools = [] } = world.config;
    await engine.stop();
    setAside(world.ledgerFile);
    world.config = { ...world.config, device: 'd-bbbbbbbbbb', agentTools: [offered()] };
    await start();
    world.config = { ...world.config, agentTools };
    expect(isHeld(await call('b'))).toBe(true);
    await engine.stop();
    await start();
    expect((await call('c')).isError).toBe(true);
    expect(world.server.calls).toHaveLength(1);
    await world.clock.advance(1_000);
    allow(world);
    await call('d');
    expect(world.server.calls).toHaveLength(2);
  });
});

test('a permission whose time was over while the computer slept is recorded as ended at the next call', async () => {
  allow(world);
  await call('a');
  // A clock that jumps runs no timer.
  world.clock.jumpTo(world.clock.now() + 91 * 86_400_000);
  expect(isHeld(await call('b'))).toBe(true);
  await quiet(engine);
  expect(world.records().filter(({ audit }) => audit?.event === 'permission_ended')).toHaveLength(
    1,
  );
  expect(engine.view().alerts.some(({ subject }) => subject.kind === 'tools')).toBe(true);
  expect(world.server.calls).toHaveLength(1);
});
