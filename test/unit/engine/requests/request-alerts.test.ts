import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../../../src/core/errors.js';
import type {
  PlanSummary,
  RequestSummary,
  StepSummary,
} from '../../../../src/core/mission/summaries.js';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import type { ActionRequest } from '../../../../src/core/request/request.js';
import { PlannedIds } from '../../../../src/engine/ledger/planned-ids.js';
import type { EngineContext } from '../../../../src/engine/context.js';
import {
  cameBack,
  endedUnanswered,
  rejectedOpenStep,
} from '../../../../src/engine/requests/returned-requests.js';
import { alertsOf, failedIf } from '../../../../src/engine/requests/request-alerts.js';

type Told = Readonly<Record<string, unknown>>;

const planId = 'PLAN-2026-001';
const inPlan = { plan: planId, step: 's2' };
const path = 'Rejected/mail.md';
const words = 'Send the mail';

/** What the alerts look at: what the ledger tells, the open requests, and the steps of the plan. */
function contextOf(
  records: readonly Told[],
  open: readonly Partial<RequestSummary>[] = [],
  steps: readonly Partial<StepSummary>[] | null = null,
): EngineContext {
  const facts = new LedgerFacts();
  for (const told of records) {
    const audit = { actor: 'Countersign', at: '2026-02-21T10:30:00Z' };
    facts.apply({ ...told, audit } as unknown as LedgerRecord);
  }
  const requests = open.map((one) => ({ requestId: 'mail', planId, stepId: 's2', ...one }));
  const index = {
    plan: (id: string) => (steps && id === planId ? ({ steps } as unknown as PlanSummary) : null),
    requestPaths: (id: string) =>
      requests.flatMap((one) => (one.requestId === id ? (one.path ?? []) : [])),
    // A note without a place is one that cannot be read.
    requestAt: (at: string) =>
      requests.find((one) => one.path === at && one.folder !== undefined) ?? null,
    requestsOfPlan: (id: string) => requests.filter((one) => one.planId === id),
  };
  return { book: { facts, plannedIds: new PlannedIds() }, index } as unknown as EngineContext;
}

const attempt: Told = {
  ...{ kind: 'intent', id: 'attempt', ...inPlan, effect: 'e' },
  ...{ note: 'A note', path: 'Approved/a.md' },
};
const ending = (outcome: string, successor = 'mail'): Told => ({
  ...{ kind: 'outcome', id: 'attempt', outcome, reason: 'The pipe broke.', successor },
});
const returned = (id: string, successor: string): Told => ({
  ...{ kind: 'voided', id, why: 'returned', reason: 'The tool changed.', successor, ...inPlan },
});
const filed = (id: string): Told => ({ kind: 'filed', id });
const cleared: Told = { kind: 'not_happened', id: 'attempt' };
const inDoubt = [attempt, ending('unknown'), filed('attempt')];

describe('a request that came back says', () => {
  const unknown = (id: string) => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'unknown_outcome',
    text: `We don’t know whether ${id} happened.`,
    advice: 'Check with the recipient or the service, then answer in the panel.',
    path,
  });
  /** In a kind of alert that hides none of those above, however many notes say so. */
  const claimed = (id: string) => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'incomplete',
    text: `The note for mail says that the outcome of ${id} is unknown, but this computer’s ledger has no record of it.`,
    advice: 'Check with the recipient or the service before approving it.',
    path,
  });
  const why = (reason: string) => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'returned',
    text: `The request “Email” for “the client” (as its note says) came back: ${reason}`,
    advice: 'Read it, then approve or reject it.',
    path,
  });
  const again = [attempt, ending('unknown', 'second'), returned('second', 'mail')];
  const rejected: Told = {
    kind: 'voided',
    id: 'second',
    why: 'rejected',
    reason: 'No.',
    ...inPlan,
  };

  test.each<[string, readonly Told[], Partial<ActionRequest>, object | null]>([
    ['that it may have happened', inDoubt, { supersedes: 'attempt' }, unknown('attempt')],
    ['so whatever its note says', inDoubt, { supersedes: null }, unknown('attempt')],
    [
      'so of the attempt before the last return',
      again,
      { supersedes: 'second' },
      unknown('attempt'),
    ],
    [
      'so where only its note knows of which attempt',
      [],
      { supersedes: 'theirs', status: 'outcome_unknown' },
      claimed('theirs'),
    ],
    [
      'so of itself where the ledger knows what became of the other one',
      [attempt, ending('unknown', 'open')],
      { supersedes: 'attempt', status: 'outcome_unknown' },
      claimed('mail'),
    ],
    ['so where nobody knows of which', [], { status: 'outcome_unknown' }, claimed('mail')],
    [
      'nothing once a person said that it did not',
      [...inDoubt, cleared],
      { supersedes: 'attempt', status: 'outcome_unknown' },
      null,
    ],
    [
      'why it came back after that',
      [...again, cleared],
      { supersedes: 'second' },
      why('The tool changed.'),
    ],
    [
      'why it was returned',
      [returned('second', 'mail')],
      { supersedes: 'second' },
      why('The tool changed.'),
    ],
    [
      'why it was not executed',
      [attempt, ending('not_executed')],
      { supersedes: 'attempt' },
      why('The pipe broke.'),
    ],
    ['nothing of one that was rejected', [rejected], { supersedes: 'second' }, null],
    ['nothing of one that nobody knows', [], { supersedes: 'theirs' }, null],
    ['nothing of one that was executed', [attempt, ending('executed')], {}, null],
    [
      'nothing where only its note claims so, of an attempt that was executed',
      [attempt, ending('executed', 'other')],
      { supersedes: 'attempt' },
      null,
    ],
    [
      'nothing where only its note claims so, of an attempt that was not made',
      [attempt, ending('not_executed', 'other')],
      { supersedes: 'attempt' },
      null,
    ],
  ])('%s [GATE-3]', (_what, records, note, said) => {
    const request = {
      ...{ requestId: 'mail', path, supersedes: null, status: 'pending', planId, stepId: 's2' },
      ...{ targetRecipient: 'the client', machine: { preparation: null } },
      call: { bridge: 'email', tool: 'send_email', arguments: { to: 'client_a@example.com' } },
      ...note,
    } as unknown as ActionRequest;
    expect(alertsOf('mail', cameBack(contextOf(records), request))).toEqual(said ? [said] : []);
  });
});

describe('a question that ended unanswered is said', () => {
  const withdrawn: Told = {
    kind: 'voided',
    id: 'mail',
    why: 'withdrawn',
    reason: 'Gone.',
    ...inPlan,
  };
  const asked = {
    subject: { kind: 'request', id: 'mail' },
    kind: 'unknown_outcome',
    text: 'We don’t know whether attempt happened, and the request that asked has ended: Gone.',
  };
  const check = 'Check with the recipient or the service';
  const inTerminal = 'run `countersign withdraw mail` in a terminal';
  const back = (tick: string) => ({
    ...asked,
    advice: `${check}. Then press “Bring the note back” in Obsidian and answer there. Without Obsidian, ${tick}${inTerminal}.`,
    offers: { do: 'bring_back', requestId: 'mail' },
  });
  const ofStep = back('tick its step in the plan if it happened, or ');
  const alone = [{ ...attempt, plan: null, step: null }, ...inDoubt.slice(1)];
  const theirs: Told = {
    ...{ kind: 'voided', id: 'attempt', why: 'returned', reason: '', successor: 'mail', ...inPlan },
    mayHaveRun: { effect: 'e' },
  };

  test.each<[string, readonly Told[], readonly Partial<RequestSummary>[], object | null]>([
    ['with a way to bring its note back', [...inDoubt, withdrawn], [], ofStep],
    ['also of one without a step', [...alone, withdrawn], [], back('')],
    [
      'also while it lies open elsewhere',
      [...inDoubt, withdrawn],
      [{ requestId: 'x', path, folder: 'rejected' }],
      ofStep,
    ],
    [
      'with the way back from Rejected',
      [...inDoubt, withdrawn],
      [
        { path: 'Rejected/broken.md' },
        { path: 'Approved/mail.md', folder: 'approved' },
        { path, folder: 'rejected' },
      ],
      {
        ...asked,
        advice: `${check}. To record what you found, move the note back to Pending.`,
        path,
      },
    ],
    [
      'with the note that cannot be read',
      [...inDoubt, withdrawn],
      [{ path: 'Pending_Approval/broken.md' }],
      {
        ...asked,
        advice: `${check}. To record what you found, repair the note, or remove it and bring it back.`,
        path: 'Pending_Approval/broken.md',
      },
    ],
    [
      'without a way back where its text is not known',
      [theirs, filed('attempt'), withdrawn],
      [],
      {
        ...asked,
        advice: `${check}. This device doesn’t have its text, so the note can’t be brought back. Withdraw the request when you know. Without Obsidian, ${inTerminal}.`,
      },
    ],
    ['not where nothing is asked', [attempt, ending('not_executed'), withdrawn], [], null],
    ['not before it ended', inDoubt, [], null],
  ])('%s [GATE-3]', (_what, records, open, said) => {
    const context = contextOf(records, open);
    const facts = context.book.facts.request('mail');
    const alerts = alertsOf('mail', endedUnanswered(context, 'mail', facts ?? {}));
    expect(alerts).toEqual(said ? [said] : []);
  });
});

describe('a rejected action asks what to do with its step', () => {
  const rejected = { path, folder: 'rejected' } as const;
  const other = { requestId: 'other', path: 'Pending_Approval/o.md', folder: 'pending' } as const;
  const step = { position: 2, id: 's2', text: words, done: false };
  const first = { position: 1, id: 's1', text: 'Write it', done: false };
  const completed = (text?: string): Told => ({
    ...{ kind: 'completed', id: 'mail', s: '', ...inPlan },
    ...(text === undefined ? {} : { step_text: text }),
  });
  const asks = (reads = words, read = '') => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'rejected',
    text: `Rejected: “${reads}” (step 2 of ${planId}).${read}`,
    advice: 'Draft it again, skip the step, or cancel the plan.',
    path,
    step: { planId, stepId: 's2', text: words },
  });

  test.each<
    [
      string,
      Told | null,
      readonly Partial<RequestSummary>[],
      readonly Partial<StepSummary>[] | null,
      object | null,
    ]
  >([
    ['', completed(words), [rejected], [first, step], asks()],
    ['whatever it read where nobody knows that', completed(), [rejected], [step], asks()],
    ['also where it was never prepared', null, [rejected], [step], asks()],
    [
      'with how that read before',
      completed('Pay\u202eBob'),
      [rejected],
      [step],
      asks(words, ' When the request was prepared, the step said “Pay‹U+202E›Bob”.'),
    ],
    [
      'although another was rejected, too',
      null,
      [rejected, { ...other, folder: 'rejected' }],
      [step],
      asks(),
    ],
    [
      'although another step has an action',
      null,
      [rejected, { ...other, stepId: 's1' }],
      [first, step],
      asks(),
    ],
    [
      'also where only its end is known',
      { kind: 'voided', id: 'mail', why: 'rejected', reason: 'No.', ...inPlan },
      [rejected],
      [step],
      asks(),
    ],
    [
      'although a copy of it lies elsewhere that names no plan',
      null,
      [{ path: 'Approved/copy.md', folder: 'approved', planId: null, stepId: null }, rejected],
      [step],
      asks(),
    ],
    ['but not while it has another action', null, [rejected, other], [step], null],
    ['but not while it lies in Pending', null, [{ path, folder: 'pending' }], [step], null],
    [
      'but not where it belongs to no plan',
      null,
      [{ ...rejected, planId: null, stepId: null }],
      [step],
      null,
    ],
    ['but not where the step is done', null, [rejected], [{ ...step, done: true }], null],
    ['but not where the step is gone', null, [rejected], [first], null],
    ['but not where the plan is gone', null, [rejected], null, null],
    ['but not where its note is gone', null, [], [step], null],
  ])('%s [GATE-9]', (_what, record, open, steps, said) => {
    const context = contextOf(record ? [record] : [], open, steps);
    expect(alertsOf('mail', rejectedOpenStep(context, 'mail'))).toEqual(said ? [said] : []);
  });

  test('with what cannot be seen in it spelled out, and as it is to whoever decides', () => {
    const hidden = { ...step, text: 'Pay\u202eBob' };
    expect(
      alertsOf('mail', rejectedOpenStep(contextOf([], [rejected], [hidden]), 'mail')),
    ).toMatchObject([{ text: asks('Pay‹U+202E›Bob').text, step: { text: 'Pay\u202eBob' } }]);
  });

  test('with words that do not go on as ours', () => {
    const leaving = { ...step, text: 'Pay” (step 9). Reason: “It was sent already' };
    expect(
      alertsOf('mail', rejectedOpenStep(contextOf([], [rejected], [leaving]), 'mail')),
    ).toMatchObject([{ text: asks('Pay" (step 9). Reason: "It was sent already').text }]);
  });
});

test('what could not be done is said once, with the place that is known best', () => {
  const said = {
    subject: { kind: 'request', id: 'mail' },
    kind: 'halted',
    text: 'mail: It is full.',
    advice: 'Go.',
  };
  const full = fail('note_write_failed', 'It is full.', 'Go.');
  const fullAt = fail('note_write_failed', 'It is full.', 'Go.', { path: 'There.md' });
  expect(alertsOf('mail', failedIf(ok(undefined), path))).toEqual([]);
  expect(alertsOf('mail', failedIf(full))).toStrictEqual([said]);
  expect(alertsOf('mail', failedIf(full, path))).toStrictEqual([{ ...said, path }]);
  expect(alertsOf('mail', failedIf(fullAt, path))).toStrictEqual([{ ...said, path: 'There.md' }]);
});
