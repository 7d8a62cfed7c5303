import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../../src/core/audit/entry.js';
import {
  claimIn,
  claimsIn,
  epochBegun,
  nextNumber,
  takenOver,
  type EpochClaim,
} from '../../../../src/core/audit/epochs.js';

const [a, b, c] = ['e-aaaaaaaaaa', 'e-bbbbbbbbbb', 'e-cccccccccc'] as const;
const mark = 'k7k7k7k7k7k7k7k7';

function claim(epoch: string, number: number | null, over: readonly string[] = []): EpochClaim {
  return { epoch, number, over, device: epoch.replace('e-', 'd-'), at: '', hash: '' };
}

type Told = Parameters<typeof claimIn>[0];

/** What an audit entry of `a` claims. */
function claimOf(event: string, told: Pick<Told, 'detail' | 'claim'>): EpochClaim | null {
  return claimIn({ event, at: '', hash: '', ...told }, 'd-aaaaaaaaaa');
}

const begun = (epoch: string, number: number, over: readonly string[] = []) =>
  epochBegun({ epoch, number, over }, 7, mark);

describe('the words of the audit log', () => {
  test.each([
    ['without an earlier ledger', [], `(${a}, no. 3 of this vault)`],
    ['after one', [b], `(${a}, no. 3 of this vault, after ${b})`],
    ['after two', [b, c], `(${a}, no. 3 of this vault, after ${b}, ${c})`],
  ])('tell that an epoch began %s, and are read again', (_name, over, words) => {
    const told = begun(a, 3, over);
    expect(told.detail).toBe(
      `This device's ledger begins ${words}; it knows of 7 earlier actions (mark ${mark}).`,
    );
    const at = '2026-02-21T10:30:00.000Z';
    // Entries from before there were fields have their claim in their words.
    for (const entry of [told, { detail: told.detail }, { ...told, detail: 'Reworded.' }]) {
      expect(claimIn({ event: 'epoch_begun', at, hash: 'h', ...entry }, 'd-aaaaaaaaaa')).toEqual({
        ...claim(a, 3, over),
        at,
        hash: 'h',
      });
    }
  });

  test('of a ledger from before there were numbers say that it had heard of nobody', () => {
    const detail = `This device's ledger begins (${a}); it knows of 7 earlier actions.`;
    expect(claimOf('epoch_begun', { detail })).toEqual(claim(a, 1));
  });

  test('name no more earlier ledgers than are read again', () => {
    const many = Array.from({ length: 150 }, (_, n) => (n < 50 ? b : c));
    const told = begun(a, 3, many);
    for (const entry of [told, { detail: told.detail }]) {
      expect(claimOf('epoch_begun', entry)).toEqual(claim(a, 3, many.slice(50)));
    }
  });

  test('tell that a person took over, and are read again', () => {
    const told = takenOver({ epoch: b, device: 'd-bbbbbbbbbb' }, a, 1, mark);
    expect(told.detail).toBe(
      `A person took over what d-bbbbbbbbbb had prepared (${b}, now ${a}); 1 earlier actions became known (mark ${mark}).`,
    );
    expect(claimOf('taken_over', { ...told, detail: '' })).toEqual(claim(a, null, [b]));
    // As it was told before there were fields, before there were marks, and before that.
    const unmarked = told.detail.replace(` (mark ${mark})`, '');
    const numbered = unmarked.replace(`now ${a}`, `now ${a}, no. 2`);
    for (const detail of [told.detail, unmarked, numbered]) {
      expect(claimOf('taken_over', { detail })).toEqual(claim(a, null, [b]));
    }
  });

  test('tell that a person took over, and of whom only what no note had invented', () => {
    const over = { epoch: `x (${b}, now ${b}); `, device: null };
    const told = takenOver(over, a, 0, mark);
    expect(told.detail).toMatch(
      /^A person took over what another device or a lost ledger had prepared/,
    );
    expect(told.detail).not.toContain('x');
    expect(claimOf('taken_over', told)).toEqual(claim(a, null));
  });

  const took = takenOver({ epoch: b, device: null }, a, 0, mark);
  const { claim: fields, detail } = begun(a, 1, [b]);
  test.each([
    ['executed', begun(a, 1)],
    ['executed', took],
    ['epoch_begun', took],
    ['taken_over', begun(a, 1)],
    ['epoch_begun', { detail: `He said: ${detail}` }],
    ['epoch_begun', { detail: '', claim: { ...fields, epoch: 'e-1' } }],
    ['epoch_begun', { detail: '', claim: { ...fields, over: ['x'] } }],
    ['epoch_begun', { detail: '', claim: { ...fields, over: Array<string>(101).fill(b) } }],
    ['epoch_begun', { detail: '', claim: { ...fields, number: 1.5 } }],
    ['epoch_begun', { detail: '', claim: { ...fields, number: 1e15 } }],
    ['epoch_begun', { detail: '', claim: null as unknown as typeof fields }],
  ])('claim nothing as an entry of %s: %j', (event, told) => {
    expect(claimOf(event, told)).toBeNull();
  });
});

describe('audit files', () => {
  const line = (told: Pick<Told, 'detail' | 'claim'>, at = '', event = 'epoch_begun'): string =>
    auditLine(chainEntry(emptyChain, { at, actor: 'Countersign', event, ...told }));
  const beginning = (epoch: string, number: number, at = ''): string =>
    line(begun(epoch, number), at);
  const first = beginning(a, 1);
  const path = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
  const numbers = ({ claims }: ReturnType<typeof claimsIn>) => claims.map(({ number }) => number);

  test('are read for claims; other lines, torn ones and other files are passed over', () => {
    const lines = [first, line({ detail: 'A note was filed.' }, '', 'filed'), first.slice(0, -9)];
    expect(claimsIn([{ path, lines }])).toMatchObject({
      claims: [{ ...claim(a, 1), hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
      tooMany: false,
    });
    expect(numbers(claimsIn([{ path: 'Logs/audit/notes.jsonl', lines }]))).toEqual([]);
    // What sync set aside of two versions may hold what the other lost.
    const copy = 'Logs/audit/d-aaaaaaaaaa-2026-02 (Conflicted copy).jsonl';
    expect(numbers(claimsIn([{ path: copy, lines }]))).toEqual([1]);
  });

  test('are read for the claims of all ledgers, oldest first', () => {
    const other = { path: path.replaceAll('a', 'b'), lines: [beginning(b, 2, '2')] };
    const own = { path, lines: [beginning(a, 3, '3'), beginning(c, 1, '1')] };
    expect(numbers(claimsIn([other, own]))).toEqual([1, 2, 3]);
  });

  test('are read for their thousand newest claims, and say where they tell more', () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => beginning(b, n));
    const garbage = Array.from({ length: 2_000 }, () => first.replace('epoch_', ''));
    expect(claimsIn([{ path, lines: [...lines, ...garbage] }]).tooMany).toBe(false);
    const told = claimsIn([{ path, lines: [first, first, ...lines] }]);
    expect(told.tooMany).toBe(true);
    expect(numbers(told).slice(1)).toEqual(lines.map((_, n) => n));
  });
});

test.each([
  [1, []],
  [4, [1, null, 3]],
  [999_999_999_999_999, [999_999_999_999_999, Number.MAX_SAFE_INTEGER]],
])('a ledger begins as no. %i where the others did as %j', (number, others) => {
  expect(nextNumber(others)).toBe(number);
});
