import { expect, test } from 'vitest';
import {
  findRecordedStep,
  whyNotTicked,
} from '../../../../../src/core/plan/rules/recorded-step.js';

test('words of a step do not go on as ours where it is said why none is ticked', () => {
  const step = { id: 's2', text: 'x” now. It was not sent “', gated: true, done: false };
  expect(whyNotTicked([step], { stepId: 's2', text: 'y”. Sent' })).toBe(
    'No step is ticked: ^s2 reads “x" now. It was not sent "” now, and read “y". Sent” before.',
  );
});

test.each([
  ['reads as recorded', 'Pay Bob', true],
  ['reads otherwise', 'Pay Ana', false],
  ['was not there when it was recorded', null, false],
  ['is of a record that does not say how it read', undefined, true],
])('a line whose id was recorded is that step if it %s: %s', (_how, text, isIt) => {
  const step = { id: 's2', text: 'Pay Bob', gated: true, done: false };
  expect(findRecordedStep([step], { stepId: 's2', text })).toBe(isIt ? step : null);
});
