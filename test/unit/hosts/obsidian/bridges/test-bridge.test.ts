import { expect, test } from 'vitest';
import { formatImportedServers } from '../../../../../src/hosts/obsidian/bridges/test-bridge.js';

test.each([
  [1, 0, '1 server imported'],
  [1, 1, '1 server imported, but it can’t be used yet'],
  [2, 0, '2 servers imported'],
  [2, 1, '2 servers imported; 1 can’t be used yet'],
  [2, 2, '2 servers imported, neither can be used yet'],
  [3, 3, '3 servers imported, none can be used yet'],
])('of %i imported servers %i failed their test', (count, failed, words) => {
  expect(formatImportedServers(count, failed)).toBe(words);
});
