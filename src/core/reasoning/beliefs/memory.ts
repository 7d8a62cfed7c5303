import { percent } from './percent.js';
import type { JsonObject } from '../../json.js';
import { cut } from '../../text/quote.js';
import type { DecisionGraph } from '../decision-graph.js';
import { bits, focusOf, openOf, subsystemsOf, type Focus } from './focus.js';
import { noneOfThese } from './question.js';
import {
  nextProbe,
  notesOf,
  questionsOf,
  type HypothesisView,
  type QuestionView,
} from './questions.js';

const mostHypotheses = 5;
const mostText = 300;

export const integrationChecks = [
  ...(['consistency', 'privacy and security', 'performance'] as const),
  ...(['coupling', 'operational limits'] as const),
];

export interface MemoryFor {
  readonly sessionId: string;
  readonly taskId: string;
  readonly updatedAt: string;
  readonly policyFallbacks: readonly string[];
  readonly more?: JsonObject;
  readonly budget: number;
}

export function memoryBlock(graph: DecisionGraph, wanted: MemoryFor): JsonObject {
  const { focus, full, selected, invariants } = stateOf(graph);
  return within(wanted.budget, {
    session_id: wanted.sessionId,
    task_id: wanted.taskId,
    focus_subsystem: focus.subsystem?.text ?? null,
    global_invariants: invariants,
    candidate_hypotheses: full,
    selected_hypothesis_id: selected?.hypothesis.id ?? null,
    next_probe: focus.probe?.probe.text ?? null,
    updated_at_utc: wanted.updatedAt,
  });
}

export function reasoningTrace(graph: DecisionGraph, wanted: MemoryFor): JsonObject {
  const { focus, full, selected, invariants, risks } = stateOf(graph);
  return within(wanted.budget, {
    focus_subsystem: focus.subsystem?.text ?? null,
    global_invariants: invariants,
    candidate_hypotheses: full,
    selected_hypothesis_id: selected?.hypothesis.id ?? null,
    selected_hypothesis_reason: reasonOf(focus, selected),
    integration_risks: risks,
    confidence: selected?.confidence ?? null,
    policy_fallback_applied: wanted.policyFallbacks.length > 0,
    ...(wanted.policyFallbacks.length === 0 ? {} : { policy_fallbacks: wanted.policyFallbacks }),
    ...wanted.more,
  });
}

interface State {
  readonly focus: Focus;
  readonly full: readonly JsonObject[];
  readonly selected: HypothesisView | null;
  readonly invariants: readonly string[];
  readonly risks: readonly string[];
}

function stateOf(graph: DecisionGraph): State {
  const questions = questionsOf(graph);
  const focus = focusOf(graph, questions);
  const inFocus = openOf(graph, questions).filter(
    (one) => !focus.subsystem || one.subsystem === focus.subsystem.id,
  );
  const first = focus.question ? [focus.question] : [];
  const candidates = [...first, ...inFocus.filter((one) => one !== focus.question)]
    .flatMap((question) => byConfidence(question).map((view) => ({ question, view })))
    .filter(({ view }) => view.fate !== 'rejected');
  const nodes = [...graph.nodes.values()];
  return {
    focus,
    full: candidates
      .slice(0, mostHypotheses)
      .map(({ question, view }) => hypothesisJson(question, view)),
    selected: selectedOf(
      focus,
      candidates.map(({ view }) => view),
    ),
    invariants: [
      ...nodes.flatMap((node) => notesOf(node, 'invariant')),
      ...questions.flatMap(({ question, hypotheses }) =>
        hypotheses
          .filter(({ fate }) => fate === 'chosen')
          .map(({ hypothesis }) => `Settled: ${question.text} – ${hypothesis.text}`),
      ),
      ...candidates
        .slice(mostHypotheses)
        .map(({ view }) => `Also possible: ${view.hypothesis.text}${share(view.confidence)}`),
    ],
    risks: subsystemsOf(graph).flatMap((node) => [
      ...notesOf(node, 'risk'),
      ...integrationChecks.flatMap((name) => notesOf(node, name).map((text) => `${name}: ${text}`)),
    ]),
  };
}

function selectedOf(focus: Focus, all: readonly HypothesisView[]): HypothesisView | null {
  const own = focus.question?.hypotheses ?? all;
  let found: HypothesisView | null = null;
  for (const one of own)
    if (one.fate === 'open' && (one.confidence ?? 0) > (found?.confidence ?? -1)) found = one;
  return found;
}

function reasonOf({ question, probe, reason }: Focus, selected: HypothesisView | null): string {
  if (!selected) return 'No hypothesis is open.';
  if (!question || !probe) return reason;
  const none = question.beliefs.shares?.get(noneOfThese) ?? 0;
  return none > (selected.confidence ?? 0)
    ? 'None of the hypotheses explains it best. Look for another before the next probe.'
    : `The next probe is expected to take away ${bits(probe.gainBits)} of what is uncertain.`;
}

export function hypothesisJson(question: QuestionView, view: HypothesisView): JsonObject {
  const { hypothesis, confidence, assumptions, falsifiers, evidenceFor, evidenceAgainst } = view;
  return {
    id: hypothesis.id,
    statement: hypothesis.text,
    assumptions,
    evidence_for: evidenceFor.map(({ text }) => text),
    evidence_against: evidenceAgainst.map(({ text }) => text),
    falsifiers,
    confidence: confidence === null ? null : Number(confidence.toFixed(4)),
    next_probe: nextProbe(question)?.probe.text ?? null,
  };
}

function byConfidence({ hypotheses }: QuestionView): readonly HypothesisView[] {
  return [...hypotheses].sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
}

function share(confidence: number | null): string {
  return confidence === null ? '' : ` (${percent(confidence)})`;
}

function within(budget: number, wanted: Readonly<Record<string, unknown>>): JsonObject {
  const text = JSON.stringify(wanted);
  if (text.length <= budget) return wanted as JsonObject;
  const whole = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? cut(value, mostText) : value,
  ) as JsonObject;
  const lists = Object.entries(whole).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [];
    const sizes = value.map((one) => JSON.stringify(one).length + 1);
    return [{ key, value, sizes, size: sizes.reduce((all, one) => all + one, 0) }];
  });
  let over = JSON.stringify(whole).length + 20 + lists.length - budget;
  let leftOut = 0;
  for (; over > 0; leftOut += 1) {
    const longest = lists.reduce((a, b) => (b.size > a.size ? b : a));
    const last = longest.sizes.pop();
    if (last === undefined) break;
    longest.size -= last;
    over -= last;
  }
  if (leftOut === 0) return whole;
  return {
    ...whole,
    ...Object.fromEntries(
      lists.map(({ key, value, sizes }) => [key, value.slice(0, sizes.length)]),
    ),
    left_out: leftOut,
  };
}
