import { describe, expect, test } from 'vitest';
import type { PlanSummary, StepSummary } from '../../../../src/core/mission/summaries.js';
import { LedgerFacts } from '../../../../src/core/ledger/ledger-facts.js';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import type { EngineContext } from '../../../../src/engine/context.js';
import { endedStep, recentlyEndedIds } from '../../../../src/engine/requests/ended-steps.js';
import { alertsOf } from '../../../../src/engine/requests/request-alerts.js';

const dayMs = 24 * 3_600_000;
const endedAt = Date.parse('2026-02-21T10:30:00Z');
const words = 'Send the mail';
const planId = 'PLAN-2026-001';
const inPlan = { plan: planId, step: 's2' };
const planPath = 'Plans/PLAN-2026-001.md';

type Told = Readonly<Record<string, unknown>>;
const completed = { kind: 'completed', id: 'mail', s: '', ...inPlan, step_text: words };
const attempt = (id: string) => ({ kind: 'intent', id, ...inPlan, effect: 'of the mail' });
const executed = [
  completed,
  attempt('mail'),
  { kind: 'outcome', id: 'mail', outcome: 'executed', reason: '', answer: '' },
];
const ticked = {
  ...{ kind: 'voided', id: 'mail', why: 'withdrawn', reason: '', ...inPlan },
  ...{ step_is: 'ticked_outside', step_text: words },
};

const step = (more: Partial<StepSummary> = {}): StepSummary => ({
  ...{ position: 2, id: 's2', text: words, done: true, gated: true, after: null },
  ...more,
});
const first = step({ position: 1, id: 's1', text: 'Write it', gated: false });

/** What is said at a time, in a vault with these steps (`null`: their plan is gone), and when it is looked at again. */
async function saidAt(
  records: readonly Told[],
  steps: readonly StepSummary[] | null,
  nowMs = endedAt,
  isFiled = false,
) {
  const facts = new LedgerFacts();
  for (const told of records) {
    facts.apply({ ...told, audit: { actor: '', at: '2026-02-21T10:30:00Z' } } as LedgerRecord);
  }
  const plan = steps && ({ planId, path: planPath, steps } as unknown as PlanSummary);
  const wakes: unknown[] = [];
  const context = {
    book: { facts, now: () => nowMs },
    folders: { doneActions: 'Done/Actions' },
    index: { plan: (id: string) => (id === planId ? plan : null) },
    notes: { filed: { has: async () => isFiled } },
    lookAgainAt: (key: string, atMs: number) => void wakes.push([key, atMs]),
  } as unknown as EngineContext;
  const alerts = alertsOf('mail', await endedStep(context, 'mail'));
  expect(wakes).toEqual(alerts.length === 0 ? [] : [['request:mail', endedAt + dayMs]]);
  return { alerts, recent: recentlyEndedIds(context) };
}

describe('a tick in the file that took the place of a request is said', () => {
  const alert = (said: string, known = 'nothing ran', asks = true) => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'ticked_outside',
    text: `Step ${said} of ${planId} was ticked in the note, so its request was withdrawn; ${known}.`,
    advice:
      known === 'nothing ran'
        ? 'Did you do it yourself? If not, “Draft again…” writes a new request for you to approve; “Reopen step” only reopens the step.'
        : 'Check with the recipient or the service whether it happened. If it did, leave the step ticked.',
    path: planPath,
    ...(asks
      ? {
          offers: {
            do: 'answer_tick',
            requestId: 'mail',
            step: { planId, stepId: 's2', text: words },
          },
        }
      : {}),
  });
  const lost = alert('^s2', 'nothing ran', false);
  const answered = [ticked, { kind: 'step', ...inPlan, is: 'ended', text: words }];
  const tried = [ticked, { ...attempt('before'), id: 'before' }];
  const triedUnderWords = [
    { ...completed, id: 'before', step: 's9' },
    { ...attempt('before'), step: 's9' },
    ticked,
  ];

  test.each<[string, readonly Told[], readonly StepSummary[] | null, object | null]>([
    ['by its position', [ticked], [first, step()], alert('2')],
    ['by its id where another line has that', [ticked], [step({ text: 'Pay Bob' })], lost],
    ['so also where that line is open', [ticked], [step({ text: 'Pay Bob', done: false })], lost],
    ['by its id where no line has that', [ticked], [first], lost],
    [
      'with what was tried before',
      tried,
      [step()],
      alert('2', 'an earlier attempt may have happened'),
    ],
    [
      'with what was tried before under another id',
      triedUnderWords,
      [step()],
      alert('2', 'an earlier attempt may have happened'),
    ],
    ['not once it was opened again', [ticked], [step({ done: false })], null],
    ['not once a person said what it means', answered, [step()], null],
    ['not once the plan is gone', [ticked], null, null],
  ])('%s [GATE-9]', async (_what, records, steps, said) => {
    expect((await saidAt(records, steps)).alerts).toEqual(said ? [said] : []);
  });

  test('with what Done/Actions tells and a ledger that was restored does not [GATE-9]', async () => {
    const { alerts } = await saidAt([ticked], [step()], endedAt, true);
    expect(alerts).toEqual([alert('2', 'a note in Done/Actions says that it was executed')]);
  });
});

describe('a step that was executed and could not be ticked is said', () => {
  const alert = (why: string) => ({
    subject: { kind: 'request', id: 'mail' },
    kind: 'not_ticked',
    text: `mail has ended, but ${planId} couldn’t be updated. No step is ticked: ${why}.`,
    advice: 'Check the plan. If the step is done, tick it yourself.',
    path: planPath,
  });
  const gone = alert(`no step has the id ^s2 any more, and read “${words}” before`);
  const other = alert(`^s2 reads “Pay Bob” now, and read “${words}” before`);
  const bob = { text: 'Pay Bob', done: false };

  test.each<[string, readonly StepSummary[] | null, object | null]>([
    ['not where it is ticked', [first, step()], null],
    ['not where it can be', [first, step({ done: false })], null],
    ['not where its plan is gone since', null, null],
    ['where it is gone', [first], gone],
    ['where another line has its id', [first, step(bob)], other],
    ['where it has another id by now', [step(bob), step({ id: 's3', done: false })], other],
    [
      'where it carries no ✋',
      [step({ gated: false, done: false })],
      alert('^s2 no longer has a ✋'),
    ],
    ['where only a step without ✋ is ticked', [step({ id: 's3', gated: false })], gone],
    ['where only another step is ticked', [step({ id: 's3', text: 'Pay Bob' })], gone],
    ['until the line with its words is ticked', [step(bob), step({ id: 's3' })], null],
    ['until the line with its id is ticked', [step({ text: 'Pay Bob' })], null],
    [
      'with what cannot be seen in it spelled out',
      [step({ text: 'Pay\u202eBob', done: false })],
      alert(`^s2 reads “Pay‹U+202E›Bob” now, and read “${words}” before`),
    ],
  ])('%s [GATE-14]', async (_what, steps, said) => {
    const records = steps ? executed : [...executed, { kind: 'filed', id: 'mail' }];
    expect((await saidAt(records, steps)).alerts).toEqual(said ? [said] : []);
  });
});

test('what is said of an ended step is said for a day', async () => {
  const lastMs = endedAt + dayMs - 1;
  expect((await saidAt([ticked], [step()], lastMs)).alerts).toHaveLength(1);
  expect((await saidAt([ticked], [step()], lastMs + 1)).alerts).toEqual([]);
  expect((await saidAt(executed, [first], lastMs)).alerts).toHaveLength(1);
  expect((await saidAt(executed, [first], lastMs + 1)).alerts).toEqual([]);
  expect((await saidAt(executed, [first], lastMs)).recent).toEqual(['mail']);
  expect((await saidAt(executed, [first], lastMs + 2)).recent).toEqual([]);
});

test('nothing is said of what ended no step, or whose step was opened again', async () => {
  const opened = { kind: 'step', ...inPlan, is: 'open' };
  expect((await saidAt([completed], [step()])).alerts).toEqual([]);
  expect((await saidAt([ticked, opened], [step()])).alerts).toEqual([]);
  expect((await saidAt([{ ...ticked, plan: null, step: null }], [step()])).alerts).toEqual([]);
});
