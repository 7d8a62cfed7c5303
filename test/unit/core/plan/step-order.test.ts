import { describe, expect, test } from 'vitest';
import { parsePlan } from '../../../../src/core/plan/parse-plan.js';
import type { Plan, Step } from '../../../../src/core/plan/plan.js';
import {
  currentStep,
  dependencyCycle,
  findStep,
  openDependencies,
  stepByRef,
} from '../../../../src/core/plan/step-order.js';
import { planNote } from '../../../support/builders/plan-note.js';

function planOf(...steps: string[]): Plan {
  const roadmap = steps.map((step) => `- ${step}`).join('\n');
  const { plan } = parsePlan(planNote().replace('1. [ ] One\n2. [ ] Two', roadmap), 'Plans/a.md');
  if (plan === null) throw new Error('Not a plan');
  return plan;
}

const positions = (steps: readonly Step[] | null) => steps?.map(({ position }) => position) ?? null;

describe('what must come before a step', () => {
  test.each([
    ['all earlier open steps in linear order', ['[ ] a', '[x] b', '[ ] c'], 3, [1]],
    ['nothing before the first', ['[ ] a', '[ ] b'], 1, []],
    ['only what is declared', ['[ ] a', '[ ] b', '[ ] c (after 1)'], 3, [1]],
    ['declared by id', ['[ ] a ^first', '[ ] b', '[ ] c (after ^FIRST)'], 3, [1]],
    ['declared and done', ['[x] a', '[ ] b', '[ ] c (after 1)'], 3, []],
    ['a later step', ['[ ] a (after 2)', '[ ] b'], 1, [2]],
    ['all earlier ones if the declaration points nowhere', ['[ ] a', '[ ] b (after 9)'], 2, [1]],
    ['a box of another mark is not done', ['[-] a', '[ ] b'], 2, [1]],
  ])('%s', (_name, steps, position, expected) => {
    const plan = planOf(...steps);
    const step = findStep(plan, position);
    expect(step && positions(openDependencies(plan, step))).toEqual(expected);
  });
});

describe('the current step', () => {
  test.each([
    ['the first open one', ['[x] a', '[ ] b', '[ ] c'], 2],
    ['none when all are done', ['[x] a', '[X] b'], null],
    ['none when there are none', [], null],
    [
      'the first whose dependencies are done',
      ['[ ] a (after 2)', '[ ] b (after 3)', '[ ] c (after 4)', '[x] d'],
      3,
    ],
    [
      'not a linear one behind an open step',
      ['[ ] a (after 3)', '[ ] b', '[ ] c (after 4)', '[x] d'],
      3,
    ],
    ['the first open one in a cycle', ['[x] z', '[ ] a (after 3)', '[ ] b (after 2)'], 2],
    [
      'never a later one with an unknown dependency',
      ['[ ] a (after 2)', '[ ] b', '[ ] c (after s9)'],
      1,
    ],
    ['none when what is left is set aside', ['[x] a', '[-] b'], null],
    ['not one that is set aside', ['[x] a', '[-] b', '[ ] c', '[ ] d'], 3],
    ['one in progress', ['[x] a', '[/] b', '[ ] c'], 2],
    [
      'the first whose dependencies are not set aside',
      ['[>] a', '[ ] b', '[ ] c (after 4)', '[x] d'],
      3,
    ],
    ['the first open one with an unknown dependency', ['[x] z', '[ ] a (after s9)', '[ ] b'], 2],
  ])('is %s', (_name, steps, expected) => {
    expect(currentStep(planOf(...steps))?.position ?? null).toBe(expected);
  });

  test('has no open dependency unless every open step has one', () => {
    const plan = planOf('[ ] a (after 3)', '[ ] b', '[ ] c (after 4)', '[x] d');
    const current = currentStep(plan);
    expect(current && openDependencies(plan, current)).toEqual([]);
  });
});

describe('finding a step', () => {
  const plan = planOf('[ ] a ^s2', '[ ] b ^s7', '[ ] c');
  test.each([
    [1, 1],
    ['1', 1],
    ['s2', 1],
    ['^s2', 1],
    [' ^S7 ', 2],
    [3, 3],
    ['s3', null],
    [0, null],
    [4, null],
    [1.5, null],
    ['', null],
    ['^', null],
    ['-1', null],
  ])('%j is the step %j', (ref, expected) => {
    expect(findStep(plan, ref)?.position ?? null).toBe(expected);
  });

  test('by id or by position', () => {
    expect(stepByRef(plan, { id: 's7' })?.position).toBe(2);
    expect(stepByRef(plan, { position: 3 })?.position).toBe(3);
    expect(stepByRef(plan, { id: 'none' })).toBeNull();
  });
});

describe('a cycle of dependencies', () => {
  test.each([
    ['none in linear order', ['[ ] a', '[ ] b'], null],
    ['none in a tree', ['[ ] a', '[ ] b (after 1)', '[ ] c (after 1, 2)'], null],
    ['one step on itself', ['[ ] a', '[ ] b (after 2)'], [2]],
    ['two steps', ['[ ] a (after 2)', '[ ] b (after 1)'], [1, 2]],
    ['one through the linear order', ['[ ] a (after 3)', '[ ] b', '[ ] c'], [1, 3, 2]],
    ['none once a step of it is done', ['[x] a (after 2)', '[ ] b (after 1)'], null],
  ])('%s', (_name, steps, expected) => {
    expect(positions(dependencyCycle(planOf(...steps)))).toEqual(expected);
  });
});
