import { expect, test } from 'vitest';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import {
  newDeviceConfig,
  type BridgeConfig,
} from '../../../../../src/core/settings/device-config.js';
import {
  addBridges,
  practiceBridge,
  withPracticeBridge,
} from '../../../../../src/hosts/obsidian/bridges/add-bridges.js';

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

test('a practice bridge never takes the place of a bridge of one’s own, whatever that is called', () => {
  const own = { ...mail('mine'), alias: 'practice' };
  const before = { ...config, bridges: [own, { ...own, alias: 'practice-2' }] };
  const { config: after, alias } = withPracticeBridge(before);
  expect(alias).toBe('practice-3');
  expect(after.bridges).toEqual([...before.bridges, { ...practiceBridge, alias }]);
  expect(withPracticeBridge(config).alias).toBe('practice');
});

test('a practice bridge that is there is used as it is', () => {
  const slow = { ...practiceBridge, alias: 'try', timeLimitSeconds: 99 };
  const before = { ...config, bridges: [slow] };
  expect(withPracticeBridge(before)).toEqual({ config: before, alias: 'try' });
  expect(withPracticeBridge(addBridges(before, [practiceBridge])).alias).toBe('practice');
});
