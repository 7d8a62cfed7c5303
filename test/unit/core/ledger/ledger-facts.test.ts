import { beforeEach, describe, expect, test } from 'vitest';
import { chainEntry, emptyChain } from '../../../../src/core/audit/entry.js';
import { sha256Hex } from '../../../../src/core/digest.js';
import { callDigest } from '../../../../src/core/request/action/digests.js';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import type {
  EarlierAttempt,
  Intent,
  LedgerEvent,
  LedgerRecord,
} from '../../../../src/core/ledger/ledger-record.js';
import { mayCount } from '../../../../src/core/ledger/request-facts.js';
import type { OutcomeKind } from '../../../../src/core/request/outcome/decide-outcome.js';

const noStep = { planId: null, stepId: null, text: null };

let facts: LedgerFacts;
/** Milliseconds of the last record. */
let now: number;

beforeEach(() => {
  facts = new LedgerFacts();
  now = Date.UTC(2026, 1, 21, 10);
});

function happens(event: LedgerEvent, atMs = now): LedgerRecord {
  now = atMs;
  const at = new Date(atMs).toISOString();
  const audit = chainEntry(facts.head, { at, actor: 'Countersign', event: event.kind, detail: '' });
  const record = { ...event, audit } as LedgerRecord;
  facts.apply(record);
  return record;
}

function intent(id: string, change: Partial<Intent> = {}): LedgerEvent {
  return {
    kind: 'intent',
    id,
    s: '{}',
    note: '',
    path: `Approved/${id}.md`,
    plan: 'PLAN-2026-001',
    step: 's4',
    bridge_digest: 'B',
    tool: 'send_email',
    effect: `effect of ${id}`,
    ...change,
  };
}

/** What an intent of a bridge with this name is about. */
const signedBy = (bridge: string): string =>
  JSON.stringify({ bridge, tool: 'send_email', arguments: {}, files: {} });

function outcome(id: string, kind: OutcomeKind): LedgerEvent {
  return { kind: 'outcome', id, outcome: kind, reason: '', answer: '' };
}

function voided(id: string): LedgerEvent {
  return {
    kind: 'voided',
    id,
    why: 'returned',
    reason: '',
    plan: null,
    step: null,
    successor: 'x',
  };
}

test('an empty ledger knows nothing', () => {
  expect(facts).toMatchObject({
    epoch: null,
    device: null,
    head: emptyChain,
    newestMs: 0,
  });
  expect(facts.request('a')).toBeUndefined();
  expect(facts.isUsed('a')).toBe(false);
  expect(facts.idsToWriteBack()).toEqual([]);
  expect(facts.recent()).toEqual([]);
  expect(facts.significant()).toEqual([]);
});

test('it follows the head of the chain and the newest time', () => {
  happens({
    kind: 'epoch',
    epoch: 'e-aaaaaaaaaa',
    device: 'd-aaaaaaaaaa',
    vault: 'v-aaaaaaaaaa',
    spent: [],
  });
  const newest = now + 5_000;
  happens({ kind: 'event' }, newest);
  const last = happens({ kind: 'event' }, newest - 60_000);
  expect(facts).toMatchObject({ epoch: 'e-aaaaaaaaaa', device: 'd-aaaaaaaaaa', newestMs: newest });
  expect(facts.head).toEqual({ seq: 3, hash: last.audit.hash });
});

const earlier = (id: string): EarlierAttempt => ({
  id,
  plan: null,
  step: null,
  effect: null,
  outcome: 'unknown',
});

describe('an id may never run again', () => {
  test.each<[string, LedgerEvent[]]>([
    ['once it has an intent', [intent('a')]],
    ['whatever came of it', [intent('a'), outcome('a', 'not_executed')]],
    ['once it is voided', [voided('a')]],
    [
      'when an earlier ledger spent it',
      [{ kind: 'epoch', epoch: 'e', device: 'd', vault: 'v', spent: [earlier('b'), earlier('a')] }],
    ],
    ['after all is filed', [intent('a'), outcome('a', 'executed'), { kind: 'filed', id: 'a' }]],
    [
      'in a later epoch of this ledger',
      [intent('a'), { kind: 'epoch', epoch: 'e-2', device: 'd', vault: 'v', spent: [] }],
    ],
  ])('%s', (_name, events) => {
    for (const event of events) happens(event);
    expect(facts.isUsed('a')).toBe(true);
  });

  test.each<[string, LedgerEvent[]]>([
    ['completed', [{ kind: 'completed', id: 'a', s: 's', plan: null, step: null }]],
    ['seen in Approved', [{ kind: 'arrived', id: 'a', s: 's' }]],
    ['approved', [{ kind: 'accepted', id: 'a', s: 's' }]],
    ['missing', [{ kind: 'missing', id: 'a' }]],
    ['asking in Approved', [{ kind: 'asked', id: 'a' }]],
    ['beside another that ran', [intent('b')]],
  ])('but it may while it is only %s', (_name, events) => {
    for (const event of events) happens(event);
    expect(facts.isUsed('a')).toBe(false);
  });
});

test('the latest record of each kind counts', () => {
  happens({ kind: 'completed', id: 'a', s: 's1', plan: null, step: null });
  happens({ kind: 'completed', id: 'a', s: 's2', plan: null, step: null });
  happens({ kind: 'arrived', id: 'a', s: 's3' });
  happens({ kind: 'accepted', id: 'a', s: 's4' });
  expect(facts.request('a')).toMatchObject({
    prepared: { s: 's2' },
    trustedMove: { s: 's3' },
    accepted: { s: 's4' },
    filed: false,
    imported: false,
  });
});

test('what asked in Approved asks until it is taken back', () => {
  happens({ kind: 'asked', id: 'a' });
  expect(facts.request('a')?.asked).toBe(true);
  happens({ kind: 'taken_back', id: 'a' });
  expect(facts.request('a')?.asked).toBe(false);
});

test('attempts of an earlier ledger count by step and by effect', () => {
  happens({
    kind: 'epoch',
    epoch: 'e-1',
    device: 'd',
    vault: 'v',
    spent: [
      { id: 'a', plan: 'P', step: 's1', effect: 'e1', outcome: 'executed' },
      { id: 'b', plan: null, step: null, effect: 'e2', outcome: 'unknown' },
    ],
  });
  expect(facts.attempts({ planId: 'P', stepId: 's1', text: null }, ['other'], 'x')).toMatchObject([
    { id: 'a', outcome: 'executed' },
  ]);
  expect(facts.attempts(noStep, ['e2'], 'x')).toMatchObject([{ id: 'b', outcome: 'unknown' }]);
});

test('what is not in the notes yet is unsettled, oldest first', () => {
  happens(intent('b'));
  happens(voided('a'));
  expect(facts.idsToWriteBack()).toEqual(['b', 'a']);
  happens(outcome('b', 'executed'));
  expect(facts.idsToWriteBack()).toEqual(['b', 'a']);
  happens({ kind: 'filed', id: 'b' });
  expect(facts.idsToWriteBack()).toEqual(['a']);
  happens({ kind: 'filed', id: 'a' });
  expect(facts.idsToWriteBack()).toEqual([]);
  expect(facts.request('a')?.filed).toBe(true);
});

test('an id that was completed is open until an intent or an end', () => {
  for (const id of ['a', 'b', 'c'])
    happens({ kind: 'completed', id, s: '', plan: null, step: null });
  happens(intent('a'));
  happens(voided('b'));
  // One that ended while it was being prepared.
  happens({ kind: 'completed', id: 'b', s: '', plan: null, step: null });
  expect(facts.openIds()).toEqual(['c']);
});

test('an open id is one of the plan that it was prepared for last', () => {
  const completed = (id: string, plan: string | null) =>
    happens({ kind: 'completed', id, s: '', plan, step: null });
  for (const id of ['a', 'b', 'c', 'd']) completed(id, 'P');
  completed('b', 'Q');
  completed('c', null);
  happens(voided('d'));
  expect(facts.openIdsOf('P')).toEqual(['a']);
  expect(facts.openIdsOf('Q')).toEqual(['b']);
  completed('b', 'P');
  expect(facts.openIdsOf('P')).toEqual(['a', 'b']);
});

test('missing lasts until found', () => {
  happens({ kind: 'missing', id: 'a' });
  expect(facts.request('a')?.missingSince).toBe(now);
  happens({ kind: 'found', id: 'a' });
  expect(facts.request('a')?.missingSince).toBeUndefined();
});

describe('earlier attempts', () => {
  const ofStep = (step = 's4', plan = 'PLAN-2026-001') =>
    facts.attempts({ planId: plan, stepId: step, text: null }, ['other effect'], 'new');
  const ofEffect = (effect: string) => facts.attempts(noStep, [effect], 'new');

  test('are found by the step and by the effect, whatever id they had', () => {
    happens(intent('a'));
    happens(outcome('a', 'executed'));
    expect(ofStep()).toMatchObject([{ id: 'a', outcome: 'executed' }]);
    expect(ofEffect('effect of a')).toMatchObject([{ id: 'a', outcome: 'executed' }]);
    expect(ofStep('s5')).toEqual([]);
    expect(ofStep('s4', 'PLAN-2026-002')).toEqual([]);
    expect(ofEffect('effect of b')).toEqual([]);
  });

  test('without an outcome they may have happened', () => {
    happens(intent('a'));
    expect(ofStep()).toMatchObject([{ id: 'a', outcome: 'unknown' }]);
    happens(outcome('a', 'unknown'));
    expect(ofStep()).toMatchObject([{ id: 'a', outcome: 'unknown' }]);
  });

  test('that were not executed do not count', () => {
    happens(intent('a'));
    happens(outcome('a', 'not_executed'));
    expect(ofStep()).toEqual([]);
    expect(ofEffect('effect of a')).toEqual([]);
  });

  test('are listed once and oldest first, without the request itself', () => {
    happens(intent('a', { effect: 'same' }));
    happens(intent('b', { effect: 'same' }));
    happens(intent('c', { effect: 'same', plan: null, step: null }));
    const s4 = { planId: 'PLAN-2026-001', stepId: 's4', text: null };
    const found = facts.attempts(s4, ['same'], 'b');
    expect(found.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  test('are found by the bridge’s name as well, also where an older record does not hold the digest', () => {
    happens(intent('a', { s: signedBy('email') }));
    const call = { bridge: 'email', tool: 'send_email', arguments: {} };
    expect(ofEffect(callDigest(call, {}))).toMatchObject([{ id: 'a', outcome: 'unknown' }]);
  });

  test('of requests without a plan are not those of one step', () => {
    happens(intent('a', { plan: null, step: null }));
    expect(facts.attempts(noStep, ['other effect'], 'new')).toEqual([]);
  });
});

describe('the budget', () => {
  const hour = 3_600_000;
  const bridge = { digest: 'B', alias: 'email' };
  const within = (atMs: number) =>
    facts.callTimes.withinHour(bridge, 'send_email', atMs, 10).length;

  test('counts the intents of the last hour, by bridge target and tool [GATE-13]', () => {
    const start = now;
    happens(intent('a'));
    happens(intent('b'), start + 1_000);
    happens(intent('c', { tool: 'other' }));
    happens(intent('d', { bridge_digest: 'C' }));
    const last = (most: number) => facts.callTimes.withinHour(bridge, 'send_email', now, most);
    expect(last(10)).toEqual([start, start + 1_000]);
    expect(last(1)).toEqual([start + 1_000]);
    expect(last(0)).toEqual([]);
    expect(within(start + hour - 1)).toBe(2);
    expect(within(start + hour)).toBe(1);
    expect(within(start + 1_000 + hour)).toBe(0);
  });

  test('counts also what another bridge with the same name was called with, and the same under another name', () => {
    happens(intent('a', { bridge_digest: 'C', s: signedBy('email') }));
    happens(intent('b', { s: signedBy('work') }));
    happens(intent('c', { bridge_digest: 'C', s: signedBy('work') }));
    happens(intent('d', { bridge_digest: 'C', s: 'torn' }));
    expect(within(now)).toBe(2);
  });

  test('counts what was tried, not what succeeded [GATE-13]', () => {
    happens(intent('a'));
    happens(outcome('a', 'not_executed'));
    expect(within(now)).toBe(1);
  });

  test('is not cleared by later intents, nor by a clock that goes back', () => {
    const start = now;
    happens(intent('a'));
    happens(intent('b'), start + 2 * hour);
    happens(intent('c'), start + 2 * hour - 1_000);
    expect(within(start + 2 * hour)).toBe(2);
  });
});

test('the latest entries are told, and those that are more than bookkeeping however many there are between', () => {
  const first = happens({ kind: 'event' }).audit;
  for (let count = 0; count < 230; count += 1) happens({ kind: 'filed', id: `r${count}` });
  expect(facts.recent()).toHaveLength(50);
  expect(facts.recent().at(-1)?.seq).toBe(231);
  expect(facts.significant()).toEqual([first]);
});

test('of the latest entries that are more than bookkeeping 50 are told, newest first', () => {
  const entries = Array.from({ length: 60 }, () => happens({ kind: 'event' }).audit);
  expect(facts.significant()).toEqual(entries.slice(10).reverse());
});

test('facts folded again from the same records are the same', () => {
  const records = [
    happens({ kind: 'epoch', epoch: 'e-1', device: 'd', vault: 'v', spent: [] }),
    happens(intent('a')),
    happens(outcome('a', 'unknown')),
    happens(voided('b')),
    happens({ kind: 'filed', id: 'a' }),
  ];
  const again = new LedgerFacts();
  for (const record of records) again.apply(record);
  expect(again).toEqual(facts);
});

test('a request without a step ends none', () => {
  happens(intent('a', { plan: null, step: null }));
  expect(facts.stepClosure(null, null)).toBeUndefined();
  expect(facts.stepClosure('PLAN-2026-001', null)).toBeUndefined();
});

test('ids that come from one another, as no ledger of ours has them, are followed once', () => {
  const returned = (id: string, successor: string): LedgerEvent => ({
    ...{ kind: 'voided', why: 'returned', reason: '', plan: null, step: null },
    ...{ id, successor },
  });
  happens(returned('a', 'b'));
  happens(returned('b', 'a'));
  expect(facts.attempts(noStep, [], 'a')).toEqual([]);
});

test('after an approval was taken back, only a stamp that was made here since counts, or one of what is prepared since with a nonce', () => {
  const stampAt = (time: string, sign: string): string =>
    `v1~d-bbbbbbbbbb~2026-02-21T${time}Z~${'a'.repeat(64)}~${sign.repeat(85)}A`;
  const kept = stampAt('10:00:00', 'k');
  const own = stampAt('10:01:00', 'o');
  const ahead = stampAt('11:00:00', 'p');
  const counting = () =>
    [kept, own, ahead].map((stamp) => mayCount(facts.request('a'), stamp)).map(Number);
  const completed = { kind: 'completed', id: 'a', plan: null, step: null } as const;
  happens({ ...completed, s: 'first' });
  expect(counting()).toEqual([1, 1, 1]);
  happens({ kind: 'taken_back', id: 'a' });
  expect(counting(), 'by no clock').toEqual([0, 0, 0]);
  happens({ kind: 'approved', id: 'a', s: 'first', stamp: sha256Hex(own) }, now + 60_000);
  expect(counting()).toEqual([0, 1, 0]);
  happens({ kind: 'taken_back', id: 'a' });
  happens({ ...completed, s: 'second' });
  expect(counting(), 'others could foresee it').toEqual([0, 0, 0]);
  happens({ ...completed, s: 'third', nonce: 'n' });
  expect(counting()).toEqual([1, 1, 1]);
  happens({ kind: 'taken_back', id: 'a' });
  happens({ ...completed, s: 'fourth', nonce: 'n' });
  expect(counting(), 'that nonce was known').toEqual([0, 0, 0]);
  happens({ ...completed, s: 'fifth', nonce: 'm' });
  happens({ ...completed, s: 'third', nonce: 'n' });
  expect(counting(), 'written back').toEqual([0, 0, 0]);
});
