import { showUnseen } from '../../text/show-invisible.js';
import { foldLine } from '../../text/text-line.js';
import { bits, focusOf } from '../beliefs/focus.js';
import { noneOfThese } from '../beliefs/question.js';
import {
  nextProbe,
  questionsOf,
  type HypothesisView,
  type ProbeView,
  type QuestionView,
} from '../beliefs/questions.js';
import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import type { LinePlace } from '../record-lines.js';

export interface BoardLine {
  readonly id: string;
  readonly text: string;
  readonly place: LinePlace | null;
}

export interface BoardHypothesis extends BoardLine {
  readonly share: number | null;
  readonly series: readonly number[];
  readonly fate: HypothesisView['fate'];
  readonly reason: string;
  readonly speaksFor: readonly BoardLine[];
  readonly speaksAgainst: readonly BoardLine[];
  readonly assumptions: readonly string[];
  readonly falsifiers: readonly string[];
}

export interface BoardProbe extends BoardLine {
  readonly worth: string;
  readonly share: number;
  readonly cost: string;
  readonly nextBecause: string | null;
  readonly outcomes: readonly string[];
  readonly brought: readonly BoardLine[];
  readonly lacks: readonly string[];
}

export interface BoardQuestion extends BoardLine {
  readonly subsystem: string;
  readonly isSettled: boolean;
  readonly answer: string;
  readonly hypotheses: readonly BoardHypothesis[];
  readonly none: { readonly share: number; readonly series: readonly number[] } | null;
  readonly probes: readonly BoardProbe[];
  readonly warnings: readonly string[];
}

export interface QuestionBoard {
  readonly questions: readonly BoardQuestion[];
  readonly focus: string;
}

export function buildBoard(graph: DecisionGraph): QuestionBoard | null {
  const questions = questionsOf(graph);
  if (questions.length === 0) return null;
  const { subsystem, reason } = focusOf(graph, questions);
  const isOpen = ({ isSettled }: QuestionView): number => (isSettled ? 1 : 0);
  return {
    questions: [...questions]
      .sort((a, b) => isOpen(a) - isOpen(b))
      .map((view) => boardQuestion(view, graph)),
    focus: subsystem ? `${shown(subsystem.text)}. ${shown(reason)}` : '',
  };
}

const fates: readonly HypothesisView['fate'][] = ['chosen', 'open', 'rejected'];

function boardQuestion(view: QuestionView, graph: DecisionGraph): BoardQuestion {
  const { question, subsystem, hypotheses, probes, beliefs, isSettled, supersededBy } = view;
  const { shares, history, start } = beliefs;
  const all = [...(start ? [start] : []), ...history.map((change) => change.shares)];
  const seriesOf = (id: string): readonly number[] =>
    all.flatMap((one) => (one.has(id) ? [one.get(id) ?? 0] : []));
  const none = shares?.get(noneOfThese);
  const next = nextProbe(view);
  const most = Math.max(0, ...probes.map(({ gainBits }) => gainBits ?? 0));
  const texts = new Map(hypotheses.map(({ hypothesis }) => [hypothesis.id, hypothesis.text]));
  const told = (why: string): string =>
    shown(why.replace(/\bh-[a-z2-7]{6}\b/gu, (id) => `“${texts.get(id) ?? id}”`));
  return {
    ...line(question),
    subsystem: shown(graph.nodes.get(subsystem ?? '')?.text ?? ''),
    isSettled,
    answer: shown(
      supersededBy.length > 0
        ? `Replaced by ${supersededBy.map(({ text }) => `“${text}”`).join(', ')}`
        : (hypotheses.find(({ fate }) => fate === 'chosen')?.hypothesis.text ?? ''),
    ),
    hypotheses: [...hypotheses]
      .sort(
        (a, b) =>
          fates.indexOf(a.fate) - fates.indexOf(b.fate) ||
          (b.confidence ?? 0) - (a.confidence ?? 0),
      )
      .map((one) => ({
        ...line(one.hypothesis),
        ...{ share: one.confidence, series: seriesOf(one.hypothesis.id), fate: one.fate },
        reason: shown(one.reason),
        speaksFor: one.evidenceFor.map(line),
        speaksAgainst: one.evidenceAgainst.map(line),
        assumptions: one.assumptions.map(shown),
        falsifiers: one.falsifiers.map(shown),
      })),
    none: none === undefined ? null : { share: none, series: seriesOf(noneOfThese) },
    probes: [...probes]
      .sort((a, b) => Number(a.outcomes.length > 0) - Number(b.outcomes.length > 0))
      .map((one) => ({
        ...boardProbe(one, most, told),
        nextBecause: one === next ? because(probes) : null,
      })),
    warnings: [
      ...(none !== undefined && hypotheses.every(({ confidence }) => (confidence ?? 0) < none)
        ? ['“None of these” is likelier than any of them. Look for another explanation.']
        : []),
      ...beliefs.alike.map(
        (ids) =>
          `No probe can tell these apart so far: ${ids.map((id) => `“${shown(texts.get(id) ?? id)}”`).join(', ')}.`,
      ),
      ...beliefs.problems.map(({ why }) => told(why)),
    ],
  };
}

function boardProbe(
  view: ProbeView,
  most: number,
  told: (why: string) => string,
): Omit<BoardProbe, 'nextBecause'> {
  const { probe, gainBits, outcomes, lacks, outcomeNames } = view;
  return {
    ...line(probe),
    worth: gainBits === null ? '' : bits(gainBits),
    share: most === 0 ? 0 : (gainBits ?? 0) / most,
    cost: shown(probe.values?.cost ?? ''),
    outcomes: lacks.length > 0 ? [] : outcomeNames.map(shown),
    brought: outcomes.map(line),
    lacks: lacks.map(told),
  };
}

function because(probes: readonly ProbeView[]): string {
  const isByCost = probes.every(
    ({ gainBits, gainPerCost }) => gainBits === null || gainPerCost !== null,
  );
  return isByCost ? 'Expected to settle the most for its cost.' : 'Expected to settle the most.';
}

function line({ id, text, place }: DecisionNode): BoardLine {
  return { id, text: shown(text), place };
}

function shown(text: string): string {
  return showUnseen(foldLine(text));
}
