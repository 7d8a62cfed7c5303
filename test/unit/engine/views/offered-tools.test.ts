import { expect, test } from 'vitest';
import type { AgentTool } from '../../../../src/core/settings/agents/agent-tools.js';
import { hideTools } from '../../../../src/core/settings/agents/agent-tools.js';
import { createWorld, quiet } from '../../../support/engine/world.js';

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
