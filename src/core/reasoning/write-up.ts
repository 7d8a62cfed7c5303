import { percent } from './beliefs/percent.js';
import type { DecisionGraph, DecisionNode } from './decision-graph.js';
import { entropyBits } from './beliefs/gain.js';
import { noneOfThese } from './beliefs/question.js';
import { nextProbe, questionsOf, type QuestionView } from './beliefs/questions.js';
import { bits } from './beliefs/focus.js';
import { DecisionQueries, type DecisionView, type GoalView } from './queries.js';
import { ended } from './record-words.js';
import { trimEnd } from '../text/trim-end.js';
import { unlinkedText } from '../text/inline-text.js';

/**
 * A record told from beginning to end in Markdown, for people who were not there: what was asked, what it could have
 * been, what was looked at and why just that, what came of it, what was decided, and what is still open. Everything in it
 * stands in the record; what nobody said is said to be missing.
 */
export function writeUp(graph: DecisionGraph): string {
  const queries = new DecisionQueries(graph);
  const questions = questionsOf(graph);
  const tree = queries.decisionTree();
  const goal = tree[0]?.goal;
  const decisions = tree
    .flatMap((one) => one.decisions)
    .filter(({ decision }) => !questions.some(({ question }) => question.id === decision.id));
  return [
    `# ${goal ? words(goal.text) : 'What was thought and decided'}`,
    // What was looked at tells more than what was only asked.
    ...[...questions].sort((a, b) => looks(b) - looks(a)).flatMap(questionStory),
    ...(decisions.length === 0 ? [] : ['## What was decided', ...decisions.map(decisionStory)]),
    ...outcomeStory(tree),
    ...openStory(questions, decisions),
  ]
    .join('\n\n')
    .concat('\n');
}

const looks = ({ beliefs }: QuestionView): number => Math.min(1, beliefs.history.length);

function questionStory({ question, hypotheses, probes, beliefs }: QuestionView): readonly string[] {
  const names = new Map(hypotheses.map(({ hypothesis }) => [hypothesis.id, hypothesis.text]));
  const share = (shares: ReadonlyMap<string, number>, id: string): string =>
    percent(shares.get(id) ?? 0);
  const start = beliefs.start;
  const could = hypotheses.map(({ hypothesis, assumptions, falsifiers }) =>
    [
      `- **${words(hypothesis.text)}**${start?.has(hypothesis.id) ? `, at first thought ${share(start, hypothesis.id)} likely` : ''}.`,
      ...(assumptions.length > 0 ? [`This assumes: ${assumptions.map(sentence).join(' ')}`] : []),
      ...(falsifiers.length > 0
        ? [`It is ruled out if this is seen: ${falsifiers.map(sentence).join(' ')}`]
        : []),
    ].join(' '),
  );
  let before: ReadonlyMap<string, number> = start ?? new Map<string, number>();
  const counted = new Map(beliefs.history.map((change) => [change.after, change]));
  const seen = probes
    .flatMap(({ probe, outcomes }) => outcomes.map((outcome) => ({ probe, outcome })))
    .sort((a, b) => (a.outcome.atMs ?? Infinity) - (b.outcome.atMs ?? Infinity));
  const looked = seen.map(({ probe, outcome }) => {
    const change = counted.get(outcome.id);
    const told = [
      `- ${when(outcome)}${sentence(probe.text)}`,
      ...(change?.gainBits === undefined || change.gainBits === null
        ? []
        : [
            `It was expected to remove ${bits(change.gainBits)} of the ${bits(entropyBits([...before.values()]))} that were uncertain.`,
          ]),
      `Result: ${sentence(outcome.text)}`,
      ...(change ? [changeWords(before, change.shares, names)] : ['It changed no number.']),
    ].join(' ');
    before = change?.shares ?? before;
    return told;
  });
  const chosen = hypotheses.find(({ fate }) => fate === 'chosen');
  return [
    `## ${words(question.text)}`,
    hypotheses.length === 0
      ? 'No answer was proposed.'
      : [
          'Possible answers:',
          ...could,
          ...(start
            ? [`- Something else, at first thought ${share(start, noneOfThese)} likely.`]
            : []),
        ]
          .join('\n')
          .replace('\n', '\n\n'),
    ...(looked.length === 0
      ? []
      : [['What was looked at:', ...looked].join('\n').replace('\n', '\n\n')]),
    ...evidenceStory(hypotheses),
    ...(chosen
      ? [
          `**Settled${chosen.confidence === null ? '' : `, at ${percent(chosen.confidence)}`}: ${words(chosen.hypothesis.text)}.** ${chosen.reason === '' ? 'Nobody said why.' : sentence(chosen.reason)}`,
        ]
      : []),
  ];
}

function evidenceStory(hypotheses: QuestionView['hypotheses']): readonly string[] {
  const lines = hypotheses.flatMap(({ hypothesis, evidenceFor, evidenceAgainst }) => [
    ...evidenceFor.map((one) => `- For “${words(hypothesis.text)}”: ${sentence(one.text)}`),
    ...evidenceAgainst.map((one) => `- Against “${words(hypothesis.text)}”: ${sentence(one.text)}`),
  ]);
  return lines.length === 0 ? [] : [`Evidence for and against:\n\n${lines.join('\n')}`];
}

function changeWords(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
): string {
  const moved = [...after]
    .map(([id, now]) => ({ id, was: before.get(id) ?? 0, now }))
    .filter(({ was, now }) => Math.abs(now - was) >= 0.005)
    .sort((a, b) => Math.abs(b.now - b.was) - Math.abs(a.now - a.was))
    .slice(0, 3)
    .map(({ id, was, now }) => {
      const name = id === noneOfThese ? 'something else' : words(names.get(id) ?? id);
      return `“${name}” went from ${percent(was)} to ${percent(now)}`;
    });
  return moved.length === 0 ? 'It changed next to nothing.' : `${moved.join('; ')}.`;
}

function decisionStory({ decision, options, observations, supersededBy }: DecisionView): string {
  const chosen = options.find(({ fate }) => fate === 'chosen');
  const told = options
    .filter(({ fate }) => fate === 'rejected')
    .map(
      ({ option, reason }) =>
        `- Rejected: “${words(option.text)}”. ${reason === '' ? 'Nobody said why.' : sentence(reason)}`,
    );
  return [
    `### ${words(decision.text)}`,
    chosen
      ? `**${words(chosen.option.text)}.** ${chosen.reason === '' ? 'Nobody said why.' : sentence(chosen.reason)}`
      : 'Nothing was chosen.',
    ...(told.length === 0 ? [] : [told.join('\n')]),
    ...(observations.length === 0
      ? []
      : [`It was based on: ${observations.map(({ text }) => sentence(text)).join(' ')}`]),
    ...(supersededBy.length === 0
      ? []
      : [
          `It no longer holds: ${supersededBy.map(({ text }) => `“${words(text)}”`).join(', ')} took its place.`,
        ]),
  ].join('\n\n');
}

function outcomeStory(tree: readonly GoalView[]): readonly string[] {
  const lines = tree
    .flatMap(({ decisions, actions, others }) => [
      ...[...decisions.flatMap((one) => one.actions), ...actions].flatMap(({ action, outcomes }) =>
        outcomes.map((outcome) => ({ of: action.text, outcome })),
      ),
      ...others.filter(({ kind }) => kind === 'outcome').map((outcome) => ({ of: '', outcome })),
    ])
    .sort((a, b) => (a.outcome.atMs ?? Infinity) - (b.outcome.atMs ?? Infinity))
    .map(
      ({ of, outcome }) =>
        `- ${when(outcome)}${of === '' ? '' : `${words(of)}: `}${outcome.success === false ? 'failed. ' : ''}${sentence(outcome.text)}`,
    );
  return lines.length === 0 ? [] : ['## What came of it', lines.join('\n')];
}

function openStory(
  questions: readonly QuestionView[],
  decisions: readonly DecisionView[],
): readonly string[] {
  const lines = [
    ...questions
      .filter(({ isSettled }) => !isSettled)
      .map((view) => {
        const next = nextProbe(view);
        return `- ${words(view.question.text)}${next ? ` Next: ${words(next.probe.text)} (${bits(next.gainBits)}).` : ''}`;
      }),
    ...decisions
      .filter(
        ({ options, supersededBy }) =>
          supersededBy.length === 0 && !options.some(({ fate }) => fate === 'chosen'),
      )
      .map(({ decision }) => `- ${words(decision.text)}`),
  ];
  return lines.length === 0 ? [] : ['## What is still open', lines.join('\n')];
}

function when({ at }: DecisionNode): string {
  return at === null ? '' : `${at.slice(0, 16).replace('T', ' ')}: `;
}

/** Words of the vault, which can’t make headings, links or embeds here. */
function words(text: string): string {
  return trimEnd(unlinkedText(text), '. \t');
}

function sentence(text: string): string {
  return ended(unlinkedText(text));
}
