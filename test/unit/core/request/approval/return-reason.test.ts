import { expect, test } from 'vitest';
import {
  formatReturnReason,
  changedInReason,
  changedSince,
} from '../../../../../src/core/request/approval/return-reason.js';

test.each(Object.entries(changedSince))(
  'an older record that says only “%s” in words is read as that',
  (what, words) => {
    expect(changedInReason(words)).toBe(what);
  },
);

test('a reason that says nothing of a change is shown as it is', () => {
  expect(changedInReason('It was taken back.')).toBeUndefined();
  expect(formatReturnReason('It was taken back.', undefined, true)).toEqual({
    heading: 'Not sent',
    detail: 'It was taken back.',
  });
});
