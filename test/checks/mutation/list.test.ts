import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCodes } from '../../../src/engine/gate/verdict.js';
import { editsOf, occurrences } from '../../../tools/mutation/mutation.js';
import { mutations } from '../../../tools/mutation/mutations.js';
import { ownMutations } from '../../../tools/mutation/silver-mutations.js';

const all = [...mutations, ...ownMutations];

test('each check of the gate is taken out by a mutation', () => {
  const taken = new Set(mutations.flatMap(({ check }) => check ?? []));
  expect(checkCodes.filter((code) => !taken.has(code))).toEqual([]);
});

test('no two mutations have one name', () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe('each mutation', () => {
  test.each(all.map((mutation) => [mutation.name, mutation] as const))(
    'changes one place, and names tests: %s',
    (_name, mutation) => {
      for (const { file, find, replace } of editsOf(mutation)) {
        expect(occurrences(readFileSync(file, 'utf8'), find), `${file}: ${find}`).toBe(1);
        expect(replace).not.toBe(find);
      }
      expect(mutation.tests.filter((file) => !existsSync(file))).toEqual([]);
    },
  );
});
