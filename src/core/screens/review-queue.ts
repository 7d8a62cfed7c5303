import { risks, riskLabels, type Risk } from '../policy/risk.js';
import { showInvisible } from '../text/show-invisible.js';
import type { RequestSummary } from '../mission/summaries.js';

/** By what requests that wait can be told apart. */
export const facets = ['bridge', 'type', 'risk', 'plan'] as const;
export type Facet = (typeof facets)[number];

/** Which of them are wanted: one value a facet; absent: any. The plan `''` stands for none. */
export type ReviewFilter = Readonly<Partial<Record<Facet, string>>>;

/** One value of a facet. */
export interface FacetChoice {
  readonly value: string;
  /** For reading: nothing in it is invisible. */
  readonly label: string;
  /** How many requests would match with this one chosen. */
  readonly count: number;
}

/** A facet in which the requests that wait differ. */
export interface FacetView {
  readonly facet: Facet;
  readonly choices: readonly FacetChoice[];
  /** How many more values there are than can be chosen among. */
  readonly left: number;
}

/** The requests that wait, as a person goes through them. */
export interface ReviewQueue {
  /** How many wait in all. */
  readonly waiting: number;
  /** Those that match the filter, in their order. */
  readonly requests: readonly RequestSummary[];
  readonly facets: readonly FacetView[];
}

/** More values than these nobody looks through. */
const mostChoices = 50;

/**
 * The requests that match a filter, and by what they can be filtered further. The numbers of a facet
 * count what the filter's other facets leave.
 * @param riskOf the risk of a request, as far as this device knows it
 */
export function reviewQueue(
  waiting: readonly RequestSummary[],
  filter: ReviewFilter,
  riskOf: (request: RequestSummary) => Risk,
): ReviewQueue {
  const counts = new Map(facets.map((facet) => [facet, new Map<string, number>()]));
  const requests = waiting.filter((request) => {
    const values = valuesOf(request, riskOf(request));
    const wrong = facets.filter(
      (facet) => filter[facet] !== undefined && filter[facet] !== values[facet],
    );
    for (const facet of facets) {
      const isLeft = wrong.every((other) => other === facet);
      const known = counts.get(facet);
      known?.set(values[facet], (known.get(values[facet]) ?? 0) + (isLeft ? 1 : 0));
    }
    return wrong.length === 0;
  });
  return {
    waiting: waiting.length,
    requests,
    facets: facets.flatMap((facet) => viewOf(facet, counts.get(facet) ?? new Map(), filter[facet])),
  };
}

/** A request among others: its note may be moved, and its id is never used again. */
export type QueueEntry = Pick<RequestSummary, 'path' | 'requestId'>;

/**
 * Which request is to be shown: the one that was, while it is there; else the next one of those that
 * came after it, else the last of those before. −1: there is none.
 * @param before the requests as they were when `current` was shown
 */
export function indexInQueue(
  requests: readonly QueueEntry[],
  current: QueueEntry | null,
  before: readonly QueueEntry[],
): number {
  if (current === null) return requests.length === 0 ? -1 : 0;
  const byPath = new Map(requests.map(({ path }, at) => [path, at]));
  const byId = new Map(requests.map(({ requestId }, at) => [requestId, at]));
  const find = ({ path, requestId }: QueueEntry): number | undefined => {
    const at = byPath.get(path);
    // Another request in the place of its note is another.
    return at !== undefined && requests[at]?.requestId === requestId ? at : byId.get(requestId);
  };
  const there = find(current);
  if (there !== undefined) return there;
  const was = before.findIndex(
    ({ path, requestId }) => path === current.path && requestId === current.requestId,
  );
  for (const later of before.slice(was + 1)) {
    const at = find(later);
    if (at !== undefined) return at;
  }
  return requests.length - 1;
}

function valuesOf(request: RequestSummary, risk: Risk): Readonly<Record<Facet, string>> {
  return { bridge: request.bridge, type: request.actionType, risk, plan: request.planId ?? '' };
}

function viewOf(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
  chosen: string | undefined,
): readonly FacetView[] {
  if (counts.size < 2 && chosen === undefined) return [];
  const choices = [...counts]
    .filter(([value, count]) => count > 0 || value === chosen)
    .map(([value, count]) => ({ value, label: labelOf(facet, value), count }))
    .sort((a, b) => orderOf(facet, a, b));
  // What is chosen is always there, so that it can be seen and taken back.
  const shown = choices.filter(({ value }, at) => at < mostChoices || value === chosen);
  if (chosen !== undefined && !counts.has(chosen)) {
    shown.push({ value: chosen, label: labelOf(facet, chosen), count: 0 });
  }
  return [{ facet, choices: shown, left: Math.max(0, choices.length - shown.length) }];
}

function orderOf(facet: Facet, a: FacetChoice, b: FacetChoice): number {
  if (facet === 'risk') return risks.indexOf(a.value as Risk) - risks.indexOf(b.value as Risk);
  return b.count - a.count || (a.label < b.label ? -1 : 1);
}

function labelOf(facet: Facet, value: string): string {
  if (facet === 'risk') return riskLabels[value as Risk];
  return facet === 'plan' && value === '' ? 'No plan' : showInvisible(value);
}
