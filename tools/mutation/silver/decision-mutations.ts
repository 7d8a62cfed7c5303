import type { Mutation } from '../mutation.js';

const entries = 'test/unit/core/reasoning/record-entry.test.ts';
const graph = 'test/unit/core/reasoning/decision-graph.test.ts';
const tools = 'test/unit/mcp/server/tools/decision-tools.test.ts';
const trajectories = 'test/unit/engine/decisions/trajectories.test.ts';
const graphs = 'test/unit/engine/decisions/import-graph.test.ts';
const exports = 'test/unit/core/reasoning/exchange/exports.test.ts';
const trajectoryFile = 'src/core/reasoning/exchange/from-trajectory.ts';
const sqlFile = 'src/core/reasoning/exchange/to-sql.ts';
const entryFile = 'src/core/reasoning/record-entry.ts';
const graphFile = 'src/core/reasoning/decision-graph.ts';
const queriesFile = 'src/core/reasoning/queries.ts';
const lawsFile = 'src/core/reasoning/record-laws.ts';
const git = 'test/unit/mcp/server/tools/decision-git.test.ts';
const gitReader = 'test/unit/hosts/desktop/git/git-reader.test.ts';
const hostile = 'test/unit/hosts/desktop/git/hostile-repository.test.ts';
const linkedFile = 'src/engine/operations/decisions/linked-commits.ts';
const runGitFile = 'src/hosts/desktop/git/run-git.ts';

/** Faults in the decision record: what it says, what may follow, and what is answered. */
export const decisionMutations: readonly Mutation[] = [
  {
    name: 'observations are no entries',
    file: entryFile,
    find: "word: 'Observed'",
    replace: "word: 'Seen'",
    tests: [entries],
  },
  {
    name: 'a decision is no decision for agents',
    file: 'src/mcp/server/tools/decision-tools.ts',
    find: 'decision_type: kind',
    replace: "decision_type: 'goal'",
    tests: [tools],
  },
  {
    name: 'what a goal was asked for is forgotten',
    file: graphFile,
    find: "if (key === 'prompt') node.prompt = { text, authorship };",
    replace: "if (key === 'prompt') node.prompt = null;",
    tests: [tools],
  },
  {
    name: 'how sure somebody is is not read',
    file: entryFile,
    find: 'isShare(value) ? Number(value) : null',
    replace: 'isShare(value) ? 0.5 : null',
    tests: [entries],
  },
  ...(
    [
      ['a decision belongs to no goal', "add('spawns', goal, own.id);"],
      ['an option belongs to no decision', "add('considers', about.id, own.id);"],
      ['an action belongs to no decision', "add('implements', about.id, own.id);"],
      ['an outcome belongs to no action', "add('produces', about.id, own.id);"],
      ['an observation informs nothing', 'add(kind, own.id, other.id);'],
      [
        'nothing is chosen',
        "add('chooses', decision, option, said(reasons), judgedBy.get(option));",
      ],
      [
        'nothing is rejected',
        "add('rejects', decision, option, said(reasons), judgedBy.get(option));",
      ],
    ] as const
  ).map(([name, find]) => ({ name, file: graphFile, find, replace: ';', tests: [tools] })),
  {
    name: 'whoever wrote a choice is believed',
    file: graphFile,
    find: 'const by = { actor, at, authorship: authorshipOf(line) };',
    replace: "const by = { actor, at, authorship: 'verified' as Authorship };",
    tests: [tools],
  },
  {
    name: 'the reason of a rejection is lost',
    file: graphFile,
    find: "add('rejects', decision, option, said(reasons), judgedBy.get(option));",
    replace: "add('rejects', decision, option, '');",
    tests: [tools],
  },
  {
    name: 'a tree has only the goal',
    file: queriesFile,
    find: "this.to(goal.id, 'spawns')",
    replace: "this.to('', 'spawns')",
    tests: [tools],
  },
  {
    name: 'options that are open count as rejected',
    file: queriesFile,
    find: "({ fate }) => fate === 'rejected'",
    replace: "({ fate }) => fate !== 'rejected'",
    tests: [tools],
  },
  {
    name: 'the outcome of a goal is not found',
    file: queriesFile,
    find: "this.resultsOf(goalId).filter(({ kind }) => kind === 'outcome')",
    replace: "this.resultsOf(goalId).filter(({ kind }) => kind === 'goal')",
    tests: [tools],
  },
  {
    name: 'what a decision was based on is not found',
    file: queriesFile,
    find: "return this.from(decisionId, 'informs');",
    replace: "return this.to(decisionId, 'informs');",
    tests: [tools],
  },
  {
    name: 'a decision is made twice',
    file: lawsFile,
    find: "if (is === 'chosen' && choice !== undefined)",
    replace: "if (is === 'rejected' && choice === '')",
    tests: [tools],
  },
  {
    name: 'two choices both count',
    file: graphFile,
    find: 'if (options.size === 1 && !isRejected) {',
    replace: 'if (options.size >= 1 && !isRejected) {',
    tests: [graph],
  },
  {
    name: 'a goal lies below itself',
    file: graphFile,
    find: 'return !isLoop;',
    replace: 'return true;',
    tests: [graph],
  },
  {
    name: 'entries are only shown, and not written',
    file: 'src/engine/operations/decisions/record-decisions.ts',
    find: '(now) => appendLogLines(now, lines)',
    replace: '() => []',
    tests: [tools],
  },
  {
    name: 'an outcome does not say whether it succeeded',
    file: 'src/core/reasoning/new-entries.ts',
    find: '{ success: one.success === true }',
    replace: '{ success: false }',
    tests: [tools],
  },
  {
    name: 'no event of a run is known',
    file: trajectoryFile,
    find: 'const role = roles.get(event.type);',
    replace: "const role = roles.get('');",
    tests: [trajectories],
  },
  {
    name: 'a recursion is no goal',
    file: trajectoryFile,
    find: "goal: 'RLM_START RECURSE RECURSE_START',",
    replace: "goal: 'RLM_START',",
    tests: [trajectories],
  },
  {
    name: 'what is orchestrated has no options',
    file: trajectoryFile,
    find: 'const options = readOptions(details);',
    replace: 'const options = readOptions({});',
    tests: [trajectories],
  },
  {
    name: 'what is final is no outcome',
    file: trajectoryFile,
    find: "outcome: 'FINAL',",
    replace: "outcome: 'END',",
    tests: [trajectories],
  },
  {
    name: 'runs are recorded although a person switched that off',
    file: 'src/engine/operations/decisions/record-events.ts',
    find: 'if (planning().loop.trajectories) return',
    replace: 'if (typeof planning().loop.trajectories === "boolean") return',
    tests: [trajectories],
  },
  {
    name: 'that a recursion did not end is not said',
    file: trajectoryFile,
    find: 'if (left && !left.isFinal)',
    replace: 'if (left && left.isFinal)',
    tests: [trajectories],
  },
  {
    name: 'a table of decisions takes any kind',
    file: sqlFile,
    find: 'decision_type TEXT NOT NULL CHECK(decision_type IN',
    replace: 'decision_type TEXT NOT NULL CHECK(node_id NOT IN',
    tests: [exports],
  },
  {
    name: 'the parent of a decision need not be there',
    file: sqlFile,
    find: 'parent_id TEXT REFERENCES decisions(node_id)',
    replace: 'parent_id TEXT',
    tests: [exports],
  },
  {
    name: 'a text ends its SQL statement',
    file: sqlFile,
    find: `value.replaceAll("'", "''")`,
    replace: `value.replaceAll("'", "'")`,
    tests: [exports],
  },
  {
    name: 'a canvas does not show what was chosen',
    file: 'src/core/reasoning/exchange/joins.ts',
    find: "marks.set(to, 'good');",
    replace: ';',
    tests: [exports],
  },
  {
    name: 'a graph that was imported loses the words of its edges',
    file: 'src/core/reasoning/exchange/deciduous.ts',
    find: '? { type, rationale, weight: Number(weight) }',
    replace: "? { type, rationale: '', weight: Number(weight) }",
    tests: [graphs],
  },
  {
    name: 'a commit is linked by what was typed',
    file: linkedFile,
    find: "entries[at] = { ...entries[at], do: 'link_commit', text: object.id };",
    replace: ';',
    tests: [git],
  },
  {
    name: 'a tree counts as a commit',
    file: 'src/hosts/desktop/git/git-reader.ts',
    find: "if (is === 'commit' && isFullId(id)) return { is, id };",
    replace: "if (is !== 'missing' && isFullId(id)) return { is: 'commit', id };",
    tests: [gitReader],
  },
  {
    name: 'no branch is named',
    file: 'src/engine/operations/decisions/record-decisions.ts',
    find: 'const isNode = entry.id !== null && branch !== null;',
    replace: 'const isNode = entry.id === null && branch !== null;',
    tests: [git],
  },
  {
    name: 'a diff belongs to no decision',
    file: linkedFile,
    find: 'for (const of of new Set(decisions))',
    replace: 'for (const of of new Set(decisions.slice(1)))',
    tests: [git],
  },
  {
    name: 'a diff ends the block that it is in',
    file: 'src/core/reasoning/commit-diff.ts',
    find: 'Math.max(most, run + 1)',
    replace: 'Math.max(most, run - run)',
    tests: [git],
  },
  {
    name: 'what a commit changed is kept without being asked for',
    file: linkedFile,
    find: 'const kept = settings.diffs\n',
    replace: 'const kept = !settings.diffs\n',
    tests: [git],
  },
  {
    name: 'finished plans are not asked for a commit',
    file: 'src/engine/operations/decisions/read-record.ts',
    find: '[folders.plans, folders.donePlans, folders.archive]',
    replace: '[folders.plans]',
    tests: [git],
  },
  {
    name: 'git gets our environment',
    file: runGitFile,
    find: 'GIT_DIR: own,',
    replace: 'GIT_DIR: own, ...environment,',
    tests: [hostile],
  },
  {
    name: 'a repository may lead to another one',
    file: runGitFile,
    find: "const stores = ['objects', 'b', 'c', 'd', 'e', 'f'];",
    replace: "const stores = ['objects'];",
    tests: [gitReader],
  },
  {
    name: 'a linked loose object is read',
    file: 'src/hosts/desktop/git/repository-files.ts',
    find: 'if (at === objects && entry.isDirectory()) folders.push(join(at, entry.name));',
    replace: ';',
    tests: [gitReader],
  },
  {
    name: 'what was linked while git ran is kept',
    file: runGitFile,
    find: 'return after.ok ? used : after;',
    replace: 'return used;',
    tests: [gitReader],
  },
  {
    name: 'a git of the vault is started',
    file: runGitFile,
    find: 'for (const reach of reaches) if (await reach.leads(path)) return true;',
    replace: ';',
    tests: [gitReader],
  },
];
