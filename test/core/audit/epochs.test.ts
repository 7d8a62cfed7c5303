import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../src/core/audit/entry.js';
import {
  claimIn,
  claimsIn,
  epochBegunWords,
  nextNumber,
  takenOverWords,
  type EpochClaim,
} from '../../../src/core/audit/epochs.js';

const [a, b, c] = ['e-aaaaaaaaaa', 'e-bbbbbbbbbb', 'e-cccccccccc'] as const;
const mark = 'k7k7k7k7k7k7k7k7';

function claim(epoch: string, number: number | null, over: readonly string[] = []): EpochClaim {
  return { epoch, number, over, device: epoch.replace('e-', 'd-'), at: '', hash: '' };
}

/** What an audit entry of `a` claims. */
function claimOf(event: string, detail: string): EpochClaim | null {
  return claimIn({ event, at: '', detail, hash: '' }, 'd-aaaaaaaaaa');
}

describe('the words of the audit log', () => {
  test.each([
    ['without an earlier ledger', [], `(${a}, no. 3 of this vault)`],
    ['after one', [b], `(${a}, no. 3 of this vault, after ${b})`],
    ['after two', [b, c], `(${a}, no. 3 of this vault, after ${b}, ${c})`],
  ])('tell that an epoch began %s, and are read again', (_name, over, told) => {
    const detail = epochBegunWords({ epoch: a, number: 3, over }, 7, mark);
    expect(detail).toBe(
      `This device's ledger begins ${told}; it knows of 7 earlier actions (mark ${mark}).`,
    );
    const at = '2026-02-21T10:30:00.000Z';
    expect(claimIn({ event: 'epoch_begun', at, detail, hash: 'h' }, 'd-aaaaaaaaaa')).toEqual({
      ...claim(a, 3, over),
      at,
      hash: 'h',
    });
  });

  test('of a ledger from before there were numbers say that it had heard of nobody', () => {
    const detail = `This device's ledger begins (${a}); it knows of 7 earlier actions.`;
    expect(claimOf('epoch_begun', detail)).toEqual(claim(a, 1));
  });

  test('name no more earlier ledgers than are read again', () => {
    const many = Array.from({ length: 150 }, (_, n) => (n < 50 ? b : c));
    const detail = epochBegunWords({ epoch: a, number: 3, over: many }, 7, mark);
    expect(claimOf('epoch_begun', detail)).toEqual(claim(a, 3, many.slice(50)));
  });

  test('tell that a person took over, and are read again', () => {
    const detail = takenOverWords({ epoch: b, device: 'd-bbbbbbbbbb' }, a, 1, mark);
    expect(detail).toBe(
      `A person took over what d-bbbbbbbbbb had prepared (${b}, now ${a}); 1 earlier actions became known (mark ${mark}).`,
    );
    expect(claimOf('taken_over', detail)).toEqual(claim(a, null, [b]));
    // As it was told before there were marks, and before that.
    const unmarked = detail.replace(` (mark ${mark})`, '');
    const numbered = unmarked.replace(`now ${a}`, `now ${a}, no. 2`);
    for (const old of [unmarked, numbered]) {
      expect(claimOf('taken_over', old)).toEqual(claim(a, null, [b]));
    }
  });

  test('tell that a person took over, and of whom only what no note had invented', () => {
    const over = { epoch: `x (${b}, now ${b}); `, device: null };
    const detail = takenOverWords(over, a, 0, mark);
    expect(detail).toMatch(/^A person took over what another device or a lost ledger had prepared/);
    expect(detail).not.toContain('x');
    expect(claimOf('taken_over', detail)).toEqual(claim(a, null));
  });

  test.each([
    ['executed', epochBegunWords(claim(a, 1), 0, mark)],
    ['executed', takenOverWords({ epoch: b, device: null }, a, 0, mark)],
    ['epoch_begun', takenOverWords({ epoch: b, device: null }, a, 0, mark)],
    ['taken_over', epochBegunWords(claim(a, 1), 0, mark)],
    ['epoch_begun', `He said: ${epochBegunWords(claim(a, 1), 0, mark)}`],
  ])('claim nothing as an entry of %s: %s', (event, detail) => {
    expect(claimOf(event, detail)).toBeNull();
  });
});

describe('audit files', () => {
  const line = (detail: string, at = '', event = 'epoch_begun'): string =>
    auditLine(chainEntry(emptyChain, { at, actor: 'Countersign', event, detail }));
  const beginning = (epoch: string, number: number, at = ''): string =>
    line(epochBegunWords(claim(epoch, number), 0, mark), at);
  const begun = beginning(a, 1);
  const path = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
  const numbers = ({ claims }: ReturnType<typeof claimsIn>) => claims.map(({ number }) => number);

  test('are read for claims; other lines, torn ones and other files are passed over', () => {
    const lines = [begun, line('A note was filed.', '', 'filed'), begun.slice(0, -9)];
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
    const garbage = Array.from({ length: 2_000 }, () => begun.replace('begins', 'is'));
    expect(claimsIn([{ path, lines: [...lines, ...garbage] }]).tooMany).toBe(false);
    const told = claimsIn([{ path, lines: [begun, begun, ...lines] }]);
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
