import { expect, test } from 'vitest';
import { indexInQueue, reviewQueue } from '../../../../src/core/screens/review-queue.js';
import type { RequestSummary } from '../../../../src/core/mission/summaries.js';
import type { Risk } from '../../../../src/core/policy/risk.js';

function request(id: string, rest: Partial<RequestSummary> = {}): RequestSummary {
  return {
    path: `Pending_Approval/${id}.md`,
    folder: 'pending',
    requestId: id,
    supersedes: null,
    planId: null,
    stepId: null,
    actionType: 'email',
    targetRecipient: 'a@example.com',
    recipientIsInCall: true,
    bridge: 'mail',
    tool: 'send_email',
    status: 'pending',
    createdDate: '2026-02-21T10:40:00Z',
    createdMs: 0,
    expiresMs: null,
    isStamped: false,
    ...rest,
  };
}

const riskOf = ({ actionType }: RequestSummary): Risk =>
  actionType === 'payment' ? 'payment' : 'may_delete';
const waiting = [
  request('a', { planId: 'PLAN-2026-001' }),
  request('b', { actionType: 'payment', bridge: 'bank', planId: 'PLAN-2026-001' }),
  request('c', { planId: 'PLAN-2026-002' }),
  request('d', { bridge: 'bank' }),
];
const idsOf = (requests: readonly RequestSummary[]) => requests.map(({ requestId }) => requestId);

test('without a filter all that wait match, and each facet in which they differ is counted', () => {
  const queue = reviewQueue(waiting, {}, riskOf);
  expect(queue.waiting).toBe(4);
  expect(idsOf(queue.requests)).toEqual(['a', 'b', 'c', 'd']);
  expect(
    queue.facets.map(({ facet, choices }) => [
      facet,
      ...choices.map(({ label, count }) => `${label} ${count}`),
    ]),
  ).toEqual([
    ['bridge', 'bank 2', 'mail 2'],
    ['type', 'email 3', 'payment 1'],
    ['risk', 'May move money 1', 'May delete or overwrite 3'],
    ['plan', 'PLAN-2026-001 2', 'No plan 1', 'PLAN-2026-002 1'],
  ]);
});

test('a facet in which they do not differ is not offered, unless it was chosen', () => {
  const alike = [request('a'), request('b')];
  expect(reviewQueue(alike, {}, riskOf).facets).toEqual([]);
  const { facets, requests } = reviewQueue(alike, { type: 'payment' }, riskOf);
  expect(requests).toEqual([]);
  expect(facets).toMatchObject([
    {
      facet: 'type',
      choices: [
        { value: 'email', count: 2 },
        { value: 'payment', label: 'payment', count: 0 },
      ],
    },
  ]);
});

test.each([
  [{ bridge: 'bank' }, ['b', 'd']],
  [{ bridge: 'bank', type: 'email' }, ['d']],
  [{ risk: 'payment' }, ['b']],
  [{ plan: 'PLAN-2026-001' }, ['a', 'b']],
  [{ plan: '' }, ['d']],
  [{ plan: 'PLAN-2026-002', bridge: 'bank' }, []],
])('%j matches %j', (filter, ids) => {
  expect(idsOf(reviewQueue(waiting, filter, riskOf).requests)).toEqual(ids);
});

test('the numbers of a facet count what the others leave, so that each says what it would show', () => {
  const { facets } = reviewQueue(waiting, { bridge: 'bank' }, riskOf);
  const countsOf = (wanted: string) =>
    facets.find(({ facet }) => facet === wanted)?.choices.map(({ value, count }) => [value, count]);
  expect(countsOf('bridge')).toEqual([
    ['bank', 2],
    ['mail', 2],
  ]);
  expect(countsOf('plan')).toEqual([
    ['', 1],
    ['PLAN-2026-001', 1],
  ]);
});

test('of a thousand plans the fullest fifty can be chosen, and the one that was', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => request(`r${at}`, { planId: `P${at}` }));
  const { facets } = reviewQueue([...many, request('x', { planId: 'P999' })], {}, riskOf);
  expect(facets[0]).toMatchObject({ facet: 'plan', left: 950 });
  expect(facets[0]?.choices[0]).toMatchObject({ value: 'P999', count: 2 });
  const chosen = reviewQueue(many, { plan: 'P998' }, riskOf).facets[0];
  expect(chosen?.choices.map(({ value }) => value)).toContain('P998');
  expect(chosen).toMatchObject({ left: 949 });
});

test('hidden characters of a name are visible among the choices', () => {
  const { facets } = reviewQueue(
    [request('a', { bridge: 'ma\u200bil' }), request('b')],
    {},
    riskOf,
  );
  expect(facets[0]?.choices.map(({ label }) => label)).toEqual(['mail', 'ma‹U+200B›il']);
});

const [a, b, c, d] = waiting as [RequestSummary, RequestSummary, RequestSummary, RequestSummary];
test.each<[string, RequestSummary[], RequestSummary | null, RequestSummary[], number]>([
  ['nothing was shown: the first', [a, b], null, [], 0],
  ['nothing waits: none', [], null, [], -1],
  ['it is still there, further down', [d, a, b], b, [a, b], 2],
  ['it is gone: the next one of those after it', [a, c, d], b, [a, b, c, d], 1],
  ['it is gone with the one after it', [a, d], b, [a, b, c, d], 1],
  ['the last is gone: the last of those before', [a, b], c, [a, b, c], 1],
  ['its note was moved: it is known by its id', [a, { ...b, path: 'x' }], b, [a, b], 1],
  ['another came into the place of its note', [a, { ...b, requestId: 'z' }, c], b, [a, b, c], 2],
  ['everything is gone', [], b, [a, b], -1],
])('%s', (_what, now, current, before, at) => {
  expect(indexInQueue(now, current, before)).toBe(at);
});
