import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import { AgentFeatures } from '../../../../../src/mcp/server/tools/agent-features.js';
import { lookUpAs, permittingWorld } from '../../../../support/engine/permission-bench.js';

test.each<[string, JsonObject, string]>([
  ['a list', { structuredContent: [{ id: 1 }, { id: 2 }] }, '[{"id":1},{"id":2}]'],
  ['a text', { content: [], structuredContent: 'text only' }, '"text only"'],
])('an answer that is only %s arrives as text', async (_what, result, text) => {
  const world = await permittingWorld();
  world.server.answer = () => ({ kind: 'result', result });
  const features = new AgentFeatures(await world.start());
  const answer = await lookUpAs(features, 'Claude', { to: 'a' });
  expect(answer).toMatchObject({ isError: false, content: [{ type: 'text', text }] });
});
