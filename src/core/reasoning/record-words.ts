import { showUnseen } from '../text/show-invisible.js';
import { foldLine } from '../text/text-line.js';
import type { DecisionNode, Judge, Said } from './decision-graph.js';
import type {
  DecisionQueries,
  DecisionView,
  GoalView,
  JudgedOption,
  TriedAction,
} from './queries.js';
import { sortOfId } from './record-entry.js';
import type { RecordProblem } from './record-lines.js';

export function treeWords(tree: readonly GoalView[]): readonly string[] {
  return tree.flatMap(({ goal, depth, decisions, actions, others }) =>
    indented(depth, [
      `${wordOf(goal)}: ${named(goal)}`,
      ...decisions.flatMap((decision) => indented(1, decisionWords(decision))),
      ...actions.flatMap((action) => indented(1, actionWords(action))),
      ...indented(1, others.map(resultWords)),
    ]),
  );
}

export function decisionWords(view: DecisionView): readonly string[] {
  const { decision, options, observations, actions, supersedes, supersededBy } = view;
  return [
    `${wordOf(decision)}: ${named(decision)}${decision.actor === null ? '' : ` – ${saidBy(decision)}`}`,
    ...indented(1, [
      ...options.map(optionWords),
      ...(options.some(({ fate }) => fate === 'chosen')
        ? []
        : [undecidedWords(options.some(({ fate }) => fate === 'conflicting'))]),
      ...observations.map(
        (one) => `Because of: ${named(one)}${confidenceOf(one)}${unprovenMark(one)}`,
      ),
      ...actions.flatMap(actionWords),
      ...supersedes.map((one) => `It takes the place of ${named(one)}`),
      ...supersededBy.map((one) => `It no longer holds: ${named(one)} took its place`),
      ...decision.commits.map((one) => `Commit ${one.text}${unprovenMark(one)}`),
      ...(decision.prompt === null
        ? []
        : [`Asked for: ${shown(decision.prompt.text)}${unprovenMark(decision.prompt)}`]),
      ...decision.files.map((one) => `File: ${shown(one.text)}${unprovenMark(one)}`),
      ...decision.notes.map((one) => `${shown(one.name)}: ${shown(one.text)}${unprovenMark(one)}`),
    ]),
  ];
}

export function optionWords({ option, fate, reason, judgedBy }: JudgedOption): string {
  const is = { chosen: 'Chosen', rejected: 'Rejected', open: 'Open', conflicting: 'In dispute' }[
    fate
  ];
  const why =
    reason === ''
      ? fate === 'rejected' || fate === 'chosen'
        ? 'Nobody said why.'
        : ''
      : ended(reason);
  const by = judgedBy && judgedBy.authorship !== 'verified' ? ` – ${saidBy(judgedBy)}` : '';
  return `${is}: ${named(option)}.${why === '' ? '' : ` ${why}`}${by}`;
}

export function outcomeWords(
  outcomes: readonly DecisionNode[],
  open: readonly DecisionNode[],
): readonly string[] {
  const last = outcomes.at(-1);
  const others = open.map(resultWords);
  if (!last)
    return others.length > 0 ? others : ['Nothing has come of it yet, as far as the record says.'];
  return [
    ...others,
    resultWords(last),
    ...(outcomes.length === 1
      ? []
      : ['Before that:', ...indented(1, outcomes.slice(0, -1).map(resultWords))]),
  ];
}

const mostProblems = 20;

export function problemWords(problems: readonly RecordProblem[]): readonly string[] {
  const told = problems
    .slice(0, mostProblems)
    .map(
      ({ path, line, why, is }) =>
        `! ${path}, line ${line}: ${is === 'damaged' ? 'It looks like a damaged entry. ' : ''}${shown(why)}`,
    );
  const more = problems.length - told.length;
  return more > 0 ? [...told, `! And ${more} more problems; --json lists them all.`] : told;
}

export function wordOf({ id, kind }: DecisionNode): string {
  const word = sortOfId(id) ?? kind;
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

export function named({ text, id }: DecisionNode): string {
  return `${shown(text)} (${shown(id)})`;
}

export function undecidedWords(isConflicting: boolean): string {
  return isConflicting
    ? 'Its choices contradict each other, so none applies.'
    : 'Nothing has been chosen yet.';
}

function actionWords({ action, outcomes, observations }: TriedAction): readonly string[] {
  return [
    `${wordOf(action)}: ${named(action)}`,
    ...indented(1, [...outcomes, ...observations].map(resultWords)),
  ];
}

function resultWords(outcome: DecisionNode): string {
  const at = outcome.at === null ? '' : ` on ${shown(outcome.at)}`;
  const { success } = outcome;
  const is = success === null ? openWord(outcome) : success ? 'Succeeded' : 'Failed';
  return `${is}${at}: ${named(outcome)}${unprovenMark(outcome)}`;
}

/** Returns the label of a result if nobody recorded whether it was a success or a failure. */
export function openWord({ kind, place }: Pick<DecisionNode, 'kind' | 'place'>): string {
  if (place === null) return 'Open';
  return kind === 'outcome' ? 'Came of it' : 'Observed';
}

function saidBy({ actor, authorship, at }: Judge): string {
  const when = at === null ? '' : `, ${shown(at)}`;
  const name = shown(actor ?? '');
  const who = {
    verified: name,
    outside: `Outside, in the name of ${name}`,
    not_verified: `${name}, not verified`,
  }[authorship];
  return `${who}${when}`;
}

function unprovenMark({ authorship }: Pick<Said, 'authorship'>): string {
  return { verified: '', outside: ' – Outside', not_verified: ' – not verified' }[authorship];
}

function confidenceOf({ confidence }: DecisionNode): string {
  return confidence === null ? '' : ` (confidence ${confidence})`;
}

/** Makes a text one line that ends like a sentence. */
export function ended(sentence: string): string {
  const words = shown(sentence);
  return /[.!?…]$/u.test(words) ? words : `${words}.`;
}

/** Makes a text one line, and spells out invisible characters. */
export function shown(text: string): string {
  return showUnseen(foldLine(text));
}

export function indented(depth: number, lines: readonly string[]): readonly string[] {
  const before = '  '.repeat(Math.min(depth, 20));
  return lines.map((line) => `${before}${line}`);
}

/** Finds decisions by an id or by words. */
export function findDecision(queries: DecisionQueries, words: string): readonly DecisionNode[] {
  const id = queries.decisionOf(words.trim().replace(/^\^/u, ''));
  const byId = id === null ? null : queries.node(id);
  if (byId) return [byId];
  const wanted = foldLine(words).toLowerCase();
  if (wanted === '') return [];
  const matching = [...queries.graph.nodes.values()].filter(({ text }) =>
    text.toLowerCase().includes(wanted),
  );
  const ids = new Set(matching.flatMap((node) => queries.decisionOf(node.id) ?? []));
  return [...ids].flatMap((one) => queries.node(one) ?? []);
}
