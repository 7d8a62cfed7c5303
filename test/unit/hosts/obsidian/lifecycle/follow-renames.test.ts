import { expect, test } from 'vitest';
import { newVaultSettings } from '../../../../../src/core/settings/vault-settings.js';
import {
  followRename,
  followRenames,
} from '../../../../../src/hosts/obsidian/lifecycle/follow-renames.js';

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
  expect(followRename(settings, { from: from, to: to })).toEqual({
    ...settings,
    folders: { ...settings.folders, ...folders },
  });
});

test('a rename of the base folder takes everything along, the Dashboard too', () => {
  expect(followRename(settings, { from: 'Work', to: 'Office' })).toEqual(
    newVaultSettings('v-abcdefghij', 'Office'),
  );
});

test('a rename of the Dashboard alone is followed', () => {
  expect(followRename(settings, { from: 'Work/Dashboard.md', to: 'Home.md' }).dashboard).toBe(
    'Home.md',
  );
});

test.each([
  ['a note in a contract folder', 'Work/Approved/x.md', 'Work/Pending_Approval/x.md'],
  ['a folder whose name begins alike', 'Work/Approved too', 'Other'],
  ['a folder below one of ours', 'Work/Plans/client', 'Work/Plans/customer'],
])('a rename of %s changes no setting', (_, from, to) => {
  expect(followRename(settings, { from: from, to: to })).toBe(settings);
});

const file = 'data.json';

test('several renames are followed in their order', () => {
  const renames = [
    { from: 'Work/Approved', to: 'Work/Ok' },
    { from: 'Work/Pending_Approval', to: 'Work/Approved' },
  ];
  expect(followRenames(settings, renames, file)).toMatchObject({
    ok: true,
    value: { folders: { approved: 'Work/Ok', pending: 'Work/Approved' } },
  });
});

test.each([
  ['that the settings do not allow', 'Work/Approved', 'Work/Approved #1', 'is not a folder'],
  ['that another folder of ours has', 'Work/Approved', 'Work/Inbox', 'the same name'],
])('a rename to a name %s fails, and says which it was', (_, from, to, why) => {
  const later = { from: 'Work/Plans', to: 'Work/Missions' };
  const followed = followRenames(settings, [{ from, to }, later], file);
  expect(followed).toMatchObject({ ok: false, error: { code: 'settings_invalid', path: file } });
  const message = followed.ok ? '' : followed.error.message;
  expect(message).toContain(`“${from}” was renamed to “${to}”`);
  expect(message).toContain(why);
});

test('a name that was not allowed and is renamed back is none', () => {
  const there = { from: 'Work/Approved', to: 'Work/Approved #1' };
  const back = { from: there.to, to: there.from };
  expect(followRenames(settings, [there, back], file)).toEqual({ ok: true, value: settings });
});
