import { fail, ok, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { recordVerbs, type NewEntry } from '../../../core/reasoning/new-entries.js';
import { hypothesisJson } from '../../../core/reasoning/beliefs/memory.js';
import { noneOfThese } from '../../../core/reasoning/beliefs/question.js';
import type { QuestionView } from '../../../core/reasoning/beliefs/questions.js';
import type { DecisionNode } from '../../../core/reasoning/decision-graph.js';
import {
  decisionQuestions,
  type DecisionQuestion,
  type DecisionView,
  type JudgedOption,
  type TriedAction,
} from '../../../core/reasoning/queries.js';
import type { DecisionAnswer } from '../../../engine/operations/decisions/ask-decisions.js';
import type { RecordedEntries } from '../../../engine/operations/decisions/record-decisions.js';
import type { Operations } from '../../../engine/operations/operations.js';
import type { Actor } from '../../../engine/operations/shared/operation.js';
import { foldLine } from '../../../core/text/text-line.js';
import { object, planId } from './schema.js';
import { reads, writes, type Tool } from './tool.js';

export const id: JsonObject = { type: 'string', maxLength: 200 };
const long: JsonObject = { type: 'string', maxLength: 2_000 };
export const entryProperties = {
  of: id,
  text: long,
  success: { type: 'boolean' },
  supersedes: id,
  step: id,
  confidence: { type: 'number' },
  prompt: long,
  files: { type: 'array', maxItems: 50, items: long },
  name: id,
  prior: { type: 'number' },
  none: { type: 'number' },
  cost: id,
  probe: id,
  outcome: id,
  independent: { type: 'boolean' },
  supports: { type: 'array', items: id },
  contradicts: { type: 'array', items: id },
} as const satisfies Readonly<Record<string, JsonObject>>;

const eventVerb = 'add_event';
const eventProperties = {
  depth: { type: 'integer' },
  options: { type: 'array', items: { type: 'string' } },
} as const satisfies Readonly<Record<string, JsonObject>>;

interface EventEntry {
  readonly do: typeof eventVerb;
  readonly name?: string;
  readonly text?: string;
  readonly of?: string;
  readonly depth?: number;
  readonly options?: readonly string[];
  readonly success?: boolean;
  readonly confidence?: number;
}

export const decisionTools: readonly Tool[] = [
  {
    name: 'record_decisions',
    title: 'Record decisions',
    command: 'decision record',
    description:
      'Keeps what was decided in the plan’s record: create_decision, add_option, then choose_option and reject_option, each with why in text. of: the id it is about, or #1 for what entry 1 of this call adds. add_event: name, a trajectory’s type. For choices that matter only. architecture: the entries give all five parts of architecture mode.',
    inputSchema: object(
      {
        plan_id: planId,
        architecture: { type: 'boolean' },
        entries: {
          type: 'array',
          maxItems: 50,
          items: object(
            {
              do: { enum: [...Object.keys(recordVerbs), eventVerb] },
              ...entryProperties,
              ...eventProperties,
            },
            ['do'],
          ),
        },
      },
      ['entries'],
    ),
    annotations: writes,
    async run({ engine, actor }, args) {
      const {
        plan_id: plan,
        entries,
        architecture,
      } = args as unknown as {
        plan_id?: string;
        architecture?: boolean;
        entries: readonly (NewEntry | EventEntry)[];
      };
      const recorded = await record(engine.operations, { plan, entries, architecture, actor });
      if (!recorded.ok) return recorded;
      const { planId: of, ids, path, verbs, told = [], missing = [] } = recorded.value;
      const said = ids.map((one, at) => `${verbs[at] ?? ''}: ${one ?? 'recorded'}`);
      const lacks = missing.map((one) => `Architecture mode, still missing: ${one}`);
      return ok({
        text: [...said, ...told, ...lacks].join('\n'),
        data: {
          plan_id: of,
          ids,
          note: path,
          ...(told.length > 0 ? { told } : {}),
          ...(missing.length > 0 && { missing: [...missing] }),
        },
      });
    },
  },
  {
    name: 'ask_decisions',
    title: 'Ask about decisions',
    command: 'decision ask',
    description:
      'Asks the plan’s decision record. about: an id, a commit (of all plans), or for why some words. Default: all.',
    inputSchema: object({ plan_id: planId, ask: { enum: decisionQuestions }, about: id }, ['ask']),
    annotations: reads,
    async run({ engine }, args) {
      const {
        plan_id: plan,
        ask,
        about,
      } = args as unknown as {
        plan_id?: string;
        ask: DecisionQuestion;
        about?: string;
      };
      const asked = await engine.operations.askDecisions({ planId: plan, ask, about });
      return asked.ok
        ? ok({ text: asked.value.words.join('\n'), data: answerJson(asked.value) })
        : asked;
    },
  },
];

interface Recorded extends Omit<RecordedEntries, 'missing'> {
  readonly verbs: readonly string[];
  readonly missing?: readonly string[];
}

async function record(
  { recordDecisions, recordEvents }: Operations,
  {
    plan: planId,
    entries,
    architecture,
    actor,
  }: {
    readonly plan: string | undefined;
    readonly architecture: boolean | undefined;
    readonly entries: readonly (NewEntry | EventEntry)[];
    readonly actor: Actor;
  },
): Promise<Result<Recorded>> {
  const events = entries.filter((one) => one.do === eventVerb);
  if (events.length === 0) {
    const own = entries as readonly NewEntry[];
    const recorded = await recordDecisions({ planId, entries: own, architecture, actor });
    const verbs = own.map((one) => one.do);
    return recorded.ok ? ok({ ...recorded.value, verbs }) : recorded;
  }
  if (events.length < entries.length) {
    const message = 'Events can’t be recorded together with other entries.';
    return fail('input_invalid', message, 'Give each kind in a call of its own.');
  }
  return recordEvents({
    ...{ planId, goal: events[0]?.of, actor },
    events: events.map(({ name = '', text = '', depth = null, do: _, of: __, ...details }) => ({
      ...{ type: name.toUpperCase(), content: foldLine(text), depth, at: null, details },
    })),
  });
}

function answerJson({
  planId: of,
  tree,
  decisions,
  outcomes,
  nodes,
  questions,
  focus,
  json,
  graph,
  records,
  problems,
}: DecisionAnswer): JsonObject {
  return {
    ...json,
    plan_id: of,
    ...(records && { records }),
    ...(graph && {
      graph: {
        nodes: [...graph.nodes.values()].map(nodeJson),
        edges: graph.edges.map(({ kind, from, to, label }) => ({ type: kind, from, to, label })),
      },
    }),
    ...(tree && {
      tree: tree.map(({ goal, depth, decisions: made, actions, others }) => ({
        goal: nodeJson(goal),
        depth,
        decisions: made.map(decisionJson),
        actions: actions.map(actionJson),
        others: others.map(nodeJson),
      })),
    }),
    ...(decisions && { decisions: decisions.map(decisionJson) }),
    ...(outcomes && { outcomes: outcomes.map(nodeJson) }),
    ...(nodes && { nodes: nodes.map(nodeJson) }),
    ...(questions && { questions: questions.map(questionJson) }),
    ...(focus && {
      focus: focus.subsystem?.id ?? null,
      next_probe: focus.probe?.probe.id ?? null,
      reason: focus.reason,
    }),
    problems: problems.map(({ is, path, line, why }) => ({ is, note: path, line, why })),
  };
}

function questionJson(view: QuestionView): JsonObject {
  const { question, subsystem, hypotheses, probes, beliefs, isSettled, supersededBy } = view;
  return {
    ...{ ...nodeJson(question), subsystem, is_settled: isSettled },
    superseded_by: supersededBy.map(({ id: one }) => one),
    hypotheses: hypotheses.map((one) => hypothesisJson(view, one)),
    none_of_these: beliefs.shares?.get(noneOfThese) ?? null,
    uncertainty_bits: beliefs.uncertaintyBits,
    probes: probes.map(({ probe, gainBits, gainPerCost, runs, lacks }) => ({
      ...{ ...nodeJson(probe), cost: probe.values?.cost ?? null, gain_bits: gainBits },
      ...{ gain_per_cost: gainPerCost, runs, lacks: [...lacks] },
    })),
    alike: beliefs.alike.map((ids) => [...ids]),
    not_counted: beliefs.problems.map(({ about, why }) => ({ about, why })),
  };
}

function decisionJson({
  decision,
  options,
  observations,
  actions,
  supersedes,
  supersededBy,
}: DecisionView): JsonObject {
  return {
    ...nodeJson(decision),
    options: options.map(optionJson),
    informed_by: observations.map(nodeJson),
    actions: actions.map(actionJson),
    supersedes: supersedes.map(({ id: one }) => one),
    superseded_by: supersededBy.map(({ id: one }) => one),
  };
}

function optionJson({ option, fate, reason, judgedBy }: JudgedOption): JsonObject {
  const by = judgedBy && { actor: judgedBy.actor, at: judgedBy.at, author: judgedBy.authorship };
  return { ...nodeJson(option), is: fate, reason, judged_by: by };
}

function actionJson({ action, outcomes, observations }: TriedAction): JsonObject {
  return {
    ...nodeJson(action),
    outcomes: outcomes.map(nodeJson),
    ...(observations.length === 0 ? {} : { observations: observations.map(nodeJson) }),
  };
}

function nodeJson(node: DecisionNode): JsonObject {
  const { kind, text, parentId, commits, success, place, notes, actor, authorship, at } = node;
  const said = [...(node.prompt ? [node.prompt] : []), ...node.files, ...commits, ...notes];
  const doubtful = said.flatMap((one) => (one.authorship === 'verified' ? [] : [one.text]));
  return {
    ...{ id: node.id, decision_type: kind, content: text, confidence: node.confidence },
    ...{ prompt: node.prompt?.text ?? null, files: node.files.map(({ text: file }) => file) },
    ...{ branch: node.branch, parent_id: parentId, commit_hash: commits.at(-1)?.text ?? null },
    ...(commits.length > 1 ? { commits: commits.map(({ text: commit }) => commit) } : {}),
    ...(doubtful.length === 0 ? {} : { not_verified: doubtful }),
    ...(success === null ? {} : { success }),
    ...(notes.length === 0
      ? {}
      : { notes: notes.map(({ name, text: said }) => ({ name, text: said })) }),
    ...{ at, actor, author: authorship },
    ...(place ? { note: place.path, line: place.line } : {}),
  };
}
