import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import { sortOfId } from '../record-entry.js';
import { trimEnd } from '../../text/trim-end.js';
import { readInstant } from '../../time.js';
import { nextProbe, notesOf, type ProbeView, type QuestionView } from './questions.js';

/** Gains that differ by less are the same. */
const tie = 1e-9;

/** The subsystem that the work is about now, and what to do next there. */
export interface Focus {
  /** `null`: none was recorded, or the question belongs to none. */
  readonly subsystem: DecisionNode | null;
  /** The question whose next probe is worth most; `null`: no probe has a number. */
  readonly question: QuestionView | null;
  readonly probe: ProbeView | null;
  /** Why, as one sentence. */
  readonly reason: string;
}

/** The subsystems without those that were set aside. */
export function subsystemsOf({ nodes }: DecisionGraph): readonly DecisionNode[] {
  return [...nodes.values()].filter((one) => sortOfId(one.id) === 'subsystem' && !isSetAside(one));
}

/** The questions that wait for an answer, without those of subsystems that were set aside. */
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

/**
 * The focus is the subsystem whose best probe gains most. It stays where it was said to be until something was observed
 * that counts or a question of it was settled, and where two gain the same.
 */
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
      return of(present, here, `${why}, and nothing that counts was observed since.`);
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
        : 'No probe that is left is known to tell more.',
  );
}

/** `0.53 bits`. */
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

/** @param found what only a greater gain takes the place of */
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

/** Whether something that counts was observed after this moment. */
export function hasNews(questions: readonly QuestionView[], afterMs: number): boolean {
  return questions.some(({ probes, beliefs }) => {
    const counted = new Set(beliefs.history.map(({ after }) => after));
    return probes.some(({ outcomes }) =>
      outcomes.some(({ id, atMs }) => counted.has(id) && (atMs ?? Infinity) > afterMs),
    );
  });
}
