import { inTime } from '../queries.js';
import { addToList } from '../../map-of-lists.js';
import type { DecisionEdge, DecisionGraph, DecisionNode, EdgeKind } from '../decision-graph.js';
import { sortOfId } from '../record-entry.js';
import { quoted } from '../../text/quote.js';
import { readExpectation, type Expectation } from './likelihoods.js';
import {
  believe,
  noneOfThese,
  usualNone,
  type Beliefs,
  type Probe,
  type QuestionEvent,
  type RankedProbe,
} from './question.js';

export interface HypothesisView {
  readonly hypothesis: DecisionNode;
  readonly confidence: number | null;
  readonly assumptions: readonly string[];
  readonly falsifiers: readonly string[];
  readonly evidenceFor: readonly DecisionNode[];
  readonly evidenceAgainst: readonly DecisionNode[];
  /** `chosen` means true, `rejected` means ruled out. */
  readonly fate: 'chosen' | 'rejected' | 'open';
  readonly reason: string;
}

export interface ProbeView extends RankedProbe {
  readonly probe: DecisionNode;
  readonly outcomes: readonly DecisionNode[];
}

export interface QuestionView {
  readonly question: DecisionNode;
  readonly subsystem: string | null;
  readonly hypotheses: readonly HypothesisView[];
  readonly probes: readonly ProbeView[];
  readonly beliefs: Beliefs;
  readonly isSettled: boolean;
  readonly supersededBy: readonly DecisionNode[];
}

export function questionsOf(graph: DecisionGraph): readonly QuestionView[] {
  const below = new Map<string, DecisionNode[]>();
  for (const node of graph.nodes.values())
    if (node.parentId !== null) addToList(below, node.parentId, node);
  const edgesTo = new Map<string, DecisionEdge[]>();
  for (const edge of graph.edges) addToList(edgesTo, edge.to, edge);
  const expectations = readExpectations(graph);
  const from = (id: string, wanted: EdgeKind): readonly DecisionNode[] =>
    inTime(
      (edgesTo.get(id) ?? []).flatMap(({ kind, from: source }) =>
        kind === wanted ? (graph.nodes.get(source) ?? []) : [],
      ),
    );
  const judged = (id: string): Pick<HypothesisView, 'fate' | 'reason'> => {
    const edge = edgesTo.get(id)?.find(({ kind }) => kind === 'chooses' || kind === 'rejects');
    if (!edge) return { fate: 'open', reason: '' };
    return { fate: edge.kind === 'chooses' ? 'chosen' : 'rejected', reason: edge.label };
  };
  return inTime([...graph.nodes.values()].filter(({ id }) => sortOfId(id) === 'question')).map(
    (question) => {
      const parts = inTime(below.get(question.id) ?? []);
      const hypotheses = parts.filter(({ id }) => sortOfId(id) === 'hypothesis');
      const probes = parts.filter(({ id }) => sortOfId(id) === 'probe');
      const outcomesOf = new Map(probes.map(({ id }) => [id, from(id, 'carries_out')]));
      const { read, problems } = expectations;
      const beliefs = believe({
        none: question.values?.none ?? usualNone,
        events: eventsOf(hypotheses, outcomesOf),
        probes: probes.map((probe) => probeOf(probe, question.id, read.get(probe.id))),
      });
      const supersededBy = from(question.id, 'supersedes');
      const ranked = new Map(beliefs.probes.map((one, place) => [one.id, { one, place }]));
      return {
        question,
        subsystem: subsystemOf(graph, question),
        hypotheses: hypotheses.map((hypothesis) => ({
          hypothesis,
          confidence: beliefs.shares?.get(hypothesis.id) ?? null,
          assumptions: notesOf(hypothesis, 'assumption'),
          falsifiers: notesOf(hypothesis, 'falsifier'),
          evidenceFor: from(hypothesis.id, 'supports'),
          evidenceAgainst: from(hypothesis.id, 'contradicts'),
          ...judged(hypothesis.id),
        })),
        probes: probes
          .flatMap((probe) => {
            const known = ranked.get(probe.id);
            const outcomes = outcomesOf.get(probe.id) ?? [];
            return known ? [{ ...known.one, probe, outcomes, place: known.place }] : [];
          })
          .sort((a, b) => a.place - b.place),
        beliefs: {
          ...beliefs,
          problems: [
            ...beliefs.problems,
            ...probes.flatMap((probe) => [
              ...(problems.get(probe.id) ?? []),
              ...costProblems(probe),
            ]),
          ],
        },
        isSettled:
          supersededBy.length > 0 || hypotheses.some(({ id }) => judged(id).fate === 'chosen'),
        supersededBy,
      };
    },
  );
}

function subsystemOf({ nodes }: DecisionGraph, { parentId }: DecisionNode): string | null {
  for (let id = parentId; id !== null; id = nodes.get(id)?.parentId ?? null)
    if (sortOfId(id) === 'subsystem') return id;
  return null;
}

/** Chooses the probe to carry out next. Null if there is none. */
export function nextProbe({ probes, isSettled }: QuestionView): ProbeView | null {
  if (isSettled) return null;
  return (
    probes.find(
      ({ gainBits, outcomes }) => outcomes.length === 0 && gainBits !== null && gainBits > 1e-9,
    ) ?? null
  );
}

export function notesOf({ notes }: DecisionNode, wanted: string): readonly string[] {
  return notes.flatMap(({ name, text }) => {
    const key = name.toLowerCase();
    return key === wanted || key === `${wanted}s` ? [text] : [];
  });
}

function readCost(cost = ''): Probe['cost'] {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([^\d.,]*)$/u.exec(cost.trim()) ?? [];
  const one = unit.trim().toLowerCase();
  return amount === ''
    ? null
    : {
        amount: Number(amount),
        unit: one.length > 3 && one.endsWith('s') ? one.slice(0, -1) : one,
      };
}

function costProblems({ id, values }: DecisionNode): Beliefs['problems'] {
  if (values?.cost === undefined || readCost(values.cost)) return [];
  const why = `${quoted(values.cost)} is no cost that can be compared: write one number and its unit, such as “1.5 h”.`;
  return [{ about: id, why }];
}

interface Said {
  readonly text: string;
  readonly atMs: number | null;
  readonly one: Expectation;
}

interface ReadExpectations {
  readonly read: ReadonlyMap<string, ReadonlyMap<string, Said>>;
  readonly problems: ReadonlyMap<string, Beliefs['problems']>;
}

function readExpectations({ nodes, expected }: DecisionGraph): ReadExpectations {
  const read = new Map<string, Map<string, Said>>();
  const problems = new Map<string, { about: string; why: string }[]>();
  for (const { probe, under, text, atMs } of expected) {
    const question = nodes.get(probe)?.parentId;
    if (under !== question && nodes.get(under)?.parentId !== question) {
      const why = `What is expected under ${under} is ignored: ${under} belongs to another question.`;
      addToList(problems, probe, { about: probe, why });
      continue;
    }
    const one = readExpectation(text);
    const known = read.get(probe) ?? new Map<string, Said>();
    read.set(probe, known);
    if (one.ok) {
      if (known.get(under)?.text !== text) known.set(under, { text, atMs, one: one.value });
    } else {
      known.delete(under);
      addToList(problems, probe, { about: probe, why: `${one.error.message} ${one.error.advice}` });
    }
  }
  return { read, problems };
}

function probeOf(
  { id, values }: DecisionNode,
  questionId: string,
  expected: ReadonlyMap<string, Said> = new Map(),
): Probe {
  const named = [...expected].map(
    ([under, said]) => [under === questionId ? noneOfThese : under, said] as const,
  );
  return {
    id,
    expectations: new Map(named.map(([name, { one }]) => [name, one])),
    saidMs: new Map(named.map(([name, { atMs }]) => [name, atMs])),
    cost: readCost(values?.cost),
  };
}

function eventsOf(
  hypotheses: readonly DecisionNode[],
  outcomesOf: ReadonlyMap<string, readonly DecisionNode[]>,
): readonly QuestionEvent[] {
  const events = [
    ...hypotheses.map(({ id, atMs, values }) => ({
      ...{ is: 'hypothesis' as const, id, atMs, prior: values?.prior ?? null },
    })),
    ...[...outcomesOf].flatMap(([probe, observations]) =>
      observations.map(({ id, atMs, text, values }) => ({
        ...{ is: 'observation' as const, id, atMs, probe, outcome: values?.outcome ?? text },
        isIndependent: values?.independent === 'yes',
      })),
    ),
  ];
  return events.sort(
    (a, b) =>
      (a.atMs ?? Infinity) - (b.atMs ?? Infinity) ||
      Number(a.is === 'observation') - Number(b.is === 'observation') ||
      (a.id < b.id ? -1 : 1),
  );
}
