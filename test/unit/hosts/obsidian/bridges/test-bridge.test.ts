import { expect, test } from 'vitest';
import { formatImportedServers } from '../../../../../src/hosts/obsidian/bridges/test-bridge.js';

test.each([
  [1, 0, 0, '1 server ready'],
  [0, 1, 0, '1 server can’t be used yet'],
  [0, 2, 1, '2 servers can’t be used yet, 1 not imported'],
  [2, 1, 1, '2 servers ready, 1 can’t be used yet, 1 not imported'],
])('%i servers ready, %i failed, %i left out', (ready, failed, leftOut, words) => {
  expect(formatImportedServers(ready, failed, leftOut)).toBe(words);
});
