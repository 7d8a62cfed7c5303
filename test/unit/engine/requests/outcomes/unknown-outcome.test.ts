import { describe, expect, test } from 'vitest';
import { Drafters } from '../../../../../src/core/ledger/drafters.js';
import { LedgerFacts } from '../../../../../src/core/ledger/ledger-facts.js';
import type { EarlierAttempt, LedgerRecord } from '../../../../../src/core/ledger/ledger-record.js';
import type { RequestSummary } from '../../../../../src/core/mission/summaries.js';
import type { EngineContext } from '../../../../../src/engine/context.js';
import {
  hasUnknownOutcome,
  unansweredOutcome,
} from '../../../../../src/engine/requests/outcomes/unknown-outcome.js';
import { endRequest, type End } from '../../../../../src/engine/requests/outcomes/end-request.js';
import { KeyedQueue } from '../../../../../src/core/keyed-queue.js';

type Told = Readonly<Record<string, unknown>> & { readonly kind: string };

/** A record, and who did what it tells. */
type By = readonly [actor: string, told: Told];

/** A ledger of these records, and what is recorded to it afterwards. */
function ledgerOf(...records: readonly By[]) {
  const facts = new LedgerFacts();
  const apply = (told: object, actor: string): void => {
    facts.apply({ ...told, audit: { actor, at: '2026-02-21T10:30:00.000Z' } } as LedgerRecord);
  };
  for (const [actor, told] of records) apply(told, actor);
  const recorded: object[] = [];
  const context = {
    book: {
      facts,
      drafters: new Drafters(),
      record: async (told: Told, { actor }: { actor: string }) => {
        recorded.push(told);
        apply(told, actor);
        // Settled elsewhere.
        apply({ kind: 'filed', id: told['id'] }, actor);
        return { ok: true };
      },
    },
    index: { plan: () => null, requestPaths: () => [] },
    ids: { random: () => 'aaaa' },
    writingBack: new KeyedQueue(),
    inPlanLog: new Set(),
    approvalInPlan: new Set(),
  } as unknown as EngineContext;
  return { context, recorded };
}

const inPlan = { plan: 'PLAN-2026-001', step: 's2' };
const ended = (why: string, more: object = {}): Told => ({
  ...{ kind: 'voided', id: 'mail', why, reason: '', ...inPlan, ...more },
});
const filed = (id: string): Told => ({ kind: 'filed', id });
const intent = (id: string): Told => ({
  ...{ kind: 'intent', id, ...inPlan, s: '', note: '', path: '' },
  ...{ bridge_digest: '', tool: '', effect: '' },
});

/** An attempt of unknown outcome, from which the request came back. */
const cameBack: readonly By[] = [
  ['Countersign', intent('attempt')],
  ['Countersign', { kind: 'outcome', id: 'attempt', outcome: 'unknown', successor: 'mail' }],
  ['Countersign', filed('attempt')],
];

describe('an id that has ended does not end again', () => {
  const withdrawn: readonly By[] = [
    ['Countersign', ended('withdrawn')],
    ['Countersign', filed('mail')],
  ];
  const rejected: readonly By[] = [
    ['Outside', ended('rejected')],
    ['Outside', filed('mail')],
  ];
  const asking = [...cameBack, ...withdrawn];
  const request = { requestId: 'mail', planId: inPlan.plan, stepId: inPlan.step };

  test.each<[string, readonly By[], End]>([
    ['withdrawn, then withdrawn', withdrawn, { why: 'withdrawn', reason: '' }],
    ['withdrawn, then returned', withdrawn, { why: 'returned', reason: '' }],
    ['withdrawn, then rejected', withdrawn, { why: 'rejected', reason: '' }],
    ['withdrawn, by a person', withdrawn, { why: 'withdrawn', reason: '', actor: 'Human' }],
    ['rejected, then withdrawn', rejected, { why: 'withdrawn', reason: '' }],
    ['asking, then withdrawn', asking, { why: 'withdrawn', reason: '' }],
    ['asking, then rejected', asking, { why: 'rejected', reason: '', actor: 'Outside' }],
  ])('%s [GATE-2]', async (_name, records, end) => {
    const { context, recorded } = ledgerOf(...records);
    expect(await endRequest(context, request, end)).toMatchObject({ ok: true });
    expect(recorded).toEqual([]);
  });

  test.each<[string, readonly By[], End]>([
    ['what was rejected comes back', rejected, { why: 'returned', reason: '' }],
    ['a person answers', asking, { why: 'withdrawn', reason: '', actor: 'Human' }],
    [
      'a tick of its step answers',
      asking,
      { why: 'withdrawn', reason: '', actor: 'Outside', stepIs: 'ticked_outside' },
    ],
  ])('unless %s [GATE-3]', async (_name, records, end) => {
    const { context, recorded } = ledgerOf(...records);
    expect(await endRequest(context, request, end)).toMatchObject({ ok: true });
    expect(recorded).toMatchObject([{ kind: 'voided', id: 'mail', why: end.why }]);
  });
});

describe('whether an unknown attempt happened is asked until', () => {
  test.each<[string, boolean, readonly By[]]>([
    ['nothing was said', true, []],
    ['it was withdrawn by nobody', true, [['Countersign', ended('withdrawn')]]],
    ['it was tried again', false, [['Countersign', intent('mail')]]],
    [
      'it came back again, and asks there',
      false,
      [['Outside', ended('returned', { successor: 'x' })]],
    ],
    ['its step ended', false, [['Outside', ended('withdrawn', { step_is: 'ticked_outside' })]]],
    ['a person ended it', false, [['Human', ended('withdrawn')]]],
    ['a person said no', false, [['Human', { kind: 'not_happened', id: 'attempt' }]]],
  ])('%s: %s [GATE-3]', (_what, asks, records) => {
    const { context } = ledgerOf(...cameBack, ...records);
    expect(unansweredOutcome(context, 'mail') !== null).toBe(asks);
  });
});

describe('nobody knows what became of a step', () => {
  const earlier: EarlierAttempt = { id: 'theirs', ...inPlan, effect: null, outcome: 'unknown' };
  const begun: Told = { kind: 'epoch', epoch: 'e', device: 'd', vault: 'v', spent: [earlier] };
  const note = { planId: inPlan.plan, stepId: inPlan.step, requestId: 'mail', supersedes: null };

  test.each<[string, boolean, readonly By[], Partial<RequestSummary>]>([
    [
      'whose note came back from what another ledger ran',
      true,
      [['', begun]],
      { supersedes: 'theirs' },
    ],
    ['whose note says so, where no ledger knows', true, [], { status: 'outcome_unknown' }],
    ['but what only says to have come back', false, [], { supersedes: 'theirs' }],
  ])('%s: %s [GATE-3]', (_what, isUnknown, records, says) => {
    const { context } = ledgerOf(...records);
    const request = { ...note, status: 'pending', ...says } as RequestSummary;
    expect(hasUnknownOutcome(context, request)).toBe(isUnknown);
  });
});
