import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { citationsIn } from '../../../scripts/cited-requirements.mjs';
import { mutations } from '../../../tools/mutation/mutations.js';
import type { Requirement } from './judge-coverage.js';

interface GateMutations {
  /** By requirement: mutations that its tests notice. */
  readonly mutations: Readonly<Record<string, readonly string[]>>;
  /** By the words of the gate's design: the mutations that it asks for. */
  readonly design: Readonly<Record<string, readonly string[]>>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const listed = read('gate-mutations.json') as GateMutations;
const requirements = (read('requirements.json') as readonly Requirement[])
  .map(({ id }) => id)
  .filter((id) => id.startsWith('GATE-') || id === 'HOST-6');
const known = new Map(mutations.map((mutation) => [mutation.name, mutation]));

const cited = new Map<string, readonly string[]>();
function citesIn(file: string): readonly string[] {
  const ids = cited.get(file) ?? citationsIn(readFileSync(file, 'utf8'));
  cited.set(file, ids);
  return ids;
}

test('each requirement of the gate names mutations', () => {
  expect(Object.keys(listed.mutations).sort()).toEqual([...requirements].sort());
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

test.each(Object.entries(listed.design))('the design’s “%s” is tried', (_words, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
