import { expect, test } from 'vitest';
import { deepNestingAt } from '../../../../src/core/text/yaml-nesting.js';

test.each<[name: string, yaml: string, at: number]>([
  ['brackets', '['.repeat(1_000_000), 200],
  ['braces', 'a: {a: '.repeat(300), 199 * 7 + 7 + 3],
  ['both in turn', 'x\n' + '[{'.repeat(300), 202],
  ['brackets over lines', '[\n'.repeat(300), 400],
  ['lists in lists', '- '.repeat(500_000), 400],
  ['keys in keys', `a: 1\n${'? '.repeat(500_000)}`, 405],
  ['keys and lists', '? - '.repeat(200), 400],
  ['indentation', `a:\n${' '.repeat(500)}b: 1`, 403],
])('%s by the hundred are too deep, from there on', (_name, yaml, at) => {
  expect(deepNestingAt(yaml)).toBe(at);
});

test.each([
  ['nothing', ''],
  ['200 brackets', '['.repeat(200)],
  ['any number of closed ones', '[]'.repeat(10_000)],
  ['more closed than opened', ']'.repeat(1_000) + '['.repeat(200)],
  ['a long list', '- a\n'.repeat(10_000)],
  ['a rule of dashes', `text: |\n  ${'-'.repeat(5_000)}`],
  ['a long line', `text: ${'x - ? : '.repeat(5_000)}`],
  [
    '180 levels by indentation',
    Array.from({ length: 180 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  ],
])('%s: not too deep', (_name, yaml) => {
  expect(deepNestingAt(yaml)).toBeNull();
});
