import type { Mutation } from '../mutation.js';

const task = 'test/unit/engine/tasks/task.test.ts';
const errorReport = 'test/unit/engine/tasks/error-report.test.ts';
const stages = 'test/unit/core/loop/stages.test.ts';
const planApproval = 'test/unit/engine/plans/plan-approval.test.ts';
const store = 'test/unit/hosts/node/disk/disk-note-store.test.ts';
const reconcile = 'src/engine/tasks/reconcile-task.ts';
const reports = 'src/engine/tasks/error-reports.ts';

/** Faults in how tasks move by themselves, and in what they stand on. */
export const loopMutations: readonly Mutation[] = [
  {
    name: 'a task with a plan skips the approval',
    file: 'src/core/loop/stages.ts',
    find: "{ event: 'PLAN', from: 'PLAN', to: 'APPROVE',",
    replace: "{ event: 'PLAN', from: 'PLAN', to: 'ACT',",
    tests: [stages, task],
  },
  {
    name: 'a task passes on whatever its notes say',
    file: 'src/core/loop/stages.ts',
    find: 'passages.find(({ from, isOpen }) => from === at && isOpen(facts))',
    replace: 'passages.find(({ from }) => from === at)',
    tests: [stages],
  },
  {
    name: 'the note of a task does not say its stage',
    file: reconcile,
    find: '...(resting.has(task.stage) ? { loop_state: task.stage } : {}),',
    replace: '',
    tests: [task],
  },
  {
    name: 'a note that was moved before a crash is moved again',
    file: reconcile,
    find: 'const isThere = path.startsWith(`${folder}/`);',
    replace: 'const isThere = false;',
    tests: [task],
  },
  {
    name: 'a task that can’t be written is not tried again',
    file: reconcile,
    find: '  context.lookAgainAt(`path:${path}`, context.clock.now() + retryMs);\n  const text',
    replace: '  const text',
    tests: [task],
  },
  {
    name: 'an item is taken while it is still being written',
    file: 'src/engine/tasks/accept-task.ts',
    find: 'isWork(path, text, note) && isSettled(context, path, text, settledMs)',
    replace: 'isWork(path, text, note)',
    tests: [task],
  },
  {
    name: 'a system without watches is not polled',
    file: 'src/hosts/node/disk/disk-note-watch.ts',
    find: 'goesPolling = poll();',
    replace: 'goesPolling = Promise.resolve(async () => undefined);',
    tests: [store],
  },
  {
    name: 'a plan in the folder of those that wait is worked',
    file: 'src/engine/plans/plan-approval.ts',
    find: "return waits && isIncomplete(plan.value) ? 'waits' : 'ordinary';",
    replace: "return 'ordinary';",
    tests: [planApproval],
  },
  {
    name: 'an approval by a move comes back against the move of a person',
    file: 'src/engine/plans/plan-approval.ts',
    find: 'known && !known.isFiled && !isMovedBack',
    replace: 'known && !known.isFiled',
    tests: [planApproval],
  },
  {
    name: 'a plan that waits is approved in any folder',
    file: 'src/engine/plans/plan-approval.ts',
    find: "known?.is === 'waits' && folder === null &&",
    replace: 'false &&',
    also: [
      {
        file: 'src/engine/plans/plan-approval.ts',
        find: "folder === 'approved' && is === 'waits'",
        replace: "is === 'waits'",
      },
    ],
    tests: [planApproval],
  },
  {
    name: 'an agent works a plan that waits in another folder',
    file: 'src/engine/vault/plan-notes.ts',
    find: " || book.planApprovals.of(taskId)?.is === 'waits'",
    replace: '',
    tests: [planApproval],
  },
  {
    name: 'an approval by a press is taken back after a crash',
    file: 'src/engine/ledger/plan-approvals.ts',
    find: "isFiled: is === 'waits', from });",
    replace: "isFiled: is === 'waits', from: undefined });",
    tests: [planApproval],
  },
  {
    name: 'the log of the day is not written again',
    file: 'src/engine/views/daily-log-writer.ts',
    find: 'if (this.context.book.daily.unwritten().length > 0) super.changed();',
    replace: '',
    tests: ['test/unit/engine/views/daily-log-writer.test.ts'],
  },
  {
    name: 'the lock of a process that was killed is left alone',
    file: 'src/hosts/desktop/files/file-lock.ts',
    find: "return systemErrorCode(error) === 'ESRCH';",
    replace: 'return false;',
    tests: ['test/unit/hosts/desktop/files/file-lock.test.ts'],
  },
  {
    name: 'the lock of a process that lives in another container is taken at once',
    file: 'src/hosts/desktop/files/file-lock.ts',
    find: '(pidSpace ?? null) !== ours',
    replace: 'false',
    tests: ['test/unit/hosts/desktop/files/file-lock.test.ts'],
  },
  {
    name: 'a box ticked in an error report does nothing',
    file: reports,
    find: '  const done = await act(context, answered);\n',
    replace: '  const done: Result<unknown> = ok(undefined);\n',
    tests: [errorReport],
  },
  {
    name: 'an item that can’t be read is not set aside',
    file: reports,
    find: 'return moveAsReported(context, path, { about, path: written.value });',
    replace: 'return written;',
    tests: [errorReport],
  },
  {
    name: 'a Dashboard that is there is an error',
    file: 'src/engine/operations/set-up-vault.ts',
    find: "created.ok || created.error.code === 'note_exists' ?",
    replace: 'created.ok ?',
    tests: ['test/unit/engine/operations/set-up-vault.test.ts'],
  },
];
