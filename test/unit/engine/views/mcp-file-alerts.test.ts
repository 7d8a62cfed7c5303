import { expect, test } from 'vitest';
import type { McpFileChange } from '../../../../src/core/settings/agents/mcp-files.js';
import { createWorld, quiet } from '../../../support/engine/world.js';

test('an MCP configuration in the vault is an alert from the start, and at the latest after a minute', async () => {
  const world = await createWorld();
  let changes: readonly McpFileChange[] = [{ path: '.mcp.json', digest: 'a', isNew: true }];
  const engine = await world.start({}, { mcpFiles: async () => changes });
  await quiet(engine);
  const alerts = () => engine.view().alerts.filter(({ kind }) => kind === 'mcp_file');
  expect(alerts()).toMatchObject([
    {
      text: 'Agents that work in this vault take MCP servers from .mcp.json (new).',
      offers: { do: 'mcp_files_seen', files: { '.mcp.json': 'a' } },
    },
  ]);
  expect(world.notices.join('\n')).toContain('.mcp.json (new)');
  changes = [
    { path: '.mcp.json', digest: 'b', isNew: true },
    { path: '.cursor/mcp.json', digest: 'c', isNew: false },
  ];
  await world.clock.advance(60_000);
  await quiet(engine);
  expect(alerts()[0]?.text).toContain('.mcp.json (new) and .cursor/mcp.json (changed).');
  // As when a person dismissed it: the settings changed.
  changes = [];
  engine.lookAtEverything();
  await quiet(engine);
  expect(alerts()).toEqual([]);
  await engine.stop();
});

test('without a host that looks there is no alert, and no timer for it', async () => {
  const world = await createWorld();
  const engine = await world.start();
  await quiet(engine);
  expect(engine.view().alerts).toEqual([]);
  await engine.stop();
});
