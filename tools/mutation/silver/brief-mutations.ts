import type { Mutation } from '../mutation.js';

const evaluate = 'test/unit/engine/operations/new-plans/evaluate-brief.test.ts';
const start = 'test/unit/engine/operations/new-plans/start-plan.test.ts';
const initialize = 'test/unit/engine/operations/new-plans/initialize-plan.test.ts';
const similar = 'test/unit/engine/operations/new-plans/similar-briefs.test.ts';
const keep = 'test/unit/engine/operations/new-plans/keep-as-task.test.ts';
const looked = 'test/unit/engine/imports/reconcile-path.test.ts';
const complexity = 'test/unit/core/task/complexity.test.ts';
const similarity = 'test/unit/core/task/brief-similarity.test.ts';
const cost = 'test/unit/engine/cost-of-an-event.test.ts';
const seen = 'test/unit/core/policy/seen-words.test.ts';
const named = 'test/unit/engine/plans/suggestion.test.ts';

/** Faults on the way from a brief to its plan. */
export const briefMutations: readonly Mutation[] = [
  {
    name: 'no brief is complex',
    file: 'src/core/task/complexity.ts',
    find: 'const complex = reasons.length > 0;',
    replace: 'const complex = reasons.length > 99;',
    tests: [complexity, evaluate, start, looked],
  },
  {
    name: 'every brief is complex',
    file: 'src/core/task/complexity.ts',
    find: 'const complex = reasons.length > 0;',
    replace: 'const complex = reasons.length >= 0;',
    tests: [complexity, start, looked],
  },
  {
    name: 'a simple verb outweighs the words of the groups',
    file: 'src/core/task/complexity.ts',
    find: 'const complex = reasons.length > 0;',
    replace: 'const complex = reasons.length > 0 && simple.length === 0;',
    tests: [complexity],
  },
  {
    name: 'an invisible character hides a payment',
    file: 'src/core/policy/seen-words.ts',
    find: "text.replace(hidden, '')",
    replace: 'text',
    tests: [seen],
  },
  {
    name: 'a mark inside a word hides a deletion',
    file: 'src/core/policy/seen-words.ts',
    find: ".replace(marksInWord, '$1')",
    replace: '',
    tests: [seen],
  },
  {
    name: 'a letter of another alphabet hides a payment',
    file: 'src/core/policy/seen-words.ts',
    find: '[text, seen, inLatin(seen)]',
    replace: '[text, seen]',
    tests: [seen],
  },
  {
    name: 'a word is not looked for in the text as it is written',
    file: 'src/core/policy/seen-words.ts',
    find: '[text, seen, inLatin(seen)]',
    replace: '[seen, inLatin(seen)]',
    tests: [seen],
  },
  {
    name: 'a plan’s words are looked for only as they are written',
    file: 'src/core/policy/plan-approval.ts',
    find: 'texts.flatMap(waysToRead).map(withoutNames)',
    replace: 'texts.map(withoutNames)',
    tests: [seen],
  },
  {
    name: 'a step’s words are looked for only as they are written',
    file: 'src/core/policy/external-action.ts',
    find: 'waysToRead(stepText).some((text) => hasWordOutside(',
    replace: '[stepText].some((text) => hasWordOutside(',
    tests: [seen],
  },
  {
    name: 'the words that give a step its hand are looked for only as they are written',
    file: 'src/core/policy/external-action.ts',
    find: 'waysToRead(stepText).some((text) => outsideOrder',
    replace: '[stepText].some((text) => outsideOrder',
    tests: [seen],
  },
  {
    name: 'a word counts only as it is listed, not in its other forms',
    file: 'src/core/policy/keywords.ts',
    find: '(?:${withEndings(escaped)})',
    replace: '(?:${escaped})',
    tests: [complexity],
  },
  {
    name: 'a simple brief gets a plan',
    file: 'src/engine/operations/new-plans/start-plan.ts',
    find: 'if (!needsPlan && !existing && input.evenIfSimple !== true) {',
    replace: 'if (!needsPlan && !existing && input.evenIfSimple === false) {',
    tests: [start],
  },
  {
    name: 'a complex brief gets no plan',
    file: 'src/engine/operations/new-plans/start-plan.ts',
    find: 'const needsPlan = treatment === null ? evaluation.complex',
    replace: "const needsPlan = treatment === null ? input.priority === 'high'",
    tests: [start],
  },
  {
    name: 'no plan is suggested for an item',
    file: 'src/engine/plans/suggestion.ts',
    find: 'if (!found) return [];',
    replace: "if (!found || found.title !== '') return [];",
    tests: [looked],
  },
  {
    name: 'a suggestion does not say which words matched',
    file: 'src/engine/plans/suggestion.ts',
    find: ' could use a plan${because}.`',
    replace: ' could use a plan.`',
    tests: [looked],
  },
  {
    name: 'a person’s word against the suggestion is not written into the item',
    file: 'src/engine/operations/new-plans/keep-as-task.ts',
    find: 'context.notes.update(path, (text) => withProperties(text, path, properties))',
    replace: 'context.notes.update(path, (text) => withProperties(text, path, {}))',
    tests: [keep],
  },
  {
    name: 'what a person said of an item is forgotten when it is looked at again',
    file: 'src/engine/plans/suggestion.ts',
    find: "treatmentOf(text, path) ?? (evaluation.complex ? 'plan' : 'task')",
    replace: "(treatmentOf(text, path), evaluation.complex ? 'plan' : 'task')",
    tests: [keep],
  },
  {
    name: 'an item whose plan there is gets a second plan',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: 'if (existing) return ok({ planId: existing.planId,',
    replace: 'if (existing && input.goOnWith) return ok({ planId: existing.planId,',
    tests: [initialize, start],
  },
  {
    name: 'who asks at the same time gets a plan each',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: "context.keyedQueue.take('new plan', () =>",
    replace: 'context.keyedQueue.take(`new plan ${String(Math.random())}`, () =>',
    tests: [initialize],
  },
  {
    name: 'the same work from another source becomes a second plan',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: 'if (similar) return goOnWith(context, similar.plan.planId, input);',
    replace:
      'if (similar?.plan.path === input.sourceLink) return goOnWith(context, similar.plan.planId, input);',
    tests: [similar],
  },
  {
    name: 'unclear work becomes a second plan without a question',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: "if (similar?.likeness.kind === 'unclear') return {",
    replace: 'if (similar?.likeness.percent === -1) return {',
    also: [
      {
        file: 'src/engine/operations/new-plans/initialize-plan.ts',
        find: 'if (similar) return goOnWith(context, similar.plan.planId, input);',
        replace:
          "if (similar?.likeness.kind === 'same') return goOnWith(context, similar.plan.planId, input);",
      },
    ],
    tests: [similar],
  },
  {
    name: 'the plan that is gone on with does not say that its work came again',
    file: 'src/engine/operations/new-plans/go-on-with.ts',
    find: 'isTold(current) ? null : appendLog(current, [record]),',
    replace: 'isTold(current) ? appendLog(current, [record]) : null,',
    tests: [similar],
  },
  {
    name: 'the plan that is gone on with says so each time',
    file: 'src/engine/operations/new-plans/go-on-with.ts',
    find: 'log.some(({ rationale }) => told.includes(rationale));',
    replace: 'log.some(({ rationale }) => told.includes(rationale) && rationale === undefined);',
    tests: [similar],
  },
  {
    name: 'January’s work is the same as February’s',
    file: 'src/core/task/brief-similarity.ts',
    find: 'a.length === b.length && a.every(({ key }, index) => key === b[index]?.key)',
    replace:
      'a.length === b.length && a.every(({ key, isFact }, index) => isFact || key === b[index]?.key)',
    tests: [similarity],
  },
  {
    name: 'a plan is written without a source',
    file: 'src/core/plan/render-plan.ts',
    find: '`source_link: ${writeScalar(foldLine(plan.sourceLink))}`,',
    replace: "'source_link:',",
    tests: [initialize, 'test/unit/core/plan/plan-laws.test.ts'],
  },
  {
    name: 'plan ids do not count on',
    file: 'src/engine/ledger/plan-numbers.ts',
    find: 'Math.max(this.highestOf(year), Number(number))',
    replace: 'this.highestOf(year)',
    tests: [initialize],
  },
  {
    name: 'a plan is written elsewhere than into Plans',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: 'const { plans } = context.folders;',
    replace: 'const { archive: plans } = context.folders;',
    tests: [initialize, start],
  },
  {
    name: 'every plan that is like a brief is read',
    file: 'src/engine/plans/similar-plan.ts',
    find: 'const mostRead = 3;',
    replace: 'const mostRead = 3_000;',
    tests: [cost],
  },
  {
    name: 'items of one name are one source',
    file: 'src/engine/vault/index/source-names.ts',
    find: 'this.paths.firstOther(name, path) === undefined',
    replace: 'true',
    tests: [named],
  },
  {
    name: 'what comes under the name of an item that was done is no new work',
    file: 'src/engine/plans/planned-item.ts',
    find: ': of === brief &&',
    replace: ':',
    tests: [named],
  },
];
