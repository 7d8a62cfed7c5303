import { expect, test } from 'vitest';
import {
  isEndedByApproval,
  isOurReason,
  reasonFor,
} from '../../../src/core/plan/blocked-reason.js';

const utc = reasonFor('2026-02-21_email', '2026-02-21T10:30:00Z');
const local = reasonFor('mail of 3 since May', '2026-02-21T10:30:00.250+01:00');

test.each([
  ['ours', utc, true, true],
  ['ours, with a time of another zone', local, true, true],
  ['ours, with a date that is none', reasonFor('mail', 'soon'), false, true],
  ['an agent’s', 'Awaiting Human Approval: the mail to Ana', false, true],
  ['ours with more', `${utc}. And Bob must agree`, false, false],
  ['ours with more below', `${local}\nAnd Bob must agree`, false, false],
  [
    'ours with more, also since a time',
    `${utc}. Stop since 2026-02-22T10:30:00Z, Bob`,
    false,
    false,
  ],
  ['a person’s', 'Holidays', false, false],
])('a reason that is %s', (_what, reason, isOurs, endsByApproval) => {
  expect([isOurReason(reason), isEndedByApproval(reason)]).toEqual([isOurs, endsByApproval]);
});

test('no reason is ended by no approval', () => {
  expect(isEndedByApproval(null)).toBe(false);
});
