import { expect, test } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import {
  formatImportedServers,
  testBridge,
} from '../../../../../src/hosts/obsidian/bridges/test-bridge.js';

test.each([
  ['The server "gone" can’t be reached: it ended.', 'Can’t be reached: it ended. Correct it.'],
  ['The server "other" ended.', 'The server "other" ended. Correct it.'],
])('beside the name of a server “%s” is said without it', async (message, says) => {
  const executor = {
    inspect: async () => fail('bridge_unreachable', message, 'Correct it.'),
  };
  expect(await testBridge(executor, 'gone')).toEqual({ tools: null, says });
});

test.each([
  [1, 0, 0, '1 server ready'],
  [0, 1, 0, '1 server can’t be used yet'],
  [0, 2, 1, '2 servers can’t be used yet, 1 not imported'],
  [2, 1, 1, '2 servers ready, 1 can’t be used yet, 1 not imported'],
])('%i servers ready, %i failed, %i left out', (ready, failed, leftOut, words) => {
  expect(formatImportedServers(ready, failed, leftOut)).toBe(words);
});
