import { expect, test } from 'vitest';
import { countTests } from '../../../scripts/count-tests.mjs';

const file = (status: string, ...states: string[]) => ({
  status,
  assertionResults: states.map((state) => ({ status: state })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

test.each([
  ['all pass', report(file('passed', 'passed', 'passed')), 0, [2, 0, 0]],
  ['one fails', report(file('failed', 'passed', 'failed')), 1, [1, 1, 0]],
  ['one is left out', report(file('passed', 'passed', 'pending')), 0, [1, 0, 1]],
  ['a file does not load', report(file('passed', 'passed'), file('failed')), 1, [1, 1, 0]],
  ['an error belongs to no test', report(file('passed', 'passed')), 1, [1, 1, 0]],
  ['there is no report', null, 1, [0, 1, 0]],
])('counts tests when %s', (_, results, exitCode, [passed, failed, skipped]) => {
  expect(countTests(results, exitCode)).toEqual({ passed, failed, skipped });
});
