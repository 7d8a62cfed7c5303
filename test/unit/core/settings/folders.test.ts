import { expect, test } from 'vitest';
import {
  confirmedDashboard,
  contractFolders,
  dashboardProblem,
  folderDifferences,
  nameDifferences,
  contractFolderOf,
} from '../../../../src/core/settings/folders.js';

test('the folders of the contract lie in the root, or below one folder', () => {
  expect(contractFolders()).toEqual({
    inbox: 'Inbox',
    needsAction: 'Needs_Action',
    plans: 'Plans',
    pending: 'Pending_Approval',
    approved: 'Approved',
    rejected: 'Rejected',
    donePlans: 'Done/Plans',
    doneActions: 'Done/Actions',
    archive: 'Archive',
    logs: 'Logs',
  });
  expect(contractFolders('Work/Countersign').donePlans).toBe('Work/Countersign/Done/Plans');
});

test.each([
  ['Approved/a.md', 'approved'],
  ['Approved/personal/a.md', 'approved'],
  ['Plans/pending/PLAN-2026-001.md', 'plans'],
  ['Done/Plans/PLAN-2026-001.md', 'donePlans'],
  ['Done/Actions/a.md', 'doneActions'],
  ['Logs/audit/d-aaaaaaaaaa-2026-02.jsonl', 'logs'],
  ['Needs_Action/ERROR.md', 'needsAction'],
])('%s lies in %s', (path, place) => {
  expect(contractFolderOf(contractFolders(), path)).toBe(place);
});

test.each([
  'Approved',
  'Approved.md',
  'Approved2/a.md',
  'Done/a.md',
  'Dashboard.md',
  'x/Approved/a.md',
  '',
  '/Approved/a.md',
])('%j lies in none', (path) => {
  expect(contractFolderOf(contractFolders(), path)).toBeNull();
});

test('below a base folder the root counts no more', () => {
  const folders = contractFolders('Countersign');
  expect(contractFolderOf(folders, 'Countersign/Approved/a.md')).toBe('approved');
  expect(contractFolderOf(folders, 'Approved/a.md')).toBeNull();
});

test('of folders in each other the inner one counts, whichever was named first', () => {
  const folders = {
    ...contractFolders(),
    pending: 'Work',
    approved: 'Work/Go',
    inbox: 'Work/Go/In',
  };
  expect(contractFolderOf(folders, 'Work/a.md')).toBe('pending');
  expect(contractFolderOf(folders, 'Work/Go/a.md')).toBe('approved');
  expect(contractFolderOf(folders, 'Work/Go/In/a.md')).toBe('inbox');
  expect(contractFolderOf(folders, 'Work/Going/a.md')).toBe('pending');
});

test('what differs is told folder by folder, old and new', () => {
  const folders = contractFolders();
  expect(folderDifferences(folders, contractFolders())).toEqual([]);
  expect(folderDifferences(folders, { ...folders, approved: 'Inbox', logs: 'log' })).toEqual([
    'approved: Approved → Inbox',
    'logs: Logs → log',
  ]);
});

test('the Dashboard is the usual note beside the folders until a person confirms another', () => {
  const folders = contractFolders('Work');
  expect(confirmedDashboard({ folders })).toBe('Work/Dashboard.md');
  expect(confirmedDashboard({ folders: { ...folders, inbox: 'In-tray' } })).toBe('Dashboard.md');
  expect(nameDifferences({ folders }, { folders, dashboard: 'Work/Dashboard.md' })).toEqual([]);
  expect(nameDifferences({ folders }, { folders, dashboard: 'Diary.md' })).toEqual([
    'Dashboard: Work/Dashboard.md → Diary.md',
  ]);
  const config = { folders, dashboard: 'Diary.md' };
  expect(dashboardProblem(config, 'Diary.md')).toBeNull();
  expect(dashboardProblem(config, 'Work/Dashboard.md')).toMatchObject({ code: 'settings_invalid' });
});
