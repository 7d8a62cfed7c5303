import { expect, test } from 'vitest';
import {
  formatFailedStatus,
  formatStatus,
  type Status,
} from '../../../../src/core/screens/format-status.js';

const runs: Status = { missions: 2, waiting: 1, paused: false, idle: null };

test.each<[string, Partial<Status>, string, string]>([
  [
    'counts missions and what waits',
    {},
    '2 plans, 1',
    'Countersign: 2 plans. 1 request waiting for approval. Opens the review.',
  ],
  [
    'is short when nothing waits',
    { missions: 1, waiting: 0 },
    '1 plan',
    'Countersign: 1 plan. Nothing is waiting for approval. Opens Current mission.',
  ],
  [
    'says when there is no mission',
    { missions: 0, waiting: 0 },
    'No plans',
    'Countersign: No plans. Nothing is waiting for approval. Opens Current mission.',
  ],
  [
    'says that actions are paused',
    { waiting: 3, paused: true },
    '2 plans, 3 · paused',
    'Countersign: 2 plans. 3 requests waiting for approval. All actions are paused. Opens the review.',
  ],
  [
    'says why nothing runs, rather than that it is paused',
    { waiting: 0, paused: true, idle: 'This device does not run actions.' },
    '2 plans · nothing runs here',
    'Countersign: 2 plans. Nothing is waiting for approval. This device does not run actions. Opens Current mission.',
  ],
])('the status bar %s', (_what, change, shown, said) => {
  const words = formatStatus({ ...runs, ...change });
  const [first = '', ...others] = words.shown;
  const waits = words.waiting > 0 ? `, ${words.waiting}` : '';
  expect([`${first}${waits}`, ...others].join(' · ')).toBe(shown);
  expect(words.spoken).toBe(said);
});

test('the status bar of a vault that cannot be opened says so', () => {
  const problem = { code: 'settings_invalid', message: 'The file is broken.', advice: '' } as const;
  expect(formatFailedStatus(problem)).toEqual({
    shown: ['Nothing runs'],
    waiting: 0,
    spoken: 'Countersign can’t work in this vault: The file is broken. Opens Current mission.',
  });
});
