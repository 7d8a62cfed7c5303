import { expect, test } from 'vitest';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import {
  newDeviceConfig,
  type BridgeConfig,
} from '../../../../../src/core/settings/device-config.js';
import { addBridges } from '../../../../../src/mcp/client/add-bridges.js';
import {
  practiceBridge,
  withPracticeBridge,
} from '../../../../../src/hosts/obsidian/bridges/practice-bridge.js';

const config = newDeviceConfig('d-abcdefghij', contractFolders());
const mail = (command: string): BridgeConfig => ({
  alias: 'mail',
  transport: 'stdio',
  command,
  args: [],
  env: {},
  timeLimitSeconds: 60,
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
