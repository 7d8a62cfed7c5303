import { expect, test } from 'vitest';
import { callWords } from '../../../src/core/request/call-words.js';
import type { ProposedCall } from '../../../src/core/request/request.js';

test.each<[ProposedCall['arguments'], string]>([
  [{}, 'email.list (no arguments)'],
  [{ to: null, all: true }, 'email.list (all: true, to: null)'],
])('a call with %j in one line: %s', (args, words) => {
  expect(callWords({ bridge: 'email', tool: 'list', arguments: args })).toBe(words);
});
