import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLine, chainEntry, emptyChain } from '../../../src/core/audit/entry.js';
import {
  actingEpochs,
  claimIn,
  claimsIn,
  epochBegunWords,
  standingEpochs,
  takenOverWords,
  type EpochClaim,
} from '../../../src/core/audit/epochs.js';

const [a, b, c] = ['e-aaaaaaaaaa', 'e-bbbbbbbbbb', 'e-cccccccccc'] as const;

function claim(epoch: string, number: number, over: readonly string[] = [], at = ''): EpochClaim {
  return { epoch, number, over, device: epoch.replace('e-', 'd-'), at };
}

describe('the words of the audit log', () => {
  test.each([
    ['without an earlier ledger', [], `(${a}, no. 3 of this vault)`],
    ['after one', [b], `(${a}, no. 3 of this vault, after ${b})`],
    ['after two', [b, c], `(${a}, no. 3 of this vault, after ${b}, ${c})`],
  ])('tell that an epoch began %s, and are read again', (_name, over, told) => {
    const detail = epochBegunWords({ epoch: a, number: 3, over }, 7);
    expect(detail).toBe(`This device's ledger begins ${told}; it knows of 7 earlier actions.`);
    const at = '2026-02-21T10:30:00.000Z';
    expect(claimIn({ event: 'epoch_begun', at, detail }, 'd-aaaaaaaaaa')).toEqual({
      ...claim(a, 3, over),
      at,
    });
  });

  test('of a ledger from before there were numbers say that it had heard of nobody', () => {
    const detail = `This device's ledger begins (${a}); it knows of 7 earlier actions.`;
    expect(claimIn({ event: 'epoch_begun', at: '', detail }, 'd-aaaaaaaaaa')).toEqual(claim(a, 1));
  });

  test('tell that a person took over, and are read again', () => {
    const detail = takenOverWords({ epoch: b, device: 'd-bbbbbbbbbb' }, { epoch: a, number: 2 }, 1);
    expect(detail).toBe(
      `A person took over what d-bbbbbbbbbb had prepared (${b}, now ${a}, no. 2); 1 earlier actions became known.`,
    );
    expect(claimIn({ event: 'taken_over', at: '', detail }, 'd-aaaaaaaaaa')).toEqual(
      claim(a, 2, [b]),
    );
  });

  test('claim nothing where a note had invented the epoch that was taken over', () => {
    const over = { epoch: `x (${b}, now ${b}, no. 9); `, device: null };
    const detail = takenOverWords(over, { epoch: a, number: 2 }, 0);
    expect(detail).toMatch(
      /^A person took over what another device or a lost ledger had prepared;/,
    );
    expect(claimIn({ event: 'taken_over', at: '', detail }, 'd-aaaaaaaaaa')).toBeNull();
  });

  test.each([
    ['executed', epochBegunWords(claim(a, 1), 0)],
    ['executed', takenOverWords({ epoch: b, device: null }, claim(a, 2), 0)],
    ['epoch_begun', takenOverWords({ epoch: b, device: null }, claim(a, 2), 0)],
    ['taken_over', epochBegunWords(claim(a, 1), 0)],
    ['epoch_begun', `He said: ${epochBegunWords(claim(a, 1), 0)}`],
  ])('claim nothing as an entry of %s: %s', (event, detail) => {
    expect(claimIn({ event, at: '', detail }, 'd-aaaaaaaaaa')).toBeNull();
  });
});

describe('audit files', () => {
  const line = (detail: string, event = 'epoch_begun'): string =>
    auditLine(chainEntry(emptyChain, { at: '', actor: 'Countersign', event, detail }));
  const begun = line(epochBegunWords(claim(a, 1), 0));

  test('are read for claims; other lines, torn ones and other files are passed over', () => {
    const lines = [begun, line('A note was filed.', 'filed'), begun.slice(0, -9)];
    expect(claimsIn([{ path: 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl', lines }])).toEqual([
      claim(a, 1),
    ]);
    expect(claimsIn([{ path: 'Logs/audit/notes.jsonl', lines }])).toEqual([]);
    // What sync set aside of two versions may hold what the other lost.
    const copy = 'Logs/audit/d-aaaaaaaaaa-2026-02 (Conflicted copy).jsonl';
    expect(claimsIn([{ path: copy, lines }])).toEqual([claim(a, 1)]);
  });

  test('are read for a thousand claims each: more is made up', () => {
    const lines = Array.from({ length: 3_000 }, () => begun);
    const path = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
    expect(claimsIn([{ path, lines }])).toHaveLength(1_000);
  });
});

describe('the acting ledger', () => {
  test.each<[string, readonly string[], readonly EpochClaim[]]>([
    ['there is none', [], []],
    ['it is the only one', [a], [claim(a, 1)]],
    ['it was there first', [a], [claim(b, 2), claim(a, 1)]],
    [
      'it was there first, by a clock that was ahead',
      [a],
      [claim(b, 2, [], '1'), claim(a, 1, [], '9')],
    ],
    [
      'neither had heard of the other: a person has to choose, whatever the clocks say',
      [b, a],
      [claim(a, 1, [], '2'), claim(b, 1, [], '1')],
    ],
    ['they chose the one', [a], [claim(a, 1), claim(b, 1), claim(a, 2, [b])]],
    ['they chose the other', [b], [claim(a, 1), claim(b, 1), claim(b, 2, [a])]],
    ['it took over', [b], [claim(a, 1), claim(b, 2), claim(b, 3, [a])]],
    [
      'another took over from one that does not act',
      [a],
      [claim(a, 1), claim(b, 2), claim(c, 3, [b])],
    ],
    [
      'it was taken over, and took over again',
      [a],
      [claim(a, 1), claim(b, 3, [a]), claim(a, 4, [b])],
    ],
    [
      'it follows the ledger that was there first',
      [c],
      [claim(a, 1), claim(b, 2), claim(c, 3, [a])],
    ],
    ['a third took over from the second', [c], [claim(a, 1), claim(b, 2, [a]), claim(c, 3, [b])]],
  ])('%s', (_name, acting, claims) => {
    expect(actingEpochs(claims)).toEqual(acting);
  });

  test('is the same for all who heard the same, in whatever order', () => {
    const epochs = fc.constantFrom(a, b, c);
    const any = fc.record({
      epoch: epochs,
      number: fc.integer({ min: 1, max: 5 }),
      over: fc.uniqueArray(epochs, { maxLength: 2 }),
      at: fc.constantFrom('1', '2'),
    });
    const claims = fc.uniqueArray(any, {
      maxLength: 8,
      selector: ({ epoch, number, at }) => [epoch, number, at].join(),
    });
    fc.assert(
      fc.property(claims, fc.infiniteStream(fc.nat()), (told, noise) => {
        const all = told.map((one) => ({ ...one, device: 'd' }));
        const shuffled = all
          .map((one) => ({ one, key: noise.next().value as number }))
          .sort((x, y) => x.key - y.key)
          .map(({ one }) => one);
        expect(actingEpochs(shuffled)).toEqual(actingEpochs(all));
      }),
    );
  });
});

test('epochs stand whose place nobody took', () => {
  const claims = [claim(a, 1), claim(b, 2), claim(c, 3, [a]), claim(c, 4, [b])];
  expect([...standingEpochs(claims)]).toEqual([c]);
  expect([...standingEpochs(claims.slice(0, 2))]).toEqual([a, b]);
});
