import { describe, expect, test } from 'vitest';
import { chainEntry, emptyChain, type AuditFields } from '../../../../src/core/audit/entry.js';
import { canonicalJson } from '../../../../src/core/digest.js';
import { epochBegun, type EpochClaim } from '../../../../src/core/audit/epochs.js';
import type { LedgerRecord } from '../../../../src/core/ledger/ledger-record.js';
import {
  earlierCallsIn,
  earlierLedgersIn,
  earlierWorkIn,
} from '../../../../src/engine/ledger/earlier-ledgers.js';

const audit = (event: string, told: Pick<AuditFields, 'detail' | 'claim'> = { detail: '' }) =>
  chainEntry(emptyChain, { at: '2026-02-21T10:30:00.000Z', actor: 'Countersign', event, ...told });

const [a, b, c] = ['e-aaaaaaaaaa', 'e-bbbbbbbbbb', 'e-cccccccccc'] as const;

type Begun = Extract<LedgerRecord, { kind: 'epoch' }>;

function begun(
  epoch: string,
  number: number,
  { over = [], earlier }: { over?: readonly string[]; earlier?: Begun['earlier'] } = {},
): LedgerRecord {
  const told = epochBegun({ epoch, number, over }, 0, 'marked');
  const kept = { kind: 'epoch', epoch, device: 'd-aaaaaaaaaa', vault: 'v', spent: [] } as const;
  return { ...kept, audit: audit('epoch_begun', told), ...(earlier ? { earlier } : {}) };
}

function claim(hash: string): EpochClaim {
  return { epoch: 'e-other', device: 'd-other', number: null, at: '', over: [], hash };
}

function heard(...claims: readonly EpochClaim[]): LedgerRecord {
  return { kind: 'heard', claims, audit: audit('ledger_heard') };
}

describe('what ledgers tell that were set aside', () => {
  test('is nothing where there are none, or none says whose it was', () => {
    expect(earlierLedgersIn([])).toBeNull();
    expect(earlierLedgersIn([[heard(claim('1'))]])).toBeNull();
  });

  test('is all that they heard, their epochs and the lowest of their numbers', () => {
    const [first, again] = [claim('1'), claim('2')];
    expect(
      earlierLedgersIn([
        [begun(a, 2), heard(first)],
        [begun(b, 7), heard(first, again)],
      ]),
    ).toMatchObject({ epochs: [a, b], number: 2, heard: { claims: [first, again] } });
  });

  test('is also what they knew of those before them, whose files are gone', () => {
    const earlier = { epochs: [a], number: 1, heard: { claims: [claim('1')] } };
    expect(
      earlierLedgersIn([[begun(b, 7, { over: [c], earlier }), heard(claim('2'))]]),
    ).toMatchObject({
      epochs: [a, c, b],
      number: 1,
      heard: { claims: [claim('1'), claim('2')] },
    });
  });

  test('is what they heard as they began', () => {
    const first = { ...begun(a, 2), heard: { claims: [claim('1')] } };
    expect(earlierLedgersIn([[first]])?.heard.claims).toEqual([claim('1')]);
  });

  test('is by which entries they began and took over: a copy has others', () => {
    const pressed = { kind: 'taken_over', epochs: [c], spent: [] } as const;
    const records = [
      begun(b, 7, { earlier: { epochs: [a], number: 1, hashes: ['of a'], heard: { claims: [] } } }),
      heard(claim('1')),
      { ...pressed, audit: audit('taken_over', { detail: 'A person took over.' }) },
    ];
    const [beginning, , press] = records.map((record) => record.audit.hash);
    expect(earlierLedgersIn([records])?.hashes).toEqual(['of a', beginning, press]);
  });

  test('is that one claim was too many, where one of them had to stop for that', () => {
    const flooded = { ...heard(), tooMany: claim('last') };
    expect(earlierLedgersIn([[begun(a, 1), flooded], [begun(b, 2)]])?.heard).toEqual({
      claims: [],
      tooMany: claim('last'),
    });
  });

  test('is no more than the newest two thousand claims, and that there were more', () => {
    const many = Array.from({ length: 2_001 }, (_, n) => claim(`h${n}`));
    expect(earlierLedgersIn([[begun(a, 1), heard(...many)]])?.heard).toEqual({
      claims: many.slice(1),
      tooMany: many[0],
    });
  });

  test('counts as last of all, where a ledger does not tell its number', () => {
    const unknown = { ...begun(a, 1), audit: audit('epoch_begun', { detail: 'It began.' }) };
    expect(earlierLedgersIn([[unknown]])).toMatchObject({
      epochs: [a],
      number: Number.MAX_SAFE_INTEGER,
      heard: { claims: [] },
    });
  });
});

describe('what they called', () => {
  const of = (id: string, end: string) => ({
    id,
    plan: 'PLAN-1',
    step: 's1',
    effect: `of ${id}`,
    end,
  });
  const intent = ({ id, plan, step, effect }: ReturnType<typeof of>): LedgerRecord => ({
    ...{
      kind: 'intent',
      id,
      plan,
      step,
      effect,
      s: '',
      note: '',
      path: '',
      bridge_digest: '',
      tool: '',
    },
    audit: { ...audit('intent'), call: `call of ${id}` },
  });
  const told = (id: string, outcome: string) => ({
    ...{ id, plan: 'PLAN-1', step: 's1', effect: `of ${id}`, call: `call of ${id}`, outcome },
  });

  test('is told with its outcome, unknown where there is none; what was not executed is left out', () => {
    const calls = [of('r-1', 'executed'), of('r-2', 'unknown'), of('r-3', 'not_executed')];
    const outcomes = calls.map(({ id, end }) => {
      return { kind: 'outcome', id, outcome: end, reason: '', answer: '', audit: audit('outcome') };
    });
    const records = [begun(a, 1), ...[...calls, of('r-4', '')].map(intent), ...outcomes];
    expect(earlierCallsIn([records as LedgerRecord[]])).toEqual([
      told('r-1', 'executed'),
      told('r-2', 'unknown'),
      told('r-4', 'unknown'),
    ]);
  });

  test('holds what may have run of what they took over, and no other end', () => {
    const voided = { kind: 'voided', why: 'returned', reason: '', plan: 'PLAN-1', step: 's1' };
    const records = [
      { ...voided, id: 'r-1', mayHaveRun: { effect: 'of r-1', call: 'call of r-1' } },
      { ...voided, id: 'r-2' },
    ].map((record) => ({ ...record, audit: audit('voided') }));
    expect(earlierCallsIn([records as LedgerRecord[]])).toEqual([told('r-1', 'unknown')]);
  });
});

test('a line of an audit file does not change how a plan ended that they knew [R7.1]', () => {
  const at = '2026-02-21T10:30:00.000Z';
  const ends = (event: string, plan: string) =>
    chainEntry(emptyChain, { at, actor: 'Human', event, plan_id: plan, detail: '' });
  const lines = [ends('plan_cancelled', 'A'), ends('plan_cancelled', 'B')];
  const file = {
    path: 'Logs/audit/a.jsonl',
    lines: lines.map((line) => canonicalJson({ ...line })),
  };
  const known: LedgerRecord = { kind: 'event', audit: ends('plan_rejected', 'A') };
  expect(new Map(earlierWorkIn([[begun(a, 1), known]], [file]).plans)).toEqual(
    new Map([
      ['A', 'rejected'],
      ['B', 'cancelled'],
    ]),
  );
});
