import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyed } from '../../../../src/ui/parts/keyed.js';

test('no two values have one key, and a value keeps its own while others come and go', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', '["a",1]', 'a 1')), (values) => {
      const keys = keyed(values, (value) => value).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
  const [first] = keyed(['b'], (value) => value);
  expect(keyed(['a', 'b', 'c'], (value) => value)[1]).toEqual(first);
});
