import { tamperings, type Command, type Point } from '../command.js';
import type { Random } from '../random.js';
import {
  approved,
  approvedOnPhone,
  draft,
  settle,
  shownOnPhone,
  start,
  syncAll,
  type Theme,
} from './theme.js';

const writes: readonly [Point, ...Point[]] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The ledger is lost, or an old one put back, after a durable write of a dispatch. */
function ledgerThemes(): Theme[] {
  return writes.flatMap((at) =>
    [true, false].map((wiped) => ({
      name: `ledger ${wiped ? 'wiped' : 'rolled back'} after W${at}`,
      tell: (random: Random): Command[] => [
        ...approved(random, { planned: true }),
        { do: 'until', on: 'desk', at, seed: random.seed() },
        ...(random.chance(0.7)
          ? [
              {
                do: 'crash',
                on: 'desk',
                how: random.pick(['power', 'torn', 'torn']),
                seed: random.seed(),
              } as const,
            ]
          : []),
        wiped
          ? { do: 'wipe', on: 'desk', all: random.chance(0.7) }
          : { do: 'roll back', on: 'desk', records: 1 + random.below(8) },
        start,
        settle(random),
        // Without anything that tells of its earlier ledger, it asks first.
        ...(random.chance(0.7) ? [{ do: 'take over', on: 'desk' } as const, settle(random)] : []),
        {
          do: 'restore used',
          on: 'desk',
          nth: random.below(20),
          as: random.pick(['same', 'same', 'other']),
          to: 'approved',
        },
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

/** The laptop takes over what the desk had prepared; then the desk comes back. */
function takesOver(
  random: Random,
  then: readonly Command[] = [],
  how: Command = { do: 'take over', on: 'laptop' },
): Command[] {
  return [
    { do: 'start', on: 'laptop', as: 'plugin' },
    settle(random),
    how,
    settle(random),
    ...then,
    settle(random, 60),
    { do: 'look', on: 'laptop' },
    settle(random, 30),
    ...[0, 1].map(
      (nth) => ({ do: 'press', on: 'laptop', nth, check: random.chance(0.4) }) as const,
    ),
    settle(random),
    start,
    settle(random, 60),
    syncAll('laptop', 'desk', random),
    settle(random),
    syncAll('desk', 'laptop', random),
    settle(random),
  ];
}

/** Old device state comes back, and hardly anything in the vault tells of it. */
const backups: readonly Theme[] = [
  {
    name: 'a ledger rolled back, and only a torn audit line tells of it',
    tell: (random) => [
      ...approved(random, { planned: random.chance(0.5) }),
      random.chance(0.5)
        ? { do: 'run', steps: random.below(60), seed: random.seed() }
        : { do: 'until', on: 'desk', at: random.pick(writes), seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'torn', seed: random.seed() },
      { do: 'roll back', on: 'desk', records: 1 + random.below(8) },
    ],
  },
  {
    name: 'a backup brings ledger and audit trail back, and sync what was run',
    tell: (random) => [
      ...approved(random, { planned: random.chance(0.5), attached: false }),
      { do: 'until', on: 'desk', at: random.pick<Point>([5, 6, 7, 8]), seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      { do: 'roll back', on: 'desk', records: 1 + random.below(8), trail: true },
      {
        do: 'restore used',
        on: 'desk',
        nth: random.below(20),
        as: random.pick(['same', 'other']),
        to: 'approved',
      },
      start,
      settle(random),
      { do: 'look', on: 'desk' },
      settle(random, 30),
      { do: 'press', on: 'desk', nth: 0, check: random.chance(0.5) },
      settle(random),
    ],
  },
];

/** An agent changes or deletes the audit trail while actions run. */
const tampered: readonly Theme[] = [0, 2, 4].map((first) => ({
  name: `the audit trail is changed while actions run: ${tamperings.slice(first, first + 2).join(' or ')}`,
  tell: (random) => [
    ...approved(random),
    {
      do: 'until',
      on: 'desk',
      at: random.pick<Point>(['inspect', 'connect', 'answer', 3, 5, 8]),
      seed: random.seed(),
    },
    {
      do: 'tamper',
      on: 'desk',
      how: tamperings[first + random.below(2)] ?? 'delete',
      seed: random.seed(),
    },
    settle(random, random.pick([20, 160])),
    ...approved(random, { effect: 1 }).slice(random.below(2)),
    { do: 'run', steps: random.below(160), seed: random.seed() },
    { do: 'crash', on: 'desk', how: random.pick(['kill', 'power']), seed: random.seed() },
    ...(random.chance(0.5)
      ? [{ do: 'roll back', on: 'desk', records: 1 + random.below(6) } as const]
      : []),
    start,
    settle(random),
    {
      do: 'restore used',
      on: 'desk',
      nth: random.below(20),
      as: random.pick(['same', 'other']),
      to: random.pick(['approved', 'pending']),
    },
    settle(random),
  ],
}));

/** Several devices, and what befalls one. */
export const deviceThemes: readonly Theme[] = [
  ...ledgerThemes(),
  ...backups,
  ...tampered,
  ...(['desk', 'phone'] as const).map((first) => ({
    name: `two devices approve, the ${first}'s note is carried first`,
    tell: (random: Random): Command[] => {
      const other = first === 'desk' ? 'phone' : 'desk';
      return [
        ...approvedOnPhone(random),
        { do: 'run', steps: 8 + random.below(8), seed: random.seed() },
        { do: 'press', on: 'desk', nth: 0, check: true },
        { do: 'run', steps: 8 + random.below(40), seed: random.seed() },
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
    name: 'take-over while the old executor lags and returns',
    tell: (random) => [
      ...approved(random, { attached: false }),
      { do: 'until', on: 'desk', at: 'inspect', seed: random.seed() },
      // What it does from here on, the other device does not hear of.
      syncAll('desk', 'laptop', random),
      random.chance(0.5)
        ? { do: 'run', steps: random.below(30), seed: random.seed() }
        : { do: 'until', on: 'desk', at: 'answer', seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      ...takesOver(random),
    ],
  },
  ...(['undo', 'reject'] as const).map((how) => ({
    name: `another device’s request: ${how}`,
    tell: (random: Random): Command[] => [
      ...approved(random, { attached: false }),
      { do: 'until', on: 'desk', at: 'inspect', seed: random.seed() },
      syncAll('desk', 'laptop', random),
      { do: 'until', on: 'desk', at: 'answer', seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      ...takesOver(random, [{ do: 'move open', on: 'laptop', nth: 0, to: 'pending' }], {
        do: how,
        on: 'laptop',
        nth: 0,
      }),
    ],
  })),
  {
    name: 'take-over of what is left, and then the same effect again',
    tell: (random) => [
      { do: 'start', on: 'laptop', as: 'plugin' },
      settle(random, 30),
      ...approved(random, { attached: false }),
      settle(random),
      { do: 'advance', ms: 2_000 },
      draft(random, { effect: 1 }),
      settle(random),
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      syncAll('desk', 'laptop', random),
      ...takesOver(random, [draft(random, { effect: 0, attached: false }, 'laptop')]),
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
        at: random.pick<Point>(['connect', 'answer', 2, 3]),
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
  ...(['desk', 'laptop'] as const).map((whose) => ({
    name: `two executors prepare one request, a phone approves it for the ${whose}`,
    tell: (random: Random): Command[] => {
      const other = whose === 'desk' ? 'laptop' : 'desk';
      return [
        { do: 'start', on: 'laptop', as: 'plugin' },
        settle(random, 40),
        { do: 'server', by: 'email', what: 'gone' },
        draft(random, { effect: 0, attached: false }),
        settle(random, 60),
        syncAll('desk', 'laptop', random),
        settle(random, 60),
        { do: 'server', by: 'email', what: 'back' },
        { do: 'advance', ms: 61_000 },
        settle(random),
        syncAll(whose, 'phone', random),
        ...shownOnPhone(random),
        { do: 'press', on: 'phone', nth: 0, check: true },
        settle(random, 40),
        ...(random.chance(0.3) ? [syncAll('phone', whose, random), settle(random)] : []),
        syncAll('phone', other, random),
        settle(random, 60),
        // What both had prepared lies there twice now, until somebody removes one.
        { do: 'delete', on: other, nth: 1 },
        ...(random.chance(0.6)
          ? [
              random.chance(0.5)
                ? ({ do: 'forge', on: other, nth: 0, what: 'epoch', seed: random.seed() } as const)
                : ({ do: 'edit', on: other, nth: 0, what: 'last line' } as const),
            ]
          : []),
        settle(random),
        syncAll('phone', whose, random),
        settle(random),
        syncAll('desk', 'laptop', random),
        settle(random),
      ];
    },
  })),
  ...writes.map((at) => ({
    name: `a disk full after W${at}`,
    tell: (random: Random): Command[] => [
      ...approved(random, { planned: random.chance(0.5) }),
      { do: 'until', on: 'desk', at, seed: random.seed() },
      { do: 'disk', on: 'desk', full: true },
      settle(random),
      { do: 'disk', on: 'desk', full: false },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      start,
      settle(random),
    ],
  })),
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
