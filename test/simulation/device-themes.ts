import type { Command, Point } from './command.js';
import type { Random } from './random.js';
import { approved, draft, settle, shown, start, syncAll, type Theme } from './theme.js';

const points: readonly Point[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The ledger is lost, or an old one put back, after a durable write of a dispatch. */
function ledgerThemes(): Theme[] {
  return points.flatMap((at) =>
    [true, false].map((wiped) => ({
      name: `ledger ${wiped ? 'wiped' : 'rolled back'} after W${at}`,
      tell: (random: Random): Command[] => [
        ...approved(random, { planned: true }),
        { do: 'until', on: 'desk', at, seed: random.seed() },
        ...(random.chance(0.5)
          ? [{ do: 'crash', on: 'desk', how: 'power', seed: random.seed() } as const]
          : []),
        wiped
          ? { do: 'wipe', on: 'desk', all: random.chance(0.7) }
          : { do: 'roll back', on: 'desk', records: 1 + random.below(4) },
        start,
        settle(random),
        { do: 'restore used', on: 'desk', nth: random.below(20), as: 'same', to: 'approved' },
        settle(random, 80),
        draft(random, { effect: 0 }),
        settle(random),
        { do: 'look', on: 'desk' },
        settle(random, 30),
        { do: 'press', on: 'desk', nth: 0, check: random.chance(0.5) },
        settle(random),
      ],
    })),
  );
}

/** Several devices, and what befalls one. */
export const deviceThemes: readonly Theme[] = [
  ...ledgerThemes(),
  ...(['desk', 'phone'] as const).map((first) => ({
    name: `two devices approve, the ${first}'s note is carried first`,
    tell: (random: Random): Command[] => {
      const other = first === 'desk' ? 'phone' : 'desk';
      return [
        ...shown(random),
        syncAll('desk', 'phone', random),
        { do: 'press', on: 'phone', nth: 0, check: true },
        { do: 'run', steps: 2, seed: random.seed() },
        { do: 'press', on: 'desk', nth: 0, check: true },
        { do: 'run', steps: random.below(40), seed: random.seed() },
        {
          do: 'sync',
          from: first,
          to: other,
          files: 9,
          settling: random.pick(['copy', 'theirs', 'merge', 'markers']),
          seed: random.seed(),
        },
        settle(random),
        syncAll(other, first, random),
        settle(random),
      ];
    },
  })),
  {
    name: 'approved on the phone only',
    tell: (random) => [
      ...shown(random),
      syncAll('desk', 'phone', random),
      { do: 'press', on: 'phone', nth: 0, check: true },
      ...(random.chance(0.4) ? [syncAll('phone', 'desk', random)] : []),
      { do: 'run', steps: 4, seed: random.seed() },
      ...(random.chance(0.3) ? [{ do: 'unpin', on: 'desk', key: 'phone' } as const] : []),
      syncAll('phone', 'desk', random),
      settle(random),
      syncAll('desk', 'phone', random),
    ],
  },
  {
    name: 'take-over while the old executor lags and returns',
    tell: (random) => [
      ...approved(random),
      { do: 'run', steps: random.below(50), seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      syncAll('desk', 'laptop', random),
      { do: 'start', on: 'laptop', as: 'plugin' },
      settle(random),
      { do: 'take over', on: 'laptop' },
      settle(random),
      { do: 'look', on: 'laptop' },
      settle(random, 30),
      { do: 'press', on: 'laptop', nth: 0, check: true },
      settle(random),
      start,
      settle(random, 60),
      syncAll('laptop', 'desk', random),
      settle(random),
      syncAll('desk', 'laptop', random),
      settle(random),
    ],
  },
  {
    name: 'plugin and runner hand over with a crash between',
    tell: (random) => [
      ...approved(random),
      { do: 'until', on: 'desk', at: (1 + random.below(8)) as Point, seed: random.seed() },
      { do: 'crash', on: 'desk', how: random.pick(['kill', 'power']), seed: random.seed() },
      { do: 'start', on: 'desk', as: 'runner' },
      settle(random),
      { do: 'stop', on: 'desk' },
      settle(random, 60),
      start,
      settle(random),
    ],
  },
  {
    name: 'power fails during a call',
    tell: (random) => [
      ...approved(random, { planned: random.chance(0.5) }),
      {
        do: 'until',
        on: 'desk',
        at: random.pick<Point>(['call', 'answer', 2, 3]),
        seed: random.seed(),
      },
      { do: 'run', steps: random.below(2), seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'power', seed: random.seed() },
      start,
      settle(random),
      ...(random.chance(0.5)
        ? [{ do: 'crash', on: 'desk', how: 'power', seed: 1 } as const, start]
        : []),
      settle(random),
    ],
  },
  {
    name: 'two executors prepare one request, a phone approves',
    tell: (random) => [
      { do: 'start', on: 'laptop', as: 'plugin' },
      settle(random, 40),
      { do: 'server', by: 'email', what: 'gone' },
      draft(random, { effect: 0 }),
      settle(random, 60),
      syncAll('desk', 'laptop', random),
      settle(random, 60),
      { do: 'server', by: 'email', what: 'back' },
      { do: 'advance', ms: 61_000 },
      settle(random),
      syncAll(random.pick(['desk', 'laptop']), 'phone', random),
      { do: 'press', on: 'phone', nth: 0, check: true },
      { do: 'run', steps: 4, seed: random.seed() },
      ...(random.chance(0.5)
        ? [syncAll('phone', 'desk', random), syncAll('phone', 'laptop', random)]
        : [syncAll('phone', 'laptop', random), settle(random), syncAll('phone', 'desk', random)]),
      settle(random),
      {
        do: 'sync',
        from: 'desk',
        to: 'laptop',
        files: 40,
        settling: 'theirs',
        seed: random.seed(),
      },
      settle(random),
    ],
  },
  {
    name: 'a cloned device',
    tell: (random) => [
      ...approved(random),
      { do: 'run', steps: random.below(120), seed: random.seed() },
      { do: 'clone', from: 'desk', to: 'laptop' },
      { do: 'start', on: 'laptop', as: 'plugin' },
      settle(random),
      syncAll('laptop', 'desk', random),
      settle(random),
    ],
  },
];
