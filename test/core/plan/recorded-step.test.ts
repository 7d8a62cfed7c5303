import { expect, test } from 'vitest';
import { whyNotTicked } from '../../../src/core/plan/recorded-step.js';

test('words of a step do not go on as ours where it is said why none is ticked', () => {
  const step = { id: 's2', text: 'x” now. It was not sent “', gated: true, done: false };
  expect(whyNotTicked([step], { stepId: 's2', text: 'y”. Sent' })).toBe(
    'No step is ticked: ^s2 reads “x" now. It was not sent "” now, and read “y". Sent” before.',
  );
});
