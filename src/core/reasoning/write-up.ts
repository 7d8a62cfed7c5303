import { percent } from './beliefs/percent.js';
import type { DecisionGraph, DecisionNode } from './decision-graph.js';
import { entropyBits } from './beliefs/gain.js';
import { noneOfThese } from './beliefs/question.js';
import { nextProbe, questionsOf, type QuestionView } from './beliefs/questions.js';
import { bits } from './beliefs/focus.js';
import { DecisionQueries, inTime, type DecisionView } from './queries.js';
import { sortOfId } from './record-entry.js';
import { ended, undecidedWords } from './record-words.js';
import { trimEnd } from '../text/trim-end.js';
import { unlinkedText } from '../text/inline-text.js';

export function writeUp(graph: DecisionGraph): string {
  const queries = new DecisionQueries(graph);
  const questions = questionsOf(graph);
  const goal = queries.decisionTree()[0]?.goal;
  const decisions = [...graph.nodes.values()].flatMap(({ id }) =>
    sortOfId(id) === 'question' ? [] : (queries.decision(id) ?? []),
  );
  return [
    `# ${goal ? words(goal.text) : 'What was thought and decided'}`,
    ...[...questions]
      .sort((a, b) => looks(b) - looks(a))
      .flatMap((view) => questionStory(view, graph.conflicting.has(view.question.id))),
    ...(decisions.length === 0 ? [] : ['## What was decided', ...decisions.map(decisionStory)]),
    ...outcomeStory(graph),
    ...openStory(questions, decisions),
  ]
    .join('\n\n')
    .concat('\n');
}

const looks = ({ beliefs }: QuestionView): number => Math.min(1, beliefs.history.length);

function questionStory(
  { question, hypotheses, probes, beliefs, supersededBy }: QuestionView,
  isConflicting: boolean,
): readonly string[] {
  const names = new Map(hypotheses.map(({ hypothesis }) => [hypothesis.id, hypothesis.text]));
  const share = (shares: ReadonlyMap<string, number>, id: string): string =>
    percent(shares.get(id) ?? 0);
  const { start, history, problems } = beliefs;
  const changes = new Map(
    history.map((change, at) => [
      change.after,
      { ...change, before: history[at - 1]?.shares ?? start ?? change.shares },
    ]),
  );
  const begins = (id: string): string => {
    if (start?.has(id)) return `, at first thought ${share(start, id)} likely`;
    const change = changes.get(id);
    return change ? `, thought of later, and then ${share(change.shares, id)} likely` : '';
  };
  const could = hypotheses.map(({ hypothesis, assumptions, falsifiers }) =>
    [
      `- **${words(hypothesis.text)}**${begins(hypothesis.id)}.`,
      ...(assumptions.length > 0 ? [`This assumes: ${assumptions.map(sentence).join(' ')}`] : []),
      ...(falsifiers.length > 0
        ? [`It is ruled out if this is seen: ${falsifiers.map(sentence).join(' ')}`]
        : []),
    ].join(' '),
  );
  const seen = probes
    .flatMap(({ probe, outcomes }) => outcomes.map((outcome) => ({ probe, outcome })))
    .sort(
      (a, b) =>
        (a.outcome.atMs ?? Infinity) - (b.outcome.atMs ?? Infinity) ||
        (a.outcome.id < b.outcome.id ? -1 : 1),
    );
  const looked = seen.map(({ probe, outcome }) => {
    const change = changes.get(outcome.id);
    const before = change?.before ?? new Map<string, number>();
    const why = problems.find(({ about }) => about === outcome.id)?.why;
    return [
      `- ${when(outcome)}${sentence(probe.text)}`,
      ...(change?.gainBits === undefined || change.gainBits === null
        ? []
        : [
            change.isSaidAfter
              ? 'Its likelihoods were said only after this was observed.'
              : `It was expected to remove ${bits(change.gainBits)} of the ${bits(entropyBits([...before.values()]))} that were uncertain.`,
          ]),
      `Result: ${sentence(outcome.text)}`,
      change ? changeWords(before, change.shares, names) : sentence(why ?? 'It changed no number'),
    ].join(' ');
  });
  const others = problems.filter(({ about }) => !seen.some(({ outcome }) => outcome.id === about));
  const ruledOut = hypotheses.filter(({ fate }) => fate === 'rejected');
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
    ...(history.length > 0 && beliefs.shares ? [sharesNow(beliefs.shares, names)] : []),
    ...evidenceStory(hypotheses),
    ...others.map(({ about, why }) => {
      const of = names.get(about ?? '') ?? probes.find(({ id }) => id === about)?.probe.text;
      return `${of === undefined ? '' : `“${words(of)}”: `}${sentence(why)}`;
    }),
    ...(ruledOut.length === 0
      ? []
      : [
          ruledOut
            .map(
              ({ hypothesis, reason }) =>
                `- Ruled out: “${words(hypothesis.text)}”. ${because(reason)}`,
            )
            .join('\n'),
        ]),
    ...(chosen
      ? [`**Settled: ${words(chosen.hypothesis.text)}.** ${because(chosen.reason)}`]
      : isConflicting
        ? [undecidedWords(isConflicting)]
        : []),
    ...replacedStory(supersededBy),
  ];
}

function sharesNow(
  shares: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
): string {
  const told = [...shares]
    .filter(([id]) => id !== noneOfThese)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([id, one]) => `“${words(names.get(id) ?? id)}” ${percent(one)}`);
  const none = `something else ${percent(shares.get(noneOfThese) ?? 0)}`;
  return `How likely each is now, from what was observed: ${[...told, none].join('; ')}.`;
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
    .map(({ option, reason }) => `- Rejected: “${words(option.text)}”. ${because(reason)}`);
  return [
    `### ${words(decision.text)}`,
    chosen
      ? `**${words(chosen.option.text)}.** ${because(chosen.reason)}`
      : undecidedWords(options.some(({ fate }) => fate === 'conflicting')),
    ...(told.length === 0 ? [] : [told.join('\n')]),
    ...(observations.length === 0
      ? []
      : [`It was based on: ${observations.map(({ text }) => sentence(text)).join(' ')}`]),
    ...replacedStory(supersededBy),
  ].join('\n\n');
}

function replacedStory(by: readonly DecisionNode[]): readonly string[] {
  const named = by.map(({ text }) => `“${words(text)}”`).join(', ');
  return by.length === 0 ? [] : [`It no longer holds: ${named} took its place.`];
}

function outcomeStory({ nodes }: DecisionGraph): readonly string[] {
  const lines = inTime([...nodes.values()].filter(({ kind }) => kind === 'outcome')).map(
    (outcome) => {
      const of = nodes.get(outcome.parentId ?? '');
      return `- ${when(outcome)}${of?.kind === 'action' ? `${words(of.text)}: ` : ''}${outcome.success === false ? 'failed. ' : ''}${sentence(outcome.text)}`;
    },
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

function because(reason: string): string {
  return reason === '' ? 'Nobody said why.' : sentence(reason);
}

function words(text: string): string {
  return trimEnd(unlinkedText(text), '. \t');
}

function sentence(text: string): string {
  return ended(unlinkedText(text));
}
