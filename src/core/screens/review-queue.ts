import { risks, riskLabels, type Risk } from '../policy/risk.js';
import { showInvisible } from '../text/show-invisible.js';
import type { RequestSummary } from '../mission/summaries.js';

export const facets = ['bridge', 'type', 'risk', 'plan'] as const;
export type Facet = (typeof facets)[number];

/** The value `''` for `plan` selects requests without a plan. */
export type ReviewFilter = Readonly<Partial<Record<Facet, string>>>;

export interface FacetChoice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface FacetView {
  readonly facet: Facet;
  readonly choices: readonly FacetChoice[];
  readonly left: number;
}

export interface ReviewQueue {
  readonly waiting: number;
  readonly requests: readonly RequestSummary[];
  readonly facets: readonly FacetView[];
}

const mostChoices = 50;

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

export type QueueEntry = Pick<RequestSummary, 'path' | 'requestId'>;

/**
 * Returns the index of the request to show: the current one if possible. −1 for an empty queue.
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
    // A different request may have this path by now.
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
