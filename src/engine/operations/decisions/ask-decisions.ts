import { fail, ok, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { focusWords, questionWords } from '../../../core/reasoning/beliefs/belief-words.js';
import { focusOf, type Focus } from '../../../core/reasoning/beliefs/focus.js';
import {
  memoryBlock,
  reasoningTrace,
  type MemoryFor,
} from '../../../core/reasoning/beliefs/memory.js';
import { questionsOf, type QuestionView } from '../../../core/reasoning/beliefs/questions.js';
import {
  structureJson,
  structureOf,
  structureWords,
} from '../../../core/reasoning/architecture.js';
import type { DecisionGraph, DecisionNode } from '../../../core/reasoning/decision-graph.js';
import type {
  DecisionQuestion,
  DecisionQueries,
  DecisionView,
  GoalView,
} from '../../../core/reasoning/queries.js';
import type { RecordProblem } from '../../../core/reasoning/record-lines.js';
import {
  decisionWords,
  findDecision,
  named,
  optionWords,
  outcomeWords,
  problemWords,
  treeWords,
  wordOf,
} from '../../../core/reasoning/record-words.js';
import { writeUp } from '../../../core/reasoning/write-up.js';
import { knowledgeJson } from '../../../core/knowledge/knowledge-state.js';
import { quoted } from '../../../core/text/quote.js';
import { showUnseen } from '../../../core/text/show-invisible.js';
import { readPlan } from '../../vault/plan-notes.js';
import { readKnowledge } from '../knowledge/read-knowledge.js';
import type { Operation, OperationContext } from '../shared/operation.js';
import { policyFallbacks } from './policy-fallbacks.js';
import { askedFor, ownRecords, plansNaming, readRecord, type OwnRecord } from './read-record.js';

export interface AskDecisionsInput {
  readonly planId?: string | undefined;
  readonly ask: DecisionQuestion;
  /** An id, some words of a decision, or a commit. */
  readonly about?: string | undefined;
}

export interface DecisionAnswer {
  readonly planId: string | null;
  readonly words: readonly string[];
  readonly tree?: readonly GoalView[];
  readonly decisions?: readonly DecisionView[];
  readonly outcomes?: readonly DecisionNode[];
  readonly nodes?: readonly DecisionNode[];
  readonly questions?: readonly QuestionView[];
  readonly focus?: Focus;
  readonly json?: JsonObject;
  readonly graph?: DecisionGraph;
  readonly records?: readonly Pick<OwnRecord, 'id' | 'source'>[];
  readonly problems: readonly RecordProblem[];
}

export const askDecisions: Operation<AskDecisionsInput, DecisionAnswer> = async (
  context,
  { planId: of, ask, about },
) => {
  if (ask === 'list_records') return listRecords(context);
  if (of === undefined && ask === 'get_decisions_for_commit')
    return about !== undefined && isCommit(about) ? askAllPlans(context, about) : noCommit(about);
  const planId = of ?? context.index.missions(1)[0]?.planId;
  if (planId === undefined)
    return fail('plan_missing', 'There is no unfinished plan.', 'Name the plan.');
  const record = await readRecord(context, planId);
  if (!record.ok) return record;
  const { queries, problems } = record.value;
  const answered =
    ask === 'get_structure' || ask === 'get_memory_block' || ask === 'get_trace'
      ? await stateAnswer(context, queries, planId, ask)
      : answer(queries, planId, ask, about);
  if (!answered.ok) return answered;
  const words = [...answered.value.words, ...problemWords(problems)];
  return ok({ ...answered.value, words, planId, problems });
};

const noneLinked = 'No decision was linked to this commit.';

function isCommit(about: string): boolean {
  return /^[0-9a-f]{7,64}$/iu.test(about);
}

function noCommit(about: string | undefined): Result<never> {
  return fail(
    'input_invalid',
    about === undefined ? 'No commit is named.' : `${quoted(about)} is no commit.`,
    'Give 7 to 64 hexadecimal digits of it.',
  );
}

async function askAllPlans(
  context: OperationContext,
  commit: string,
): Promise<Result<DecisionAnswer>> {
  const nodes: DecisionNode[] = [];
  const words: string[] = [];
  const problems: RecordProblem[] = [];
  for (const planId of await plansNaming(context, commit)) {
    const record = await readRecord(context, planId);
    if (!record.ok) {
      problems.push({ is: 'unresolved', path: planId, line: 1, why: record.error.message });
      continue;
    }
    const found = record.value.queries.decisionsForCommit(commit);
    nodes.push(...found);
    words.push(...found.map((node) => `${planId}: ${named(node)}`));
    problems.push(...record.value.problems);
  }
  if (nodes.length === 0) words.push(noneLinked);
  return ok({ planId: null, nodes, words: [...words, ...problemWords(problems)], problems });
}

type Answer = Omit<DecisionAnswer, 'planId' | 'problems'>;

async function listRecords(context: OperationContext): Promise<Result<DecisionAnswer>> {
  const found = await ownRecords(context);
  const records = found.map(({ id, source }) => ({ id, source }));
  const words = records.map(
    ({ id, source }) => `${id}: imported from ${quoted(source)}, as its note says`,
  );
  const none = 'All decisions belong to plans.';
  return ok({ planId: null, words: words.length === 0 ? [none] : words, records, problems: [] });
}

function answer(
  queries: DecisionQueries,
  planId: string,
  ask: Exclude<DecisionQuestion, StateQuestion | 'list_records'>,
  about: string | undefined,
): Result<Answer> {
  switch (ask) {
    case 'get_decision_tree': {
      const tree = queries.decisionTree(about);
      if (tree.length === 0) return nothing('goal', about);
      const left = about === undefined ? queries.unlinked().length : 0;
      const more =
        left === 0 ? [] : [`Not shown, because it belongs to nothing: ${left}. Ask \`unlinked\`.`];
      return ok({ tree, words: [...treeWords(tree), ...more] });
    }
    case 'get_outcome': {
      const [top] = queries.decisionTree();
      const goal = about ?? (queries.node(planId) ? planId : (top?.goal.id ?? planId));
      if (queries.node(goal)?.kind !== 'goal') return nothing('goal', goal);
      const outcomes = queries.outcomes(goal);
      const open = queries.undecidedResults(goal);
      return ok({
        nodes: open,
        outcomes: [...outcomes].reverse(),
        words: outcomeWords(outcomes, open),
      });
    }
    case 'get_decisions_for_commit': {
      if (about === undefined || !isCommit(about)) return noCommit(about);
      return listed(queries.decisionsForCommit(about), noneLinked);
    }
    case 'get_graph': {
      const { graph } = queries;
      const words = `${graph.nodes.size} nodes and ${graph.edges.length} edges`;
      return ok({ graph, words: [`${words}, as data.`] });
    }
    case 'undecided':
      return listed(queries.undecided(), 'Every decision has a choice.');
    case 'unlinked':
      return listed(
        queries.unlinked(),
        'Everything in the record belongs to a goal or a decision.',
      );
    case 'get_beliefs': {
      const all = questionsOf(queries.graph);
      const questions =
        about === undefined ? all : all.filter(({ question }) => question.id === about);
      const focus = focusOf(queries.graph, all);
      const words = [
        ...questions.flatMap(questionWords),
        ...(about === undefined ? focusWords(focus) : []),
      ];
      return ok({
        ...{ questions, focus },
        words: questions.length === 0 ? ['No question was recorded in this plan.'] : words,
      });
    }
    case 'get_write_up':
      return ok({ words: writeUp(queries.graph).trimEnd().split('\n') });
    case 'why':
    case 'get_rejected_options':
    case 'get_informing_observations':
      return aboutDecisions(queries, ask, about);
  }
}

type StateQuestion = 'get_structure' | 'get_memory_block' | 'get_trace';

async function stateAnswer(
  context: OperationContext,
  queries: DecisionQueries,
  planId: string,
  ask: StateQuestion,
): Promise<Result<Answer>> {
  const read = await readPlan(context, planId);
  if (!read.ok) return read;
  const plan = read.value;
  const structure = structureOf(queries.graph, await askedFor(context, plan));
  if (ask === 'get_structure')
    return ok({ json: structureJson(structure), words: structureWords(structure) });
  const wanted = memoryFor(queries, plan.taskId);
  const json =
    ask === 'get_memory_block'
      ? memoryBlock(queries.graph, wanted)
      : reasoningTrace(queries.graph, {
          ...wanted,
          policyFallbacks: policyFallbacks(context, plan, structure),
          more: {
            mode: structure.mode,
            ...(context.planning().reasoning ? knowledgeJson(await readKnowledge(context)) : {}),
          },
        });
  return ok({ json, words: [showUnseen(JSON.stringify(json, null, 2))] });
}

const memoryBudget = 6_000;

function memoryFor({ graph }: DecisionQueries, planId: string): MemoryFor {
  let last: DecisionNode | null = null;
  for (const node of graph.nodes.values())
    if ((node.atMs ?? -Infinity) > (last?.atMs ?? -Infinity)) last = node;
  return {
    sessionId: last?.actor ?? '',
    taskId: planId,
    updatedAt: last?.at ?? '',
    policyFallbacks: [],
    budget: memoryBudget,
  };
}

function aboutDecisions(
  queries: DecisionQueries,
  ask: 'why' | 'get_rejected_options' | 'get_informing_observations',
  about: string | undefined,
): Result<Answer> {
  const all = [...queries.graph.nodes.values()].filter(({ kind }) => kind === 'decision');
  const found = about === undefined ? all : findDecision(queries, about);
  if (found.length === 0 && about !== undefined) return nothing('decision', about);
  const decisions = found.flatMap(({ id }) => queries.decision(id) ?? []);
  if (decisions.length === 0)
    return ok({ decisions, words: ['No decision was recorded in this plan.'] });
  const words = decisions.flatMap((view): readonly string[] => {
    if (ask === 'why') return decisionWords(view);
    const { decision } = view;
    const lines =
      ask === 'get_rejected_options'
        ? queries.rejectedOptions(decision.id).map(optionWords)
        : queries.informingObservations(decision.id).map(named);
    const none =
      ask === 'get_rejected_options' ? 'Nothing was rejected.' : 'No observation is linked to it.';
    return [
      `Decision: ${named(decision)}`,
      ...(lines.length === 0 ? [none] : lines).map((line) => `  ${line}`),
    ];
  });
  return ok({ decisions, words });
}

function listed(nodes: readonly DecisionNode[], none: string): Result<Answer> {
  return ok({
    nodes,
    words: nodes.length === 0 ? [none] : nodes.map((node) => `${wordOf(node)}: ${named(node)}`),
  });
}

function nothing(kind: 'goal' | 'decision', about: string | undefined): Result<never> {
  return about === undefined
    ? fail('input_invalid', `This record has no ${kind}.`, 'Ask for what is `unlinked`.')
    : fail(
        'input_invalid',
        `This record has no ${kind} ${quoted(about)}.`,
        'The decision tree of the plan shows all ids.',
      );
}
