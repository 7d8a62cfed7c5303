import type { JsonObject } from '../../../../core/json.js';
import {
  recordVerbs,
  requiredBy,
  type RecordVerb,
} from '../../../../core/reasoning/new-entries.js';
import type { DecisionQuestion } from '../../../../core/reasoning/queries.js';
import { entryProperties as properties, id } from '../../../../mcp/server/tools/decision-tools.js';
import { object, planId } from '../../../../mcp/server/tools/schema.js';

export interface CommandVerb {
  readonly command: string;
  readonly about: string;
  readonly example: string;
  readonly inputSchema: JsonObject;
  readonly argsOf: (typed: JsonObject) => JsonObject;
}

const verbs: Readonly<Record<RecordVerb, readonly [about: string, typed: string]>> = {
  create_goal: [
    'Records a goal below another one (--of; default: the plan’s).',
    "--text 'Ana has the report'",
  ],
  create_decision: [
    'Records what is to be decided, for a goal (--of; default: the plan’s).',
    "--text 'How to send it'",
  ],
  add_option: ['Adds an option to a decision (--of).', '--of d-a2b3c4 --text Email'],
  choose_option: [
    'Records that an option (--of) was chosen, and why (--text).',
    "--of o-a2b3c4 --text 'Ana reads it'",
  ],
  reject_option: [
    'Records that an option (--of) was rejected, and why (--text).',
    "--of o-d5e6f7 --text 'Too slow'",
  ],
  create_action: [
    'Records an action for a decision (--of), and the step that carries it out.',
    "--of d-a2b3c4 --text 'Send it' --step s2",
  ],
  create_outcome: [
    'Records the result of an action or step (--of); --success: it succeeded.',
    "--of a-a2b3c4 --text 'Ana has it' --success",
  ],
  add_observation: [
    'Records something observed, and the decision that it informs (--of).',
    "--of d-a2b3c4 --text 'Ana moved'",
  ],
  link_commit: ['Links a decision (--of) to a commit (--text).', '--of d-a2b3c4 --text 9f2c41ab'],
  add_note: [
    'Adds a note to anything that has an id (--of).',
    "--of d-a2b3c4 --name assumptions --text 'Ana has one address'",
  ],
  create_subsystem: [
    'Records a part of a goal that is examined by itself.',
    '--of g-a2b3c4 --text Delivery',
  ],
  focus_on: [
    'Records that the work turns to a subsystem (--of), and why (--text).',
    "--of f-a2b3c4 --text 'It fails most often'",
  ],
  ask_question: ['Records a question about what is true.', "--text 'Why is the report late?'"],
  add_hypothesis: [
    'Adds a possible answer to a question (--of).',
    "--of q-a2b3c4 --text 'The query is slow' --prior 0.6",
  ],
  add_probe: [
    'Adds something that can be done to find out (--of: the question).',
    "--of q-a2b3c4 --text 'Time the query' --cost '20 min'",
  ],
  expect_outcomes: [
    'Says how likely the outcomes of a --probe are if a hypothesis (--of) is true: --text "two rows: likely, one row: unlikely".',
    "--of h-a2b3c4 --probe p-a2b3c4 --text 'slow: likely, fast: unlikely'",
  ],
};

const recordCommands: readonly CommandVerb[] = Object.entries(verbs).map(
  ([verb, [about, words]]) => ({
    command: `decision ${verb.replaceAll('_', '-')}`,
    about,
    example: `decision ${verb.replaceAll('_', '-')} ${words}`,
    inputSchema: object(
      {
        plan_id: planId,
        ...Object.fromEntries(
          recordVerbs[verb as RecordVerb].takes.map((key) => [key, properties[key]]),
        ),
      },
      requiredBy(verb as RecordVerb),
    ),
    argsOf: ({ plan_id: plan, ...typed }) => {
      const failed =
        verb === 'create_outcome' && typed['success'] === undefined ? { success: false } : {};
      return {
        ...(plan === undefined ? {} : { plan_id: plan }),
        entries: [{ do: verb, ...typed, ...failed }],
      };
    },
  }),
);

const questions: Readonly<
  Record<
    Exclude<DecisionQuestion, 'get_graph'>,
    readonly [command: string, about: string, typed?: string]
  >
> = {
  get_decision_tree: [
    'tree',
    'Shows the goals with their decisions, options, reasons and outcomes (--about: a goal).',
    '--about g-a2b3c4',
  ],
  why: [
    'why',
    'Shows why something was decided (--about: its id, or some of its words).',
    "--about 'how to send'",
  ],
  get_rejected_options: ['rejected', 'Shows what was rejected, and why (--about: a decision).'],
  get_informing_observations: [
    'informed-by',
    'Shows which observations a decision was based on (--about: a decision).',
    '--about d-a2b3c4',
  ],
  get_outcome: ['outcome', 'Shows the outcome of a goal (--about; default: the plan’s).'],
  get_decisions_for_commit: [
    'for-commit',
    'Shows which decisions a commit (--about) was linked to.',
    '--about 9f2c41ab',
  ],
  undecided: ['undecided', 'Lists the decisions without a choice.'],
  unlinked: ['unlinked', 'Lists entries that belong to no goal and no decision.'],
  get_beliefs: [
    'beliefs',
    'Shows the questions with their hypotheses, and which probe is worth most (--about: a question).',
  ],
  get_memory_block: [
    'memory',
    'Prints a short summary of the reasoning so far, for an agent’s memory (JSON).',
    '--json',
  ],
  get_write_up: [
    'write-up',
    'Prints the whole record as a text, in Markdown.',
    '--plan-id PLAN-2026-001',
  ],
  get_structure: [
    'structure',
    'Shows the five parts of an answer in architecture mode, and what is missing.',
  ],
  get_trace: ['trace', 'Prints the reasoning so far as a trace (JSON).'],
  list_records: ['list', 'Lists the records that belong to no plan.'],
};

const askCommands: readonly CommandVerb[] = Object.entries(questions).map(
  ([ask, [word, about, words = '']]) => ({
    command: `decision ${word}`,
    about,
    example: `decision ${word} ${words}`.trim(),
    inputSchema: object({ plan_id: planId, about: id }),
    argsOf: (typed) => ({ ...typed, ask }),
  }),
);

export const commandVerbs: ReadonlyMap<string, readonly CommandVerb[]> = new Map([
  ['record_decisions', recordCommands],
  ['ask_decisions', askCommands],
]);
