import { expect, test } from 'vitest';
import {
  isEndedByApproval,
  isOurReason,
  reasonFor,
  withLostReason,
} from '../../../../src/core/plan/blocked-reason.js';

const of = (note: string, since: string) => reasonFor(note, 'r-1', since);
const utc = of('2026-02-21_email', '2026-02-21T10:30:00Z');

test.each([
  ...['2026-02-21', '2026-02-21T08:00', '2026-02-21 08:00', '2026-02-21T10:30:00.250+0100'].flatMap(
    (since): [string, string, boolean, boolean][] => [
      [`ours, since ${since}`, of('mail', since), true, true],
      [
        `ours, since ${since}, with more`,
        `${of('mail', since)}. Stop: Bob must agree`,
        false,
        false,
      ],
    ],
  ),
  ['ours, of a note whose name has spaces', of('mail to - STOP, Bob', '2026-02-21'), true, true],
  ['ours with more in the middle', utc.replace('email', 'email - STOP, Bob'), false, false],
  ['ours', utc, true, true],
  ['ours, with a date that is none', of('mail', 'soon'), false, true],
  ['an agent’s', 'Awaiting Human Approval: the mail to Ana', false, true],
  ['ours with more', `${utc}. And Bob must agree`, false, false],
  ['ours with more below', `${utc}\nAnd Bob must agree`, false, false],
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

test('a time that ends with blanks is one like any other', () => {
  expect(of('mail', '2026-02-21 \n')).toBe(of('mail', '2026-02-21'));
});

test('a reason that is removed with its block is kept in the log, once', () => {
  const blockedReason = 'Awaiting Human Approval: Bobs-signature since 2026-02-21';
  const inLog = { at: '', actor: 'Agent', action: 'Blocked', rationale: blockedReason, line: 1 };
  const why = (log: readonly (typeof inLog)[], reason: string | null = blockedReason) =>
    withLostReason('No approvals pending', { blockedReason: reason, log });
  expect(why([])).toBe(`No approvals pending. The plan’s reason was “${blockedReason}”.`);
  expect(why([inLog])).toBe('No approvals pending');
  expect(why([], null)).toBe('No approvals pending');
  // What is nobody’s form stays in the note.
  expect(why([], 'Holidays')).toBe('No approvals pending');
});
