import { expect, test } from 'vitest';
import { missedDeadlines, withLater } from '../../../scripts/missed-deadlines.mjs';

const late = 'TimeoutError: locator.waitFor: Timeout 30000ms exceeded.';
const file = (name: string, ...failures: string[][]) => ({
  name,
  status: failures.length > 0 ? 'failed' : 'passed',
  assertionResults: [
    { status: 'passed', failureMessages: [] },
    ...failures.map((failureMessages) => ({ status: 'failed', failureMessages })),
  ],
});

test.each([
  ['the browser’s', late],
  ['the runner’s own', 'Error: STACK_TRACE_ERROR\n    at task (runner.js:1:1)'],
  ['of what a test looked for', 'Error: Waited in vain: it is filed\n    at until (until.ts:1:1)'],
])('tries a file once more that missed a deadline, %s', (_, message) => {
  const report = { testResults: [file('a.test.ts'), file('b.test.ts', [message], [message])] };
  expect(missedDeadlines(report)).toEqual(['b.test.ts']);
});

test.each([
  ['nothing failed', [file('a.test.ts')]],
  ['a result is wrong', [file('a.test.ts', ['AssertionError: expected 2 to be 1'])]],
  [
    'a result that was polled for is wrong',
    [file('a.test.ts', ['Error: expected 2 to be 1\n    at Proxy.__VITEST_POLL_CHAIN__'])],
  ],
  ['one test of a file is wrong', [file('a.test.ts', [late], ['Error: two mails'])]],
  ['another file is wrong', [file('a.test.ts', [late]), file('b.test.ts', ['Error: two mails'])]],
  ['a test missed one and was wrong', [file('a.test.ts', [late, 'Error: two mails'])]],
  ['a file does not load', [file('a.test.ts', [late]), { ...file('b.test.ts'), status: 'failed' }]],
  ['a test failed without a word', [file('a.test.ts', [])]],
  ['many missed theirs', ['a', 'b', 'c', 'd'].map((name) => file(name, [late]))],
])('tries none when %s', (_, testResults) => {
  expect(missedDeadlines({ testResults })).toEqual([]);
});

test('tries none without a report', () => {
  expect(missedDeadlines(null)).toEqual([]);
});

test('counts a file by its last run', () => {
  const [once, again] = [file('b.test.ts', [late]), file('b.test.ts')];
  const report = withLater({ testResults: [file('a.test.ts'), once] }, { testResults: [again] });
  expect(report).toEqual({ testResults: [file('a.test.ts'), again] });
});
