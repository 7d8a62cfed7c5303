import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LedgerConflicts,
  type EarlierLedgers,
} from '../../../../src/core/audit/ledger-conflicts.js';
import type { EpochClaim } from '../../../../src/core/audit/epochs.js';
import { runs } from '../../../support/run/test-length.js';

const own = 'e-own';

let entries = 0;

function claim(epoch: string, number: number | null, over: readonly string[] = []): EpochClaim {
  entries += 1;
  return { epoch, number, over, device: `d of ${epoch}`, at: '', hash: `h${entries}` };
}

/** A ledger that began as no. 3. */
function begun(earlier?: EarlierLedgers): LedgerConflicts {
  const contests = new LedgerConflicts();
  contests.begin(claim(own, 3), earlier ? { earlier } : {});
  return contests;
}

/** Hears what is new of it; whether anything was. */
function tell(contests: LedgerConflicts, ...claims: readonly EpochClaim[]): boolean {
  const heard = contests.unobserved({ claims, file: null, tooMany: false });
  if (heard) contests.observe(heard);
  return heard !== null;
}

describe('a ledger that heard of nothing', () => {
  test('acts once it began', () => {
    expect(new LedgerConflicts().isActive).toBe(false);
    expect(begun().isActive).toBe(true);
  });
});

describe('a ledger', () => {
  test.each([
    ['that began before it', claim('e-other', 2), false],
    ['that began without having heard of it', claim('e-other', 3), false],
    ['that began when it had heard of it', claim('e-other', 4), true],
    ['that began with a number below all', claim('e-other', 0), false],
    ['that began in its place', claim('e-other', 4, [own]), false],
    ['that began in the place of another', claim('e-other', 4, ['e-third']), true],
    ['that took over from it', claim('e-other', null, [own]), false],
    ['that took over from another', claim('e-other', null, ['e-third']), false],
    ['that took over from it knows not whom', claim('e-other', null), false],
    ['that goes by its own name', claim(own, 4), false],
    ['that goes by its own name and took over', claim(own, null, ['e-other']), false],
  ])('which hears of one %s acts: %o', (_words, heard, acts) => {
    const contests = begun();
    tell(contests, heard);
    expect(contests.isActive).toBe(acts);
    expect(contests.latest).toBe(acts ? null : heard);
  });

  test('is not stopped by what it wrote itself, in whichever file that is read', () => {
    const contests = new LedgerConflicts();
    const [beginning, press] = [claim(own, 3), claim(own, null, ['e-other'])];
    contests.begin(beginning);
    contests.answer(press);
    expect(tell(contests, { ...beginning, device: 'd-copied' }, press)).toBe(false);
    expect(contests.isActive).toBe(true);
  });

  test('hears at its beginning of what its record holds', () => {
    const contests = new LedgerConflicts();
    contests.begin(claim(own, 3), { heard: { claims: [claim('e-other', 1)] } });
    expect(contests.isActive).toBe(false);
  });

  test('acts again when a person takes over there, whatever it heard before', () => {
    const contests = begun();
    tell(contests, claim('e-other', 1), claim('e-third', null, [own]));
    contests.answer(claim(own, null));
    expect(contests.isActive).toBe(true);
  });

  test('is not stopped again by what was answered, in whichever file it is read again', () => {
    const contests = begun();
    const heard = claim('e-other', null);
    tell(contests, heard);
    contests.answer(claim(own, null));
    expect(tell(contests, heard, { ...heard, device: 'd-copied' })).toBe(false);
    expect(contests.isActive).toBe(true);
  });

  test('is stopped again by a second take-over, also with the words and the time of the first', () => {
    const contests = begun();
    const heard = claim('e-other', null);
    tell(contests, heard);
    contests.answer(claim(own, null));
    tell(contests, { ...heard, hash: 'another entry' });
    expect(contests.isActive).toBe(false);
  });

  test('says who contested last, and who contests at all', () => {
    const contests = begun();
    tell(contests, claim('e-other', null, [own]), claim('e-third', null, ['e-other']));
    expect(contests.latest?.epoch).toBe('e-third');
    expect(['e-other', 'e-third', 'e-fourth'].map((one) => contests.conflictsWith(one))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('says that a person took over here as well as there', () => {
    const contests = begun();
    const both = () => [null, 1].map((n) => contests.wereBothPressed(claim('e-other', n)));
    expect(both()).toEqual([false, false]);
    contests.answer(claim(own, null));
    expect(both()).toEqual([true, false]);
  });

  test('ties with one that began under its number', () => {
    const contests = begun();
    expect([2, 3, 4, null].map((number) => contests.isTie(claim('e-other', number)))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('a ledger that began when others had been set aside', () => {
  const earlier = (...claims: readonly EpochClaim[]): EarlierLedgers => {
    return { epochs: ['e-first', 'e-second'], number: 1, hashes, heard: { claims } };
  };
  const [beginning, press] = [claim('e-first', 1), claim('e-second', null, ['e-other'])];
  const hashes = [beginning.hash, press.hash];

  test('keeps the place of the first of them', () => {
    const contests = begun(earlier(claim('e-other', 2)));
    tell(contests, beginning, press);
    expect(contests.isActive).toBe(true);
    tell(contests, claim('e-other', 1));
    expect(contests.isActive).toBe(false);
  });

  test.each([
    ['took over', claim('e-second', null, ['e-other'])],
    ['began', claim('e-first', 9)],
  ])('is stopped by a copy of one of them that %s since', (_words, heard) => {
    const contests = begun(earlier());
    tell(contests, heard);
    expect(contests.isActive).toBe(false);
  });

  test.each([
    ['one was taken over from', claim('e-other', null, ['e-second'])],
    ['another began in the place of one', claim('e-other', 9, ['e-first'])],
    ['they tied', claim('e-other', 1)],
  ])('does not act where %s, whether they answered that or not', (_words, heard) => {
    const contests = begun(earlier(heard));
    expect(contests.isActive).toBe(false);
    expect(contests.latest).toBe(heard);
    contests.answer(claim(own, null));
    expect(tell(contests, heard)).toBe(false);
    expect(contests.isActive).toBe(true);
  });

  test('is stopped by another that began in the place of the same one: its ledger was copied', () => {
    const contests = begun(earlier());
    tell(contests, claim('e-copied', 4, ['e-first']));
    expect(contests.isActive).toBe(false);
  });
});

describe('very many claims', () => {
  const many = (length: number): EpochClaim[] =>
    Array.from({ length }, (_, n) => claim(`e-${n}`, 9));

  test('stop a ledger, though none of them would; a person’s take-over answers that', () => {
    const contests = begun();
    expect(tell(contests, ...many(5_000))).toBe(true);
    expect(contests.isActive).toBe(true);
    tell(contests, claim('e-last', 9));
    expect(contests.isActive).toBe(false);
    expect(contests.conflictsWith('unknown')).toBe(true);
    // One contest is enough: the ledger must not grow for ever.
    expect(tell(contests, ...many(10))).toBe(false);
    contests.answer(claim(own, null));
    expect(contests.isActive).toBe(true);
    expect(contests.wasFlooded).toBe(true);
  });

  test('are kept anew after that: an honest claim is heard, and stays heard', () => {
    const contests = begun();
    tell(contests, ...many(6_000));
    expect(contests.observed()).toHaveLength(5_000);
    contests.answer(claim(own, null));
    const heard = claim('e-other', null);
    expect(tell(contests, heard)).toBe(true);
    expect(contests.isActive).toBe(false);
    contests.answer(claim(own, null));
    expect(tell(contests, heard)).toBe(false);
    expect(contests.isActive).toBe(true);
  });

  test('in one file stop a ledger, also where all that was read of it is known', () => {
    const contests = begun();
    const claims = [claim('e-other', 9)];
    tell(contests, ...claims);
    const file = 'Logs/audit/d-zzzzzzzzzz-2026-02.jsonl';
    const heard = contests.unobserved({ claims, file, tooMany: true });
    expect(heard).toMatchObject({ claims: [], tooMany: { device: 'd-zzzzzzzzzz', file } });
    if (heard) contests.observe(heard);
    expect(contests.isActive).toBe(false);
  });
});

/** One of several devices that write into one vault. */
interface Device {
  readonly name: string;
  contests: LedgerConflicts;
  epochs: string[];
  lowest: number;
  readonly told: EpochClaim[];
  /** What its own ledgers recorded. */
  readonly log: { readonly epoch: string; readonly heard: EpochClaim[] }[];
}

/** Hears what another device told. */
function hear(self: Device, source: Device): void {
  const heard = self.contests.unobserved({ claims: source.told, file: null, tooMany: false });
  if (!heard) return;
  self.contests.observe(heard);
  self.log.at(-1)?.heard.push(...heard.claims);
}

/** A person takes over: from whom does not matter. */
function takeOver(self: Device, over: readonly string[]): void {
  const epoch = self.epochs.at(-1) ?? '';
  const made = claim(epoch, null, over);
  self.contests.answer(made);
  self.told.push(made);
}

/** It begins a ledger, and sets that aside which it had. */
function begin(self: Device, order: number): void {
  const claims = self.log.flatMap(({ heard }) => heard);
  const hashes = self.told.map(({ hash }) => hash);
  const known = [
    ...claims.map(({ number }) => number ?? 0),
    ...self.told.map((c) => c.number ?? 0),
  ];
  const number = Math.min(self.lowest, 1 + Math.max(0, ...known));
  const made = claim(`e-${self.name}-${order}`, number, [...self.epochs]);
  self.contests = new LedgerConflicts();
  self.contests.begin(
    made,
    self.epochs.length > 0
      ? { earlier: { epochs: [...self.epochs], number: self.lowest, hashes, heard: { claims } } }
      : {},
  );
  self.lowest = Math.min(self.lowest, number);
  self.epochs.push(made.epoch);
  self.log.push({ epoch: made.epoch, heard: [] });
  self.told.push(made);
}

/** What one device does. */
const happening = fc.record({
  who: fc.nat({ max: 3 }),
  does: fc.constantFrom('hear', 'hear', 'take over', 'begin'),
  whom: fc.nat({ max: 3 }),
});

test('of devices that hear, take over and begin in any order, at most one prepares and runs anything once all heard all, and one press makes it one [HOST-6]', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), fc.nat({ max: 3 }), (happenings, last) => {
      const devices: Device[] = [0, 1, 2, 3].map((at) => ({
        name: `d${at}`,
        contests: new LedgerConflicts(),
        epochs: [],
        lowest: Infinity,
        told: [],
        log: [],
      }));
      const everybodyHears = (): void => {
        for (const self of devices)
          for (const source of devices) if (self !== source) hear(self, source);
      };
      const acting = (): string[] =>
        devices.flatMap(({ name, contests }) => (contests.isActive ? [name] : []));
      for (const [order, { who, does, whom }] of happenings.entries()) {
        const [self, source] = [devices[who], devices[whom]];
        if (!self || !source) continue;
        if (self.epochs.length === 0 || does === 'begin') begin(self, order);
        else if (does === 'hear' && self !== source) hear(self, source);
        else if (does === 'take over') takeOver(self, source.epochs.slice(-1));
      }
      everybodyHears();
      expect(acting().length).toBeLessThanOrEqual(1);
      const chosen = devices[last];
      if (!chosen || chosen.epochs.length === 0) return;
      takeOver(chosen, ['e-anybody']);
      everybodyHears();
      expect(acting()).toEqual([chosen.name]);
    }),
    { numRuns: runs(1_000) },
  );
});
