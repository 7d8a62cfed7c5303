import { percent } from './percent.js';
import { quoted } from '../../text/quote.js';
import { entropyBits, expectedGainBits, sharesOf, withObservation } from './gain.js';
import { likelihoodRow, otherOutcome, outcomeName, type Expectation } from './likelihoods.js';

/** The name of the answer “no hypothesis is true”. */
export const noneOfThese = 'none';
export const usualNone = 0.05;
const tolerance = 0.001;

export interface Hypothesis {
  readonly id: string;
  /** From 0 to 1. Null if nobody gave a probability. */
  readonly prior: number | null;
}

export interface Probe {
  readonly id: string;
  readonly expectations: ReadonlyMap<string, Expectation>;
  readonly saidMs?: ReadonlyMap<string, number | null>;
  readonly cost: { readonly amount: number; readonly unit: string } | null;
}

export interface Observation {
  readonly id: string;
  readonly probe: string;
  readonly outcome: string;
  readonly atMs?: number | null;
  readonly isIndependent: boolean;
}

export type QuestionEvent =
  ({ readonly is: 'hypothesis' } & Hypothesis) | ({ readonly is: 'observation' } & Observation);

export interface Question {
  /** The starting probability that no hypothesis is true. */
  readonly none: number;
  readonly events: readonly QuestionEvent[];
  readonly probes: readonly Probe[];
}

export interface RankedProbe {
  readonly id: string;
  /** In bits. Null if the gain cannot be computed. */
  readonly gainBits: number | null;
  /** In bits per unit of cost. */
  readonly gainPerCost: number | null;
  readonly runs: number;
  readonly lacks: readonly string[];
  readonly outcomeNames: readonly string[];
}

export interface Change {
  readonly after: string;
  readonly shares: ReadonlyMap<string, number>;
  readonly gainBits: number | null;
  readonly isSaidAfter: boolean;
}

export interface Beliefs {
  /** The probability of each answer. Null if it cannot be computed. */
  readonly shares: ReadonlyMap<string, number> | null;
  readonly uncertaintyBits: number | null;
  readonly start: ReadonlyMap<string, number> | null;
  /** Earliest first. */
  readonly history: readonly Change[];
  readonly probes: readonly RankedProbe[];
  readonly alike: readonly (readonly string[])[];
  /** What the person should know about the numbers. */
  readonly problems: readonly { readonly about: string | null; readonly why: string }[];
}

export function believe({ none, events, probes }: Question): Beliefs {
  const problems: { about: string | null; why: string }[] = [];
  const tell = (about: string | null, why: string): void => void problems.push({ about, why });
  const byId = new Map(probes.map((probe) => [probe.id, probe]));
  const history: Change[] = [];
  const runs = new Map<string, number>();
  const hypotheses = new Map<string, number>();
  const rows = new Map<string, ReadRows>();
  const rowsNow = (probe: Probe): ReadRows => {
    const read = rows.get(probe.id) ?? rowsOf(probe, hypotheses);
    rows.set(probe.id, read);
    return read;
  };
  const first: Hypothesis[] = [];
  let begun: Start | null = null;
  let names: string[] = [];
  let logWeights: readonly number[] = [];
  let noneLeft = 0;
  const begin = (): Start => {
    if (begun) return begun;
    begun = startOf(none, first);
    names = [...(begun.shares?.keys() ?? [])];
    logWeights = [...(begun.shares?.values() ?? [])].map(Math.log);
    noneLeft = begun.shares?.get(noneOfThese) ?? 0;
    return begun;
  };
  const shares = (): ReadonlyMap<string, number> =>
    new Map(sharesOf(logWeights).map((share, at) => [names[at] ?? '', share]));

  for (const event of events) {
    if (event.is === 'hypothesis') {
      hypotheses.set(event.id, hypotheses.size);
      rows.clear();
      if (history.length === 0) {
        first.push(event);
        begun = null;
        continue;
      }
      const { id, prior } = event;
      const at = names.indexOf(noneOfThese);
      const isTooMuch = prior !== null && noneLeft > 0 && prior > noneLeft + tolerance;
      if (isTooMuch) {
        tell(
          id,
          `Of what “none of these” began with, ${percent(noneLeft)} are left, so its confidence can’t be ${percent(prior)}. It takes half of that.`,
        );
      }
      const part =
        prior === null || noneLeft === 0 || isTooMuch ? 0.5 : Math.min(1, prior / noneLeft);
      noneLeft *= 1 - part;
      const weight = (logWeights[at] ?? -Infinity) + Math.log(part);
      if (weight === -Infinity) tell(id, stuck);
      names.push(id);
      logWeights = [
        ...logWeights.map((one, place) => (place === at ? one + Math.log(1 - part) : one)),
        weight,
      ];
      history.push({ after: id, shares: shares(), gainBits: null, isSaidAfter: false });
      continue;
    }
    const { id, probe, outcome, isIndependent } = event;
    if (!begin().shares) {
      tell(
        id,
        hypotheses.size === 0
          ? 'It changes no number: no hypothesis was recorded before it.'
          : 'It changes no number: there were no numbers yet. When there are, record it again.',
      );
      continue;
    }
    const asked = byId.get(probe);
    const known = asked && rowsNow(asked);
    if (!known || 'lacks' in known) {
      tell(
        id,
        asked
          ? 'It changes no number yet: its probe does not say how likely each outcome is.'
          : 'It changes no number: it names no probe of this question.',
      );
      continue;
    }
    const column = known.outcomes.indexOf(outcomeName(outcome));
    if (column === -1) {
      tell(
        id,
        `${quoted(outcome)} is no outcome of its probe, so it changes no number. Record it again with one of these as its outcome: ${known.outcomes.map((one) => quoted(one)).join(', ')}.`,
      );
      continue;
    }
    if ((runs.get(probe) ?? 0) > 0 && !isIndependent) {
      tell(id, 'It is not used again: its probe was carried out before.');
      continue;
    }
    const next = withObservation(
      logWeights,
      names.map((name) => known.byName.get(name)?.[column] ?? 0),
    );
    if (!next) {
      tell(
        id,
        'It contradicts every hypothesis, and “none of these”, too. It changes no number: look at what was expected.',
      );
      continue;
    }
    runs.set(probe, (runs.get(probe) ?? 0) + 1);
    const gainBits = gainOf(known, names, sharesOf(logWeights));
    logWeights = next;
    const isSaidAfter = names.some(
      (name) => (asked.saidMs?.get(name) ?? -Infinity) > (event.atMs ?? Infinity),
    );
    history.push({ after: id, shares: shares(), gainBits, isSaidAfter });
  }
  const { shares: start, problems: ofStart } = begin();
  const belief = start && sharesOf(logWeights);
  return {
    shares: belief && shares(),
    start,
    uncertaintyBits: belief && entropyBits(belief),
    history,
    probes: ranked(probes, belief, names, rowsNow, runs),
    alike: alikeOf(
      hypotheses.keys(),
      probes.map(rowsNow).flatMap((read) => ('lacks' in read ? [] : [read])),
    ),
    problems: [...ofStart, ...problems],
  };
}

interface Start {
  readonly shares: ReadonlyMap<string, number> | null;
  readonly problems: Beliefs['problems'];
}

function startOf(usual: number, hypotheses: readonly Hypothesis[]): Start {
  if (hypotheses.length === 0) return { shares: null, problems: [] };
  const given = hypotheses.reduce((sum, { prior }) => sum + (prior ?? 0), 0);
  const none = Math.min(usual, Math.max(0, 1 - given));
  const silent = hypotheses.filter(({ prior }) => prior === null).length;
  const left = 1 - given - none;
  const why =
    given > 1 + tolerance
      ? `The confidences that it began with sum to ${short(given)}, which is more than 1, so there are no numbers. Ask a new question with smaller ones, or without: then they share alike.`
      : silent === 0 && left > tolerance
        ? `The confidences that it began with sum to ${short(1 - left)} with “none of these” (${short(none)}), not to 1, so there are no numbers. Add a hypothesis without a confidence: it gets what is left.`
        : null;
  if (why !== null) return { shares: null, problems: [{ about: null, why }] };
  const share = left < 1e-9 ? 0 : left / Math.max(1, silent);
  const all = [
    ...hypotheses.map(({ id, prior }) => [id, prior ?? share] as const),
    [noneOfThese, none] as const,
  ];
  const sum = all.reduce((total, [, one]) => total + one, 0);
  return {
    shares: new Map(all.map(([id, one]) => [id, one / sum])),
    problems: [
      ...(none < usual - tolerance
        ? [
            {
              about: null,
              why: `The confidences that it began with sum to ${short(given)}, so “none of these” began with ${percent(none)}, not with ${percent(usual)}.`,
            },
          ]
        : []),
      ...all.flatMap(([about, one]) =>
        one === 0 && about !== noneOfThese ? [{ about, why: stuck }] : [],
      ),
    ],
  };
}

const stuck =
  'It starts at 0%, and no observation can change that. To change it, ask a new question in which it starts higher.';

function short(share: number): number {
  return Number(share.toFixed(4));
}

function outcomesOf(expectations: Iterable<Expectation>): readonly string[] {
  const named = new Set([...expectations].flatMap((one) => [...one.keys()]));
  return [...[...named].filter((name) => name !== otherOutcome), otherOutcome];
}

interface Rows {
  readonly outcomes: readonly string[];
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

const mostLacks = 5;

type ReadRows = Rows | { readonly lacks: readonly string[] };

function rowsOf({ expectations }: Probe, hypotheses: ReadonlyMap<string, number>): ReadRows {
  const placeOf = (name: string): number => hypotheses.get(name) ?? Infinity;
  const told = [...expectations]
    .filter(([name]) => name === noneOfThese || hypotheses.has(name))
    .sort(([a], [b]) => placeOf(a) - placeOf(b));
  const outcomes = outcomesOf(told.map(([, expectation]) => expectation));
  const byName = new Map<string, readonly number[]>();
  const wrong = new Map<string, string>();
  for (const [name, expectation] of told) {
    const row = likelihoodRow(expectation, outcomes);
    if (row.ok) byName.set(name, row.value);
    else wrong.set(name, `${row.error.message} ${row.error.advice}`);
  }
  const even = outcomes.map(() => 1 / outcomes.length);
  if (!byName.has(noneOfThese)) byName.set(noneOfThese, even);
  const lacks: string[] = [];
  const ofNone = wrong.get(noneOfThese);
  let left = hypotheses.size + 1 - byName.size + (ofNone === undefined ? 0 : 1);
  for (const name of hypotheses.keys()) {
    if (lacks.length === Math.min(left, mostLacks)) break;
    if (byName.has(name)) continue;
    const why = wrong.get(name);
    lacks.push(why ? `${name}: ${why}` : `How likely is each outcome if ${name} is true?`);
  }
  if (ofNone !== undefined && lacks.length < mostLacks) lacks.push(`“None of these”: ${ofNone}`);
  left -= lacks.length;
  if (left > 0) lacks.push(`The same of ${left} more.`);
  return lacks.length > 0 || hypotheses.size === 0 ? { lacks } : { outcomes, byName };
}

function ranked(
  probes: readonly Probe[],
  belief: readonly number[] | null,
  names: readonly string[],
  rowsNow: (probe: Probe) => ReadRows,
  runs: ReadonlyMap<string, number>,
): readonly RankedProbe[] {
  const [unit, ...others] = new Set(probes.map(({ cost }) => cost?.unit ?? null));
  const isComparable = unit !== null && unit !== undefined && others.length === 0;
  const found = probes.map((probe): RankedProbe => {
    const { id, cost } = probe;
    const known = rowsNow(probe);
    const lacks = 'lacks' in known ? known.lacks : [];
    const gainBits = belief && !('lacks' in known) ? gainOf(known, names, belief) : null;
    const gainPerCost =
      isComparable && gainBits !== null && cost && cost.amount > 0 ? gainBits / cost.amount : null;
    const outcomeNames = outcomesOf(probe.expectations.values());
    return { id, gainBits, gainPerCost, runs: runs.get(id) ?? 0, lacks, outcomeNames };
  });
  const isByCost =
    isComparable &&
    found.every(({ gainPerCost, gainBits }) => gainBits === null || gainPerCost !== null);
  const worth = (one: RankedProbe): number => (isByCost ? one.gainPerCost : one.gainBits) ?? -1;
  return [...found].sort((a, b) => worth(b) - worth(a));
}

function gainOf({ byName }: Rows, names: readonly string[], belief: readonly number[]): number {
  return expectedGainBits(
    belief,
    names.map((name) => byName.get(name) ?? []),
  );
}

function alikeOf(
  hypotheses: Iterable<string>,
  all: readonly Rows[],
): readonly (readonly string[])[] {
  if (all.length === 0) return [];
  const groups = new Map<string, string[]>();
  for (const name of hypotheses) {
    const key = JSON.stringify(all.map(({ byName }) => byName.get(name)));
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
