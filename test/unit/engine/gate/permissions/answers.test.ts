import { expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { lookUpAs, permittingWorld } from '../../../../support/engine/permission-bench.js';
import type { World } from '../../../../support/engine/world.js';
import { memoryCallLog } from '../../../../support/memory/memory-call-log.js';

test.each<[string, JsonObject, string]>([
  ['a list', { structuredContent: [{ id: 1 }, { id: 2 }] }, '[{"id":1},{"id":2}]'],
  ['an object', { content: [], structuredContent: { invoices: [7] } }, '{"invoices":[7]}'],
  ['a text', { content: [], structuredContent: 'text only' }, '"text only"'],
])('an answer that is only %s arrives as text', async (_what, result, text) => {
  const world = await permittingWorld();
  world.server.answer = () => ({ kind: 'result', result });
  const features = new AgentFeatures(await world.start());
  const answer = await lookUpAs(features, 'Claude', { to: 'a' });
  expect(answer).toMatchObject({ isError: false, content: [{ type: 'text', text }] });
});

const lookAtServer = 'Nothing was called. Try again later, or ask a person to look at that server.';

test.each<[string, (world: World) => unknown, string]>([
  [
    'whose server can’t be reached',
    ({ server }) => (server.reachable = false),
    `The server "email" can’t be reached. ${lookAtServer}`,
  ],
  [
    'whose server lists its tools slowly',
    ({ server, clock }) => (server.duringInspect = () => clock.advance(31_000)),
    `The server “email” did not list its tools in time. ${lookAtServer}`,
  ],
])('of a tool %s an agent hears no advice for a person', async (_what, arrange, text) => {
  const world = await permittingWorld();
  const features = new AgentFeatures(await world.start());
  arrange(world);
  expect(await lookUpAs(features, 'Claude', { to: 'a' })).toMatchObject({ isError: true, text });
  expect(world.server.calls).toEqual([]);
});

test('of a call that can’t be logged, neither', async () => {
  const world = await permittingWorld();
  const advice = 'Fix the cause, then restart Countersign.';
  const full = () => Promise.resolve(fail('device_state_write_failed', 'It is full.', advice));
  const callLog = { ...memoryCallLog(world.callLogFile), append: full };
  const features = new AgentFeatures(await world.start({}, { callLog }));
  for (const to of ['a', 'b'])
    expect(await lookUpAs(features, 'Claude', { to })).toMatchObject({
      text: 'It is full. Nothing was called. Ask a person to look at Countersign.',
    });
});
