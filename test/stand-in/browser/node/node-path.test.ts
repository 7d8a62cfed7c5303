import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { posixPath } from './node-path.js';
import { runs } from '../../../support/run/test-length.js';

const path = posixPath('/cwd/of/app');
const part = fc.string({ unit: fc.constantFrom('/', '.', 'a', '.md', 'b c', 'ä'), maxLength: 8 });

test.each(['basename', 'dirname', 'extname', 'isAbsolute', 'normalize'] as const)(
  '%s is as in Node',
  (name) => {
    fc.assert(
      fc.property(part, (given) => {
        expect(path[name](given)).toBe(posix[name](given));
      }),
      { numRuns: runs(2_000) },
    );
  },
);

test('join and resolve are as in Node', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      expect(path.join(...parts)).toBe(posix.join(...parts));
      expect(path.resolve(...parts)).toBe(posix.resolve('/cwd/of/app', ...parts));
    }),
    { numRuns: runs(2_000) },
  );
});

test('basename leaves out an ending', () => {
  expect([path.basename('/a/b.md', '.md'), path.basename('.md', '.md')]).toEqual(['b', '.md']);
});
