import type { DecisionGraph, DecisionNode } from '../decision-graph.js';
import { sortOfId } from '../record-entry.js';
import { trimEnd } from '../../text/trim-end.js';
import { readInstant } from '../../time.js';
import { nextProbe, type ProbeView, type QuestionView } from './questions.js';

/** Gains that differ by less are the same. */
const tie = 1e-9;

/** The subsystem that the work is about now, and what to do next there. */
export interface Focus {
  /** `null`: no subsystem was recorded, so all questions are looked at. */
  readonly subsystem: DecisionNode | null;
  /** The question whose next probe is worth most; `null`: no probe has a number. */
  readonly question: QuestionView | null;
  readonly probe: ProbeView | null;
  /** Why, as one sentence. */
  readonly reason: string;
}

/**
 * The focus is the subsystem whose best probe gains most. It stays where it was said to be until something was observed
 * that counts, and where two gain the same.
 */
export function focusOf(graph: DecisionGraph, questions: readonly QuestionView[]): Focus {
  const open = questions.filter(({ isSettled }) => !isSettled);
  const subsystems = [...graph.nodes.values()].filter(({ id }) => sortOfId(id) === 'subsystem');
  const said = graph.focus.at(-1);
  const present = graph.nodes.get(said?.subsystem ?? '') ?? null;
  const bestOf = (id: string | null): { question: QuestionView; probe: ProbeView } | null =>
    best(id === null ? open : open.filter(({ subsystem }) => subsystem === id));
  if (present && said && !hasNews(questions, readInstant(said.at)?.ms ?? -Infinity)) {
    const found = bestOf(present.id);
    const why = said.text === '' ? 'The work was turned to it' : trimEnd(said.text, '. \t');
    return of(present, found, `${why}, and nothing was observed since.`);
  }
  let chosen = present;
  let found = bestOf(present?.id ?? '');
  for (const subsystem of subsystems) {
    const other = bestOf(subsystem.id);
    if (other && (other.probe.gainBits ?? 0) > (found?.probe.gainBits ?? 0) + tie) {
      chosen = subsystem;
      found = other;
    }
  }
  if (subsystems.length === 0) found = bestOf(null);
  return of(
    chosen,
    found,
    found
      ? `Its best probe takes away ${bits(found.probe.gainBits)} of what is uncertain, more than any other.`
      : 'No probe says yet how likely its outcomes are.',
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

function best(
  questions: readonly QuestionView[],
): { question: QuestionView; probe: ProbeView } | null {
  let found: { question: QuestionView; probe: ProbeView } | null = null;
  for (const question of questions) {
    const probe = nextProbe(question);
    if (probe && (probe.gainBits ?? 0) > (found?.probe.gainBits ?? 0) + tie)
      found = { question, probe };
  }
  return found;
}

/** Whether something that counts was observed after this moment. */
function hasNews(questions: readonly QuestionView[], afterMs: number): boolean {
  return questions.some(({ probes, beliefs }) => {
    const counted = new Set(beliefs.history.map(({ after }) => after));
    return probes.some(({ outcomes }) =>
      outcomes.some(({ id, atMs }) => counted.has(id) && (atMs ?? Infinity) > afterMs),
    );
  });
}
