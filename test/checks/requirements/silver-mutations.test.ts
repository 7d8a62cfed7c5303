import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ownMutations, silverMutations } from '../../../tools/mutation/silver-mutations.js';
import { citationsIn } from '../../../scripts/cited-requirements.mjs';
import type { Requirement } from './judge-coverage.js';

interface SilverMutations {
  /** By requirement: mutations of which each makes a test fail that cites it. */
  readonly mutations: Readonly<Record<string, readonly string[]>>;
  /** By requirement: why no mutation can show that its tests can fail. */
  readonly reasons: Readonly<Record<string, string>>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const listed = read('silver-mutations.json') as SilverMutations;
const requirements = (read('requirements.json') as readonly Requirement[])
  .map(({ id }) => id)
  .filter((id) => /^(?:(?:US|EC|FR-|SC-|R|SEED-|LOOP-|SPEC-04\.|SUB-)\d|HOST-2$)/.test(id));
const known = new Map(silverMutations.map((mutation) => [mutation.name, mutation]));

const cited = new Map<string, readonly string[]>();
function citesIn(file: string): readonly string[] {
  const ids = cited.get(file) ?? citationsIn(readFileSync(file, 'utf8'));
  cited.set(file, ids);
  return ids;
}

test('each Silver requirement that a test cites, and that of moves, names mutations, or why there can be none', () => {
  const named = [...Object.keys(listed.mutations), ...Object.keys(listed.reasons)];
  expect(named.sort()).toEqual([...requirements].sort());
});

test('each mutation is named by a requirement', () => {
  expect(ownMutations.filter(({ name }) => !known.has(name))).toEqual([]);
});

describe.each(Object.entries(listed.mutations))('%s', (id, names) => {
  test('names a mutation', () => {
    expect(names.length).toBeGreaterThan(0);
  });

  test.each(names)('is cited by tests that notice: %s', (name) => {
    const mutation = known.get(name);
    expect(mutation, `There is no mutation “${name}”`).toBeDefined();
    expect(mutation?.tests.filter((file) => citesIn(file).includes(id))).not.toEqual([]);
  });
});

test.each(Object.entries(listed.reasons))('%s says why no mutation can show it', (_id, reason) => {
  expect(reason.length).toBeGreaterThan(20);
});
