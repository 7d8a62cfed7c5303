import type { Mutation } from '../mutation.js';

const header = 'test/unit/core/plan/bad-plan.test.ts';
const parse = 'test/unit/core/plan/parse-plan.test.ts';
const laws = 'test/unit/core/plan/plan-laws.test.ts';
const editing = 'test/unit/core/plan/edit-plan.test.ts';
const entry = 'test/unit/core/plan/log-entry.test.ts';
const machine = 'test/unit/core/plan/rules/plan-transitions.test.ts';
const initialize = 'test/unit/engine/operations/new-plans/initialize-plan.test.ts';
const update = 'test/unit/engine/operations/update-plan-step.test.ts';
const add = 'test/unit/engine/operations/add-plan-step.test.ts';
const logging = 'test/unit/engine/operations/log-reasoning.test.ts';
const archive = 'test/unit/engine/operations/archive-plan.test.ts';
const nineSteps = 'test/unit/engine/operations/nine-steps.test.ts';
const plans = 'test/unit/engine/plans/reconcile-plan.test.ts';
const unreadable = 'test/unit/engine/plans/broken-plans.test.ts';
const golden = 'test/unit/engine/golden-mission.test.ts';

/** Faults in how plan notes are read, written and changed. */
export const noteMutations: readonly Mutation[] = [
  {
    name: 'the audit log does not say what was logged in a plan, and why',
    file: 'src/engine/operations/log-reasoning.ts',
    find: 'detail: `${action.value} — ${rationale.value}`,',
    replace: "detail: 'An entry was logged.',",
    tests: [logging],
  },
  {
    name: 'any word is a priority',
    file: 'src/core/plan/plan-header.ts',
    find: 'read: (value) => oneOf(PRIORITIES, value),',
    replace: "read: (value) => oneOf(PRIORITIES, value) ?? 'low',",
    tests: [header],
  },
  {
    name: 'a plan needs no source',
    file: 'src/core/plan/plan-header.ts',
    find: "read: (value) => (value.trim() === '' ? null : value),",
    replace: 'read: (value) => value,',
    tests: [header],
  },
  {
    name: 'the status is read as it is written, in any case',
    file: 'src/core/plan/plan-header.ts',
    find: 'return allowed.find((word) => word.toLowerCase() === wanted) ?? null;',
    replace: 'return allowed.some((word) => word.toLowerCase() === wanted) ? wanted : null;',
    tests: [parse, header],
  },
  {
    name: 'a new plan has no priority',
    file: 'src/core/plan/render-plan.ts',
    find: '`priority: ${plan.priority}`,',
    replace: '',
    tests: [editing, laws, initialize],
  },
  {
    name: 'a new plan has its log above its steps',
    file: 'src/core/plan/render-plan.ts',
    find: "'## Roadmap',\n      ...plan.steps.map((step, index) => stepLine(step, index + 1, needed, plan.steps.length)),\n      '',\n      '## Reasoning Logs',\n      ...plan.log.map(formatLogEntry),",
    replace:
      "'## Reasoning Logs',\n      ...plan.log.map(formatLogEntry),\n      '',\n      '## Roadmap',\n      ...plan.steps.map((step, index) => stepLine(step, index + 1, needed, plan.steps.length)),",
    tests: [editing, initialize],
  },
  {
    name: 'a new plan shows no ✋',
    file: 'src/core/plan/render-plan.ts',
    find: "...(gated ? ['✋'] : []),",
    replace: '',
    tests: [editing, laws, initialize],
  },
  {
    name: 'a ✋ step is read as any other',
    file: 'src/core/plan/step-line.ts',
    find: 'let gated = HAND.test(text);',
    replace: 'let gated = false;',
    tests: [parse, laws],
  },
  {
    name: 'an entry goes to the top of the log',
    file: 'src/core/plan/parse-plan.ts',
    find: 'logEnd: logEndOf(body, logs),',
    replace: 'logEnd: logs.contentStart,',
    tests: [logging, update],
  },
  {
    name: 'an entry takes the place of the last line of the log',
    file: 'src/core/plan/edit-plan.ts',
    find: 'return [{ at: logEnd, remove: 0, insert }];',
    replace:
      "const before = text.lastIndexOf('\\n', logEnd - 2) + 1;\n  return [{ at: before, remove: logEnd - before, insert }];",
    tests: [laws, logging, plans],
  },
  {
    name: 'an entry has no time',
    file: 'src/core/plan/log-entry.ts',
    find: 'return `- [${at}] ',
    replace: 'return at === null ? at : `- ',
    tests: [entry, update, logging],
  },
  {
    name: 'an entry does not say why',
    file: 'src/core/plan/log-entry.ts',
    find: "const said = rationale === '' ? [plain + end] :",
    replace: "const said = rationale !== '' ? [plain + end] :",
    tests: [entry, update, golden],
  },
  {
    name: 'an entry does not say who',
    file: 'src/core/plan/log-entry.ts',
    find: "withIsolates(written(record.actor.replaceAll(':', ' ')))",
    replace: "'Agent'",
    tests: [entry, logging],
  },
  {
    name: 'an entry without brackets is not read',
    file: 'src/core/plan/log-entry.ts',
    find: "const bracketed = line[at] === '[';",
    replace: "const bracketed = line[at] === '[';\n  if (!bracketed) return null;",
    tests: [entry],
  },
  {
    name: 'a Draft can be completed',
    file: 'src/core/plan/rules/plan-transitions.ts',
    find: "Draft: { START: 'Active',",
    replace: "Draft: { COMPLETE: 'Done', START: 'Active',",
    tests: [machine],
  },
  {
    name: 'what waits for a person can be completed',
    file: 'src/core/plan/rules/plan-transitions.ts',
    find: "Blocked: { UNBLOCK: 'Active',",
    replace: "Blocked: { COMPLETE: 'Done', UNBLOCK: 'Active',",
    tests: [machine],
  },
  {
    name: 'a blocked plan cannot be cancelled',
    file: 'src/core/plan/rules/plan-transitions.ts',
    find: "Blocked: { UNBLOCK: 'Active', CANCEL: 'Cancelled' },",
    replace: "Blocked: { UNBLOCK: 'Active' },",
    tests: [machine],
  },
  {
    name: 'a completed step is not ticked',
    file: 'src/engine/operations/update-plan-step.ts',
    find: '...tickStep(plan, step.value),',
    replace: '...tickStep(plan, { ...step.value, done: true }),',
    tests: [update, 'test/unit/engine/views/dashboard-writer.test.ts'],
  },
  {
    name: 'a box is ticked one character too far',
    file: 'src/core/plan/edit-plan.ts',
    find: 'return { at: step.markAt, remove: step.mark.length, insert: mark };',
    replace: 'return { at: step.markAt, remove: step.mark.length + 1, insert: mark };',
    tests: [update, laws, 'test/unit/engine/views/dashboard-writer.test.ts'],
  },
  {
    name: 'completing a step is not logged',
    file: 'src/engine/operations/update-plan-step.ts',
    find: '...appendLog(plan, [',
    replace: '...((_plan: Plan, _entries: readonly unknown[]): [] => [])(plan, [',
    tests: [update, golden],
  },
  {
    name: 'a skipped step is logged as completed',
    file: 'src/engine/operations/update-plan-step.ts',
    find: '? `Skipped step ${step.value.position}`',
    replace: '? `Marked step ${step.value.position} complete`',
    tests: [add],
  },
  {
    name: 'a step is added without a word why',
    file: 'src/engine/operations/add-plan-step.ts',
    find: 'return [{ at, remove: 0, insert }, ...appendLog(current, [entry])];',
    replace: 'return entry.at === insert ? [] : [{ at, remove: 0, insert }];',
    tests: [add],
  },
  {
    name: 'what we wrote last counts, not what a person made of it',
    file: 'src/engine/vault/plan-notes.ts',
    find: 'const written = await writePlan(context, found.value, (text) => {',
    replace:
      'const written = await writePlan(context, found.value, (now) => {\n    const text = lastWritten.get(context.index)?.get(path) ?? now;',
    also: [
      {
        file: 'src/engine/vault/plan-notes.ts',
        find: 'export async function editPlan(',
        replace:
          'const lastWritten = new WeakMap<object, Map<string, string>>();\nexport async function editPlan(',
      },
      {
        file: 'src/engine/vault/plan-notes.ts',
        find: 'if (!written.ok) return written;',
        replace:
          'if (!written.ok) return written;\n  lastWritten.set(context.index, new Map([[path, written.value]]));',
      },
    ],
    tests: [plans],
  },
  {
    name: 'a plan that cannot be read is not told of',
    file: 'src/engine/imports/reconcile-path.ts',
    find: 'if (!problem) return [];\n      const more',
    replace: "if (!problem || entry.of === 'plan') return [];\n      const more",
    tests: [unreadable],
  },
  {
    name: 'a plan that cannot be read is touched',
    file: 'src/engine/imports/reconcile-path.ts',
    find: 'const [problem] = entry.problems;',
    replace:
      "const [problem] = entry.problems;\n      await context.notes.update(path, (text) => (text.endsWith('\\n\\n') ? null : `${text}\\n`));",
    tests: [unreadable],
  },
  {
    name: 'a step may be ticked before its turn without a warning',
    file: 'src/core/plan/rules/checkpoint-warnings.ts',
    find: 'const told = [...tickedTooEarly(plan), ...openButLogged(plan)];',
    replace: 'const told = [...tickedTooEarly(plan).slice(9), ...openButLogged(plan)];',
    tests: [nineSteps],
  },
  {
    name: 'only the order of the lines counts, not what a step waits for',
    file: 'src/core/plan/rules/checkpoint-warnings.ts',
    find: 'const declared = step.after?.map(find);',
    replace: 'const declared = step.after?.slice(9).map(find);',
    tests: [nineSteps],
  },
  {
    name: 'a plan with open steps is archived',
    file: 'src/engine/operations/archive-plan.ts',
    find: 'if (!finished && first) {',
    replace: 'if (finished && first) {',
    tests: [archive],
  },
  {
    name: 'a finished plan goes to the archive of what was given up',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: "const folder = summary.status === 'Done' ? folders.donePlans : folders.archive;",
    replace: "const folder = summary.status !== 'Done' ? folders.donePlans : folders.archive;",
    tests: [archive, plans],
  },
  {
    name: 'a plan loses the end of its log when it is completed',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: "edits: endBlock(plan, 'Done', entry),",
    replace:
      "edits: [...endBlock(plan, 'Done', entry), { at: plan.logEnd - 9, remove: 8, insert: '' }],",
    tests: [archive, plans],
  },
];
