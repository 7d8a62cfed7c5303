import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import { sortOfId } from '../record-entry.js';
import { trimEnd } from '../../text/trim-end.js';
import { readInstant } from '../../time.js';
import { nextProbe, notesOf, type ProbeView, type QuestionView } from './questions.js';

const tie = 1e-9;

export interface Focus {
  readonly subsystem: DecisionNode | null;
  readonly question: QuestionView | null;
  readonly probe: ProbeView | null;
  readonly reason: string;
}

export function subsystemsOf({ nodes }: DecisionGraph): readonly DecisionNode[] {
  return [...nodes.values()].filter((one) => sortOfId(one.id) === 'subsystem' && !isSetAside(one));
}

export function openOf(
  { nodes }: DecisionGraph,
  questions: readonly QuestionView[],
): readonly QuestionView[] {
  return questions.filter(
    ({ isSettled, subsystem }) => !isSettled && !isSetAside(nodes.get(subsystem ?? '')),
  );
}

function isSetAside(node: DecisionNode | undefined): boolean {
  return node !== undefined && notesOf(node, 'set aside').length > 0;
}

/** Chooses what to work on next. Usually this is the subsystem with the most valuable probe. */
export function focusOf(graph: DecisionGraph, questions: readonly QuestionView[]): Focus {
  const open = openOf(graph, questions);
  const said = graph.focus.at(-1);
  const present = subsystemsOf(graph).find(({ id }) => id === said?.subsystem) ?? null;
  const isHere = ({ subsystem }: QuestionView): boolean => subsystem === (present?.id ?? null);
  const here = best(open.filter(isHere));
  const since = readInstant(said?.at ?? '')?.ms ?? -Infinity;
  const isSettledSince = ({ question }: QuestionView): boolean =>
    graph.edges.some(
      ({ kind, from, by }) =>
        kind === 'chooses' &&
        from === question.id &&
        (readInstant(by?.at ?? '')?.ms ?? Infinity) > since,
    );
  if (present && said && !hasNews(questions, since)) {
    if (!questions.filter(isHere).some(isSettledSince)) {
      const why = said.text === '' ? 'The work was turned to it' : trimEnd(said.text, '. \t');
      return of(present, here, `${why}, and nothing that changes a share was observed since.`);
    }
  }
  const found = best(open, here);
  return of(
    found ? (graph.nodes.get(found.question.subsystem ?? '') ?? null) : present,
    found,
    found
      ? `Its next probe is expected to take away ${bits(found.probe.gainBits)} of what is uncertain, and that of no other question more.`
      : open.length === 0
        ? 'No question is open.'
        : 'No probe is left that is known to settle more.',
  );
}

export function bits(amount: number | null): string {
  return amount === null ? 'no number' : `${Number(amount.toFixed(2))} bits`;
}

function of(
  subsystem: DecisionNode | null,
  found: { readonly question: QuestionView; readonly probe: ProbeView } | null,
  reason: string,
): Focus {
  return { subsystem, question: found?.question ?? null, probe: found?.probe ?? null, reason };
}

function best(
  questions: readonly QuestionView[],
  found: { question: QuestionView; probe: ProbeView } | null = null,
): { question: QuestionView; probe: ProbeView } | null {
  for (const question of questions) {
    const probe = nextProbe(question);
    if (probe && (probe.gainBits ?? 0) > (found?.probe.gainBits ?? 0) + tie)
      found = { question, probe };
  }
  return found;
}

/** True when an accepted observation may be later than `afterMs` (ms since 1970). */
export function hasNews(questions: readonly QuestionView[], afterMs: number): boolean {
  return questions.some(({ probes, beliefs }) => {
    const counted = new Set(beliefs.history.map(({ after }) => after));
    return probes.some(({ outcomes }) =>
      outcomes.some(({ id, atMs }) => counted.has(id) && (atMs ?? Infinity) > afterMs),
    );
  });
}
