import { expect, test } from 'vitest';
import { contractFolders } from '../../../src/core/settings/folders.js';
import type { BridgeConfig, DeviceConfig } from '../../../src/core/settings/device-config.js';
import { addBridges, practiceBridge } from '../../../src/hosts/obsidian/bridge-list.js';

const config: DeviceConfig = {
  version: 1,
  device: 'd-abcdefghij',
  folders: contractFolders(),
  trustMoves: false,
  paused: false,
  bridges: [],
  routes: [],
  pinnedKeys: [],
};
const mail = (command: string): BridgeConfig => ({
  alias: 'mail',
  transport: 'stdio',
  command,
  args: [],
  env: {},
  timeLimitSeconds: 60,
});

test('a bridge takes the place of the one with its alias, and the others stay', () => {
  const before = addBridges(config, [mail('old'), practiceBridge]);
  const after = addBridges(before, [mail('new')]);
  expect(after.bridges).toEqual([practiceBridge, mail('new')]);
});

test('a server that is known brings its route, once', () => {
  const once = addBridges(config, [mail('mcp-mail-server')]);
  expect(once.routes).toMatchObject([{ actionType: 'email', bridge: 'mail', tool: 'send_email' }]);
  expect(addBridges(once, [mail('mcp-mail-server')])).toEqual(once);
});

test('a route that a person made for another bridge stays', () => {
  const own = { ...addBridges(config, [mail('mcp-mail-server')]).routes[0]!, bridge: 'other' };
  const added = addBridges({ ...config, routes: [own] }, [mail('mcp-mail-server')]);
  expect(added.routes.map(({ bridge }) => bridge)).toEqual(['other', 'mail']);
});
