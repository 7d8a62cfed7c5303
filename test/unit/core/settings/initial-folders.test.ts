import { expect, test } from 'vitest';
import { contractFolders, initialFolders } from '../../../../src/core/settings/folders.js';

test.each(['', 'Work', 'Büro/数据', 'Inbox'])(
  "the contract's own names below one base folder count as confirmed: “%s”",
  (base) => {
    expect(initialFolders(contractFolders(base))).toEqual(contractFolders(base));
  },
);

test.each([
  ['two that are swapped', { pending: 'Approved', approved: 'Pending_Approval' }],
  ['one below another base', { approved: 'Other/Approved' }],
  ['one of its own', { inbox: 'In' }],
])('names that nobody was shown do not: %s', (_, change) => {
  const folders = { ...contractFolders(), ...change };
  expect(initialFolders(folders)).toEqual(contractFolders());
});
