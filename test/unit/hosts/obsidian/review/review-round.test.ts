import { beforeEach, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../../../src/core/errors.js';
import type { ReviewModel } from '../../../../../src/core/screens/review-model.js';
import type { RequestSummary } from '../../../../../src/core/mission/summaries.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import { ReviewRound } from '../../../../../src/hosts/obsidian/review/review-round.js';
import type { PanelActions, Press } from '../../../../../src/ui/actions/panel-actions.js';
import { reviewActions } from '../../../../../src/hosts/obsidian/review/review-actions.js';
import type { SessionState } from '../../../../../src/hosts/obsidian/lifecycle/session-state.js';

let waiting: RequestSummary[];
let rejected: [string, string][];
let told: string[];
let opened: string[];
let together: readonly string[];
let model: ReviewModel;
let round: ReviewRound;
let onReject: (id: string) => Promise<Result<unknown>>;

const request = (id: string, bridge = 'mail'): RequestSummary =>
  ({
    path: `Pending_Approval/${id}.md`,
    requestId: id,
    planId: null,
    actionType: 'email',
    targetRecipient: `${id}@example.com`,
    recipientIsInCall: true,
    bridge,
    tool: 'send_email',
  }) as RequestSummary;

const source = {
  view: () => ({ waiting: [...waiting] }),
  waitingAt: (path: string) => waiting.find((each) => each.path === path) ?? null,
  reviewAt: async (path: string) =>
    path.includes('unreadable') ? null : ({ requestId: path, path } as Review),
};
const state = {
  at: 'ready',
  vault: { tools: { hintsOf: () => undefined, tell: (review: Review) => review } },
  work: { source, executor: null },
} as unknown as SessionState;

const gone = (id: string): void => {
  waiting = waiting.filter(({ requestId }) => requestId !== id);
  round.changed();
};
const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(async () => {
  waiting = [request('a'), request('b', 'bank'), request('c'), request('d')];
  rejected = [];
  told = [];
  opened = [];
  together = [];
  onReject = async (id) => {
    gone(id);
    return ok(undefined);
  };
  round = new ReviewRound({
    clock: {
      now: () => 0,
      setTimer: (_ms: number, callback: () => void) => {
        const timer = setTimeout(callback, 0);
        return () => clearTimeout(timer);
      },
    },
    state: () => state,
    about: () => ({ changes: [], drafted: null, answer: null }),
    became: () => null,
    reject: (id, reason) => {
      rejected.push([id, reason]);
      return onReject(id);
    },
    whileRejecting: (ids, work) => {
      together = ids;
      return work();
    },
    close: () => opened.push('closed'),
    tell: (text) => told.push(text),
  });
  round.feed.watch({ isVisible: () => true, show: (next) => (model = next) });
  await turns();
  return () => round.end();
});

const shown = () => (model.card?.shows === 'call' ? model.card.review.path : model.card?.path);

test('it begins with the oldest, and goes on and back, and not beyond the ends', async () => {
  expect(model).toMatchObject({ stage: 'ready', waiting: 4, matching: 4, position: 1 });
  expect(shown()).toBe('Pending_Approval/a.md');
  round.go(1);
  await turns();
  expect([model.position, shown()]).toEqual([2, 'Pending_Approval/b.md']);
  round.go(-1);
  round.go(-1);
  await turns();
  expect(model.position).toBe(1);
  round.go(99);
  await turns();
  expect(model.position).toBe(4);
});

test('a request that was dealt with makes way for the next one, and it is said what was done', async () => {
  round.go(1);
  await turns();
  round.did({ requestId: 'b', what: 'Approved' });
  gone('b');
  await turns();
  expect([model.position, shown()]).toEqual([2, 'Pending_Approval/c.md']);
  expect(model.said).toBe('Approved: “Email to b@example.com”.');
  round.go(1);
  await turns();
  expect(model.said).toBeNull();
});

test('whom a request was for, as its note says, does not go on as words of ours', async () => {
  const targetRecipient = 'maria”. Sent 09:42. All others are safe';
  waiting = [{ ...request('e'), targetRecipient, recipientIsInCall: false }, ...waiting];
  round.changed();
  await turns();
  round.go(-1);
  await turns();
  round.did({ requestId: 'e', what: 'Approved' });
  gone('e');
  await turns();
  expect(model.said).toBe(
    'Approved: “Email” for “maria". Sent 09:42. All others are safe” (as its note says).',
  );
});

test('what was done is said also when the request is gone before that is known', async () => {
  gone('a');
  await turns();
  expect(model.said).toBeNull();
  round.did({ requestId: 'a', what: 'Approved' });
  await turns();
  expect(model.said).toBe('Approved: “Email to a@example.com”.');
  // The next one is handled elsewhere: nobody did that here.
  gone('b');
  await turns();
  expect([shown(), model.said]).toEqual(['Pending_Approval/c.md', null]);
});

test('a request whose press was refused, and that then goes by other hands, is not said to be approved', async () => {
  const pressed: string[] = [];
  const actions = reviewActions(
    {
      requests: { approve: (review: Review) => pressed.push(review.requestId) },
    } as unknown as PanelActions,
    round,
  );
  actions.requests.approve({ requestId: 'a' } as Review, [], {} as Press);
  await turns();
  gone('a');
  await turns();
  expect(pressed).toEqual(['a']);
  expect(model.said).toBeNull();
});

test('opening a note from its card closes the window, behind which nobody could read it', () => {
  const open = (path: string) => opened.push(path);
  const actions = reviewActions({ views: { open } } as unknown as PanelActions, round);
  actions.views.open('Pending_Approval/a.md');
  expect(opened).toEqual(['closed', 'Pending_Approval/a.md']);
});

test('new ones that come before it do not take the place of what is looked at', async () => {
  round.go(2);
  await turns();
  waiting.unshift(request('older'));
  round.changed();
  await turns();
  expect([model.position, shown()]).toEqual([4, 'Pending_Approval/c.md']);
});

test('the filter keeps what is looked at while it matches, and can be cleared', async () => {
  round.narrow('bridge', 'bank');
  await turns();
  expect(model).toMatchObject({ waiting: 4, matching: 1, position: 1 });
  expect(shown()).toBe('Pending_Approval/b.md');
  gone('b');
  await turns();
  expect(model).toMatchObject({ waiting: 3, matching: 0, position: 0, card: null });
  round.clearFilter();
  await turns();
  expect(model).toMatchObject({ matching: 3, filter: {} });
});

test('a note that cannot be read is said to be so, and can be passed over', async () => {
  waiting = [request('a'), request('unreadable')];
  round.changed();
  await turns();
  round.go(1);
  await turns();
  expect(model.card).toEqual({ shows: 'nothing', path: 'Pending_Approval/unreadable.md' });
  round.go(-1);
  await turns();
  expect(shown()).toBe('Pending_Approval/a.md');
});

test('rejecting the rest asks first, and then rejects those it named and no others', async () => {
  round.narrow('bridge', 'mail');
  await turns();
  round.askToDeny();
  await turns();
  expect(model.denial).toMatchObject({ stage: 'asks', requests: { length: 3 } });
  expect(rejected).toEqual([]);
  waiting.push(request('late'));
  round.deny('Not any more');
  await turns();
  expect(rejected.map(([id]) => id)).toEqual(['a', 'c', 'd']);
  expect(rejected[0]?.[1]).toBe('Not any more');
  expect(model.denial).toEqual({ stage: 'over', rejected: 3, gone: 0, left: 0, kept: [] });
  round.leaveDenial();
  await turns();
  expect(model).toMatchObject({ denial: null, matching: 1, waiting: 2 });
  expect(shown()).toBe('Pending_Approval/late.md');
});

test('what cannot be rejected here is passed over, and named with the reason; so is what was dealt with meanwhile', async () => {
  round.askToDeny();
  const problem = fail('request_not_open', 'c was prepared elsewhere.', 'Reject it there.').error;
  onReject = async (id) => {
    if (id === 'c') return { ok: false, error: problem };
    if (id === 'b') return fail('request_not_open', 'b has already ended.', 'Its note says how.');
    gone(id);
    if (id === 'a') gone('b');
    return ok(undefined);
  };
  round.deny('');
  await turns();
  expect(rejected.map(([id]) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(together).toEqual(['a', 'b', 'c', 'd']);
  const request = { tool: 'send_email', bridge: 'mail', title: '“Email to c@example.com”' };
  expect(model.denial).toEqual({
    ...{ stage: 'over', rejected: 2, gone: 1, left: 1 },
    kept: [{ request, problem }],
  });
});

test('it asks about what the filter leaves that was chosen a moment ago', async () => {
  round.narrow('bridge', 'bank');
  round.askToDeny();
  await turns();
  expect(model.denial).toMatchObject({
    stage: 'asks',
    requests: [{ title: '“Email to b@example.com”' }],
  });
  round.deny('');
  await turns();
  expect(rejected.map(([id]) => id)).toEqual(['b']);
});

test('a picture that cannot be drawn is said to be so, and the next one is drawn', async () => {
  const { view } = source;
  source.view = () => {
    throw new Error('planted');
  };
  round.changed();
  await turns();
  source.view = view;
  expect(model.problem?.message).toContain('planted');
  round.changed();
  await turns();
  expect(model).toMatchObject({ problem: null, waiting: 4 });
});

test('a person can stop it, and nothing more is rejected when the window is closed', async () => {
  const pending: (() => void)[] = [];
  onReject = (id) =>
    new Promise((resolve) => {
      pending.push(() => {
        gone(id);
        resolve(ok(undefined));
      });
    });
  round.askToDeny();
  round.deny('');
  await turns();
  expect(model.denial).toEqual({ stage: 'runs', rejected: 0, total: 4 });
  round.leaveDenial();
  round.stopDenying();
  pending[0]?.();
  await turns();
  expect(model.denial).toMatchObject({ stage: 'over', rejected: 1, left: 3, kept: [] });

  round.leaveDenial();
  await turns();
  round.askToDeny();
  round.deny('');
  await turns();
  round.end();
  pending[1]?.();
  await turns();
  expect(rejected).toHaveLength(2);
  expect(told).toEqual(['1 of 3 requests were rejected; 2 wait.']);
});
