import type { JsonObject } from '../../../../core/json.js';
import { recordVerbs, type RecordVerb } from '../../../../core/reasoning/new-entries.js';
import type { DecisionQuestion } from '../../../../core/reasoning/queries.js';
import { entryProperties as properties, id } from '../../../../mcp/server/tools/decision-tools.js';
import { object, planId } from '../../../../mcp/server/tools/schema.js';

/** A command for one of the things that a tool does. */
export interface CommandVerb {
  readonly command: string;
  readonly about: string;
  /** What is typed, as options. */
  readonly inputSchema: JsonObject;
  /** The same as arguments of the tool. */
  readonly argsOf: (typed: JsonObject) => JsonObject;
}

/** What the command of each verb says of itself. */
const verbs: Readonly<Record<RecordVerb, string>> = {
  create_goal: 'Records a goal below another one (--of; default: the plan’s).',
  create_decision: 'Records what is to be decided, for a goal (--of; default: the plan’s).',
  add_option: 'Adds an option to a decision (--of).',
  choose_option: 'Records that an option (--of) was chosen, and why (--text).',
  reject_option: 'Records that an option (--of) was rejected, and why (--text).',
  create_action: 'Records an action for a decision (--of), and the step that carries it out.',
  create_outcome: 'Records what came of an action or step (--of); --success: it succeeded.',
  add_observation: 'Records something observed, and the decision that it informs (--of).',
  link_commit: 'Links a decision (--of) to a commit (--text).',
  add_note: 'Notes something more of what has an id (--of).',
  create_subsystem: 'Records a part of a goal that is looked at by itself.',
  focus_on: 'Records that the work turns to a subsystem (--of), and why (--text).',
  ask_question: 'Records a question about what is true.',
  add_hypothesis: 'Adds a possible answer to a question (--of).',
  add_probe: 'Adds something that can be done to find out (--of: the question).',
  expect_outcomes:
    'Says how likely the outcomes of a --probe are if a hypothesis (--of) is true: --text "two rows: likely, one row: unlikely".',
};

/** `create_goal` is typed as `decision create-goal`. */
const recordCommands: readonly CommandVerb[] = Object.entries(verbs).map(([verb, about]) => ({
  command: `decision ${verb.replaceAll('_', '-')}`,
  about,
  inputSchema: object({
    plan_id: planId,
    ...Object.fromEntries(
      recordVerbs[verb as RecordVerb].takes.map((key) => [key, properties[key]]),
    ),
  }),
  argsOf: ({ plan_id: plan, ...typed }) => {
    const failed =
      verb === 'create_outcome' && typed['success'] === undefined ? { success: false } : {};
    return {
      ...(plan === undefined ? {} : { plan_id: plan }),
      entries: [{ do: verb, ...typed, ...failed }],
    };
  },
}));

const questions: Readonly<
  Record<Exclude<DecisionQuestion, 'get_graph'>, readonly [command: string, about: string]>
> = {
  get_decision_tree: [
    'tree',
    'The goals with their decisions, options, reasons and outcomes (--about: a goal).',
  ],
  why: ['why', 'Why something was decided (--about: its id, or some of its words).'],
  get_rejected_options: ['rejected', 'What was rejected, and why (--about: a decision).'],
  get_informing_observations: [
    'informed-by',
    'Which observations a decision was based on (--about: a decision).',
  ],
  get_outcome: ['outcome', 'What came of a goal (--about; default: the plan’s).'],
  get_decisions_for_commit: ['for-commit', 'Which decisions a commit (--about) was linked to.'],
  undecided: ['undecided', 'The decisions without a choice.'],
  unlinked: ['unlinked', 'What belongs to no goal and no decision.'],
  get_beliefs: [
    'beliefs',
    'The questions with their hypotheses, and which probe is worth most (--about: a question).',
  ],
  get_memory_block: ['memory', 'A short state of the thinking, for an agent’s memory (JSON).'],
  get_write_up: ['write-up', 'The record told from beginning to end, in Markdown.'],
  get_structure: [
    'structure',
    'The five parts of an answer in architecture mode, and what is missing.',
  ],
  get_trace: ['trace', 'The state of the thinking as a trace (JSON).'],
  list_records: ['list', 'The records that belong to no plan.'],
};

const askCommands: readonly CommandVerb[] = Object.entries(questions).map(
  ([ask, [word, about]]) => ({
    command: `decision ${word}`,
    about,
    inputSchema: object({ plan_id: planId, about: id }),
    argsOf: (typed) => ({ ...typed, ask }),
  }),
);

/** By tool: commands for the things that it does, beside its own. */
export const commandVerbs: ReadonlyMap<string, readonly CommandVerb[]> = new Map([
  ['record_decisions', recordCommands],
  ['ask_decisions', askCommands],
]);
