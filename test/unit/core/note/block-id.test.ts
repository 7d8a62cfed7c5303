import { expect, test } from 'vitest';
import { blockIdAt } from '../../../../src/core/note/block-id.js';

test.each([
  ['4. [ ] ✋ Send ^s4', 's4', 14],
  ['Send ^s4  \t', 's4', 5],
  ['Send\t^A-b-9', 'A-b-9', 5],
  ['^alone', 'alone', 0],
  ['Send ^one ^two', 'two', 10],
])('%j ends with the block id %j', (line, id, index) => {
  expect(blockIdAt(line)).toEqual({ id, index });
});

test.each(['', '^', 'Send', 'Send^s4', 'Send ^', 'Send ^s4.', 'Send ^s_4', 'Send ^sé', 'a ^s4 b'])(
  '%j has no block id',
  (line) => {
    expect(blockIdAt(line)).toBeNull();
  },
);
