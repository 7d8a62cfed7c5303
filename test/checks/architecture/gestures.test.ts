import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from '../../support/project-files.js';

const sources = projectFiles().filter((path) =>
  /^(?:src|tools\/demo)\/.*\.(?:ts|svelte)$/.test(path),
);

/** The files that hold a word; comments count, so that nothing hides. */
const holding = (word: RegExp): string[] =>
  sources.filter((path) => word.test(readProjectFile(path))).sort();

test('only the host’s look at trusted events makes a gesture [GATE-5]', () => {
  expect(holding(/\bwitnessGesture\b/)).toEqual([
    'src/core/request/approval/gesture.ts',
    'src/hosts/obsidian/gestures/drag-watch.ts',
    'src/hosts/obsidian/gestures/gesture.ts',
  ]);
  expect(holding(/\bas (?:unknown as )?Gesture\b/)).toEqual([
    'src/core/request/approval/gesture.ts',
  ]);
});

test('only the stamp of a shown request is signed, and only people’s operations make one [GATE-5]', () => {
  expect(holding(/\.sign\(/)).toEqual([
    'src/engine/person-actions/shared/stamp-request.ts',
    'src/hosts/obsidian/storage/signing-key.ts',
  ]);
  expect(holding(/\bwithStamp\b/)).toEqual([
    'src/core/request/edit-request.ts',
    'src/engine/person-actions/shared/stamp-request.ts',
  ]);
  const users = holding(/\b(?:makeStamp|signContent)\b/);
  expect(users).toEqual([
    'src/engine/person-actions/approve-by-drag.ts',
    'src/engine/person-actions/approve.ts',
    'src/engine/person-actions/remote-actions.ts',
    'src/engine/person-actions/shared/stamp-request.ts',
  ]);
});

test('what only people do is reached by the plugin’s screens, and at a terminal what lets nothing run [GATE-5]', () => {
  const users = holding(/\.personActions\b/).filter((path) => !path.startsWith('src/engine/'));
  const atTerminal = users.filter((path) => !path.startsWith('src/hosts/obsidian/'));
  const called = atTerminal.map((path) => [
    path,
    [...readProjectFile(path).matchAll(/\bpersonActions\.(\w+)\(/g)].map(([, name]) => name),
  ]);
  expect(called).toEqual([
    [
      'src/hosts/node/cli/commands/decide-command.ts',
      [
        'withdraw',
        'bringBack',
        'takeOverByWord',
        'activatePlan',
        'approvePlan',
        'rejectPlan',
        'auditSeen',
      ],
    ],
    ['src/hosts/node/cli/commands/import-command.ts', ['confirmImportByWord']],
  ]);
});
