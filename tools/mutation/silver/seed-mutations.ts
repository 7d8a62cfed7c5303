import type { Mutation } from '../mutation.js';

const foreign = 'test/unit/core/request/imports/external-request.test.ts';
const plans = 'test/unit/engine/plans/reconcile-plan.test.ts';
const dashboard = 'test/unit/core/views/dashboard-text.test.ts';
const startPlan = 'test/unit/engine/operations/new-plans/start-plan.test.ts';
const returned = 'test/unit/engine/requests/returned-requests.test.ts';
const unreadable = 'test/unit/engine/plans/broken-plans.test.ts';
const resume = 'test/unit/engine/operations/resume-plan.test.ts';
const notifier = 'test/unit/hosts/obsidian/lifecycle/notice-notifier.test.ts';
const activate = 'test/unit/engine/person-actions/plans/activate-plan.test.ts';
const broken = 'src/engine/plans/broken-plans.ts';

/** Faults in what the seeds ask for beside the numbered requirements, and in how plans end, break and are resumed. */
export const seedMutations: readonly Mutation[] = [
  {
    name: 'the type in a file name is not read',
    file: 'src/core/request/imports/external-request.ts',
    find: 'if (form) return { form, actionType:',
    replace: "if (form?.platform === '') return { form, actionType:",
    tests: [foreign],
  },
  {
    name: 'the alert of a plan that waits names no step',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: ", step ${step?.position ?? '?'} (${quoted(step?.text ?? String(blocker.stepId))}).",
    replace: '.',
    tests: [plans],
  },
  {
    name: 'the statistics name no plan',
    file: 'src/core/views/dashboard-text.ts',
    find: "${view.counts.blocked}${idsOf(view, 'Blocked')}",
    replace: '${view.counts.blocked}',
    tests: [dashboard],
  },
  {
    name: 'a request asked for is told without its step',
    file: 'src/engine/operations/requests/draft-external-action.ts',
    find: "${place.value ? ` for step ${place.value.step.position}` : ''}",
    replace: '',
    tests: ['test/unit/engine/golden-mission.test.ts'],
  },
  {
    name: 'the context of a plan is the whole item',
    file: 'src/core/task/brief-context.ts',
    find: 'const mostSentences = 3;',
    replace: 'const mostSentences = 300;',
    tests: [startPlan],
  },
  {
    name: 'a mission does not say how many steps are done',
    file: 'src/core/views/dashboard-text.ts',
    find: 'return `Completed ${doneSteps} of ',
    replace: 'return `${doneSteps} of ',
    tests: [dashboard, startPlan],
  },
  {
    name: 'a request without an end times out',
    file: 'src/engine/gate/preconditions.ts',
    find: 'const expiresMs = expires === null ? null : readInstant(expires)?.ms;',
    replace: "const expiresMs = readInstant(expires ?? '2026-12-31T00:00:00Z')?.ms ?? null;",
    tests: [returned],
  },
  {
    name: 'a plan that stays broken is reported to nobody',
    file: broken,
    find: '  if (seen.isReported) return;\n  const dueMs',
    replace: '  if (seen.what !== null) return;\n  const dueMs',
    tests: [unreadable],
  },
  {
    name: 'a plan that stays broken has no error report',
    file: broken,
    find: '(await writeErrorReport(context, reportOf(context, entry, id))).ok',
    replace: 'true',
    tests: [unreadable],
  },
  {
    name: 'a plan is reported as broken while somebody types in it',
    file: broken,
    find: 'const patienceMs = 60_000;',
    replace: 'const patienceMs = 0;',
    tests: [unreadable],
  },
  {
    name: 'a plan that broke again is not reported again',
    file: broken,
    find: '  earlier.brokenPlans.delete(path);\n',
    replace: '  earlier.brokenPlans.has(path);\n',
    tests: [unreadable],
  },
  {
    name: 'a start goes on before it says with which plan',
    file: 'src/engine/engine.ts',
    find: 'if (resuming !== null) options.notifier.notify(',
    replace:
      'if (resuming !== null) setTimeout(() => options.notifier.notify({ level: "info", text: resuming }), 50);\n    if (resuming === "") options.notifier.notify(',
    tests: [resume],
  },
  {
    name: 'where the panel is closed, nobody hears which plan goes on',
    file: 'src/hosts/obsidian/lifecycle/notice-notifier.ts',
    find: '    if (greets) this.greet(text);\n',
    replace: '',
    tests: [notifier],
  },
  {
    name: 'an action is drafted for a plan that nobody started',
    file: 'src/engine/operations/requests/draft-external-action.ts',
    find: "  if (status === 'Draft') {\n    return fail(\n      'plan_not_started',",
    replace: "  if (path === '') {\n    return fail(\n      'plan_not_started',",
    tests: [activate],
  },
  {
    name: 'a plan that a person reopened stays over',
    file: 'src/engine/ledger/planned-ids.ts',
    find: "if (event === 'plan_reopened') return null;",
    replace: '',
    tests: [activate],
  },
  {
    name: 'agents are not told how a request is answered',
    file: 'src/core/views/agent-examples.ts',
    find: '${answerLine(folders)}\n',
    replace: '\n',
    tests: ['test/unit/core/views/agent-examples.test.ts'],
    only: 'what an agent is told',
  },
  {
    name: 'a move in the app is not seen',
    file: 'src/hosts/obsidian/storage/notes/watch-files.ts',
    find: "vault.on('rename', moved)",
    replace: "vault.on('rename', () => undefined)",
    tests: ['test/unit/hosts/obsidian/storage/notes/moves.test.ts'],
  },
  {
    name: 'what stands below our section of an agent’s file is lost',
    file: 'src/core/views/agent-section.ts',
    find: 'return ok(text.slice(0, from) + ours + text.slice(to + end.length));',
    replace: 'return ok(text.slice(0, from) + ours);',
    tests: ['test/unit/core/views/agent-skill.test.ts'],
  },
  {
    name: 'who resumes a plan is not told the next step',
    file: 'src/core/mission/format-resume.ts',
    find: 'Next step: ${current.position} of ${steps.length}, ',
    replace: 'Next step: ',
    tests: ['test/e2e/demo.test.ts'],
  },
  {
    name: 'who waits is not told what the server answered',
    file: 'src/mcp/server/tools/request-tools.ts',
    find: ', ...contentOf(result)]',
    replace: ']',
    tests: ['test/e2e/demo.test.ts'],
  },
];
