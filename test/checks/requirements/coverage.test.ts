import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { citationsIn, citedRequirements } from '../../../scripts/cited-requirements.mjs';
import { judgeCoverage, type Requirement } from './judge-coverage.js';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

describe('the requirements', () => {
  const requirements = read('requirements.json') as readonly Requirement[];

  test('are each cited by a test', async () => {
    const citations = await citedRequirements(fileURLToPath(new URL('../..', import.meta.url)));
    expect(judgeCoverage(requirements, citations)).toEqual([]);
  });

  test('have an ID, a text and a source', () => {
    expect(requirements).toHaveLength(180);
    for (const { id, text, source } of requirements) {
      expect(id).toMatch(/^[A-Z]+-?\d[\d.]*$/);
      expect(text.trim()).not.toBe('');
      expect(source.trim()).not.toBe('');
    }
  });
});

describe('the judgement of coverage', () => {
  const requirements = ['A-1', 'A-2'].map((id) => ({ id, text: 'It works.', source: 'Somewhere' }));
  const cites = (...ids: string[]) => new Map(ids.map((id) => [id, ['a.test.ts']]));

  test.each([
    ['all cited', cites('A-1', 'A-2'), []],
    ['one uncited', cites('A-1'), ['A-2 is cited by no test.']],
    [
      'an unknown citation',
      cites('A-1', 'A-2', 'A-3'),
      ['A-3 is not a requirement, but a.test.ts cites it.'],
    ],
  ])('names what is wrong: %s', (_, citations, problems) => {
    expect(judgeCoverage(requirements, citations)).toEqual(problems);
  });
});

describe('a citation', () => {
  test.each([
    ['in a title', "test('ticks a box [A-1] [B2.3]', () => {});", ['A-1', 'B2.3']],
    ['in the title of a table', "test.each([['[A-9]']])('%s [A-1]', () => {});", ['A-1']],
    ['in a template', 'it(`${name}: keeps bytes [A-1]`, () => {});', ['A-1']],
    ['in a title of two parts', "test('one ' + 'two [A-1]', () => {});", ['A-1']],
    ['in a comment, which does not count', "test('works', () => {}); // [A-1]", []],
    ['in the body, which does not count', "test('works', () => { expect('[A-1]'); });", []],
    ['in a suite, which does not count', "describe('all [A-1]', () => {});", []],
    ['of no ID', "test('a list [1] and [x]', () => {});", []],
  ])('is read %s', (_, source, ids) => {
    expect(citationsIn(source)).toEqual(ids);
  });
});
