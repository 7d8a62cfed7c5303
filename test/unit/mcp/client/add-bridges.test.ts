import { expect, test } from 'vitest';
import { contractFolders } from '../../../../src/core/settings/folders.js';
import {
  newDeviceConfig,
  type BridgeConfig,
  type Route,
} from '../../../../src/core/settings/device-config.js';
import { addBridges, formatKept } from '../../../../src/mcp/client/add-bridges.js';
import { practiceBridge } from '../../../../src/hosts/obsidian/bridges/practice-bridge.js';

const config = newDeviceConfig('d-abcdefghij', contractFolders());
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

test('a server of a name that exists keeps the limit, the arguments and the check that a person set', () => {
  const once = addBridges(config, [mail('mcp-mail-server')]);
  const own = { arguments: { bcc: 'archive@example.com' }, success: '^ok$', budgetPerHour: 0 };
  const set = { ...once, routes: once.routes.map((route) => ({ ...route, ...own })) };
  const again = addBridges(set, [{ ...mail('mcp-mail-server'), timeLimitSeconds: 9 }]);
  expect(again.routes).toEqual(set.routes);
  expect(again.bridges.map(({ timeLimitSeconds }) => timeLimitSeconds)).toEqual([60]);
  const server = mail('mcp-mail-server');
  expect(formatKept(set, server)).toBe(' and keeps its hourly limits and arguments');
  expect(formatKept(once, server)).toBe('');
  expect(formatKept(set, { ...server, alias: 'other' })).toBe('');
});

test('another tool brings the check of its own answers, and an unchecked route gets one', () => {
  const [route] = addBridges(config, [mail('mcp-mail-server')]).routes;
  const withRoute = (own: Partial<Route>) => ({ ...config, routes: [{ ...route!, ...own }] });
  const other = withRoute({ tool: 'other', success: '^ok$', budgetPerHour: 0 });
  for (const before of [other, withRoute({ success: null, budgetPerHour: 0 })]) {
    const after = addBridges(before, [mail('mcp-mail-server')]);
    expect(after.routes).toEqual([{ ...route, budgetPerHour: 0 }]);
  }
});
