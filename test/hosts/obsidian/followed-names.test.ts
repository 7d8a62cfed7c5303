import { expect, test } from 'vitest';
import { newVaultSettings } from '../../../src/core/settings/vault-settings.js';
import { followRename } from '../../../src/hosts/obsidian/followed-names.js';

const settings = newVaultSettings('v-abcdefghij', 'Work');

test.each([
  ['a contract folder', 'Work/Approved', 'Work/Ok', { approved: 'Work/Ok' }],
  [
    'a folder that holds two of them',
    'Work/Done',
    'Past',
    { donePlans: 'Past/Plans', doneActions: 'Past/Actions' },
  ],
  ['a contract folder that is moved', 'Work/Inbox', 'Inbox', { inbox: 'Inbox' }],
])('a rename of %s is followed', (_, from, to, folders) => {
  expect(followRename(settings, from, to)).toEqual({
    ...settings,
    folders: { ...settings.folders, ...folders },
  });
});

test('a rename of the base folder takes everything along, the Dashboard too', () => {
  expect(followRename(settings, 'Work', 'Office')).toEqual(
    newVaultSettings('v-abcdefghij', 'Office'),
  );
});

test('a rename of the Dashboard alone is followed', () => {
  expect(followRename(settings, 'Work/Dashboard.md', 'Home.md').dashboard).toBe('Home.md');
});

test.each([
  ['a note in a contract folder', 'Work/Approved/x.md', 'Work/Pending_Approval/x.md'],
  ['a folder whose name begins alike', 'Work/Approved too', 'Other'],
  ['a folder below one of ours', 'Work/Plans/client', 'Work/Plans/customer'],
])('a rename of %s changes no setting', (_, from, to) => {
  expect(followRename(settings, from, to)).toBe(settings);
});
