import type { Mutation } from '../mutation.js';

const rules = 'src/core/plan/duplicates/decide-duplicates.ts';
const joining = 'src/core/plan/duplicates/join-logs.ts';
const consolidate = 'src/engine/plans/consolidate.ts';
const decide = 'test/unit/core/plan/duplicates/decide-duplicates.test.ts';
const join = 'test/unit/core/plan/duplicates/join-logs.test.ts';
const twins = 'test/unit/engine/plans/reconcile-duplicates.test.ts';
const crash = 'test/unit/engine/plans/duplicates-crash.test.ts';

/** Faults in how several plans for one task become one. */
export const twinMutations: readonly Mutation[] = [
  {
    name: 'the plan with fewer done steps is kept',
    file: rules,
    find: 'doneIn(b) - doneIn(a) ||',
    replace: 'doneIn(a) - doneIn(b) ||',
    tests: [decide, twins],
  },
  {
    name: 'plans with different objectives become one',
    file: rules,
    find: 'if (said(into.objective) !== said(from.objective))',
    replace: "if (said(into.objective) === '')",
    tests: [decide],
  },
  {
    name: 'a step that only the other plan has is dropped',
    file: rules,
    find: 'const [lacks] = lacking;',
    replace: 'const [lacks] = lacking.slice(lacking.length);',
    tests: [decide, twins],
  },
  {
    name: 'a ✋ step that is done in one plan only counts as done',
    file: rules,
    find: 'const apart = gatedDoneApart(into, from);',
    replace: 'const apart = gatedDoneApart(into, into);',
    tests: [decide],
  },
  {
    name: 'a mark at another ✋ step of the same words counts for this one',
    file: rules,
    find: 'isMarked(there) && here.mark !== there.mark,',
    replace: 'isMarked(there) && !same.some(([one]) => one.mark === there.mark),',
    also: [
      {
        file: rules,
        find: 'const marked = pairSteps(kept, other).same.find(',
        replace: 'const { same } = pairSteps(kept, other);\n  const marked = same.find(',
      },
    ],
    tests: [decide, twins],
  },
  {
    name: 'the order before a ✋ step in the plan that goes is dropped',
    file: rules,
    find: 'const moved = orderedApart(into, from);',
    replace: 'const moved = orderedApart(into, into);',
    tests: [decide, twins],
  },
  {
    name: 'a log line of the plan that goes is lost',
    file: joining,
    find: 'return blocks.filter((block) => missing.has(block));',
    replace: 'return blocks.filter((block) => missing.has(block)).slice(1);',
    tests: [join, twins],
  },
  {
    name: 'the log says nothing of the plan that went into it',
    file: joining,
    find: 'insert(kept.logEnd, formatLogEntry(entry));',
    replace: '',
    tests: [twins, crash, join],
  },
  {
    name: 'the entry about a consolidation is older than what went into it',
    file: 'src/core/plan/duplicates/consolidate-plans.ts',
    find: 'at: latestTime([kept, other]),\n    actor,',
    replace: 'at: kept.createdDate,\n    actor,',
    tests: [twins],
  },
  {
    name: 'a duplicate is archived without a note of what it was',
    file: 'src/core/plan/duplicates/consolidate-plans.ts',
    find: '{ at: other.frontMatter.bodyStart, remove: 0, insert: callout },',
    replace: '',
    tests: [twins],
  },
  {
    name: 'two plans become one before it is on record',
    file: consolidate,
    find: 'if (!recorded.ok) return recorded;\n  const done = await writeBoth(context, pair, actor);',
    replace: 'if (!recorded.ok) return recorded;\n  const done = await earlier;',
    also: [
      {
        file: consolidate,
        find: 'const fields = { plan_id: other.taskId, from: other.path, to: kept.path };',
        replace:
          'const fields = { plan_id: other.taskId, from: other.path, to: kept.path };\n  const earlier = writeBoth(context, pair, actor);\n  await earlier;',
      },
    ],
    tests: [twins],
  },
  {
    name: 'the other plan goes before its log is in the kept one',
    file: consolidate,
    find: 'const joined = await writeKept(context, kept, other, actor);\n  if (!joined.ok) return joined;\n  const marked = await writeMark(context, keptPath, other, actor);\n  if (!marked.ok) return marked;',
    replace:
      'const marked = await writeMark(context, keptPath, other, actor);\n  if (!marked.ok) return marked;\n  const joined = await writeKept(context, kept, other, actor);\n  if (!joined.ok) return joined;',
    tests: [twins, crash],
  },
  {
    name: 'a plan that sync moves slowly is filed as a copy of itself',
    file: 'src/engine/plans/reconcile-duplicates.ts',
    find: 'mayBeMoving(plans) ? movingMs : quietMs',
    replace: 'quietMs',
    tests: ['test/unit/engine/plans/reconcile-duplicates.test.ts'],
    only: 'sync is moving',
  },
];
