import type { Command } from '../command.js';
import type { Random } from '../random.js';
import {
  approved,
  approvedOnPhone,
  settle,
  shown,
  shownOnPhone,
  syncAll,
  unknownRow,
  type Theme,
} from './theme.js';

/** What a device does that has no ledger: it shows, and a person approves what another one runs. */
export const phoneThemes: readonly Theme[] = [
  {
    name: 'approved on the phone only',
    tell: (random) => [
      ...approvedOnPhone(random),
      ...(random.chance(0.4) ? [syncAll('phone', 'desk', random)] : []),
      settle(random, 20),
      ...(random.chance(0.6) ? [{ do: 'unpin', on: 'desk', key: 'phone' } as const] : []),
      syncAll('phone', 'desk', random),
      settle(random),
      syncAll('desk', 'phone', random),
    ],
  },
  ...(['update', null] as const).map((at) => ({
    name: `the phone dies while it approves${at === null ? '' : ', before the stamp'}`,
    tell: (random: Random): Command[] => [
      ...approvedOnPhone(random),
      at === null
        ? { do: 'run', steps: random.below(9), seed: random.seed() }
        : { do: 'until', on: 'phone', at, seed: random.seed() },
      { do: 'crash', on: 'phone', how: random.pick(['kill', 'power']), seed: random.seed() },
      ...(random.chance(0.5) ? [syncAll('phone', 'desk', random), settle(random)] : []),
      ...(random.chance(0.9)
        ? [
            ...shownOnPhone(random),
            { do: 'press', on: 'phone', nth: 0, check: true } as const,
            settle(random, 20),
          ]
        : []),
      syncAll('phone', 'desk', random),
      settle(random),
      { do: 'look', on: 'desk' },
      settle(random, 30),
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
    ],
  })),
  {
    name: 'rewritten between display and approval on the phone',
    tell: (random) => [
      ...shown(random),
      syncAll('desk', 'phone', random),
      ...shownOnPhone(random),
      {
        do: 'edit',
        on: random.pick(['phone', 'desk']),
        nth: 0,
        what: random.pick(['recipient', 'words', 'expiry']),
      },
      ...(random.chance(0.5)
        ? [settle(random, 60), syncAll('desk', 'phone', random)]
        : [{ do: 'run', steps: random.below(4), seed: random.seed() } as const]),
      { do: 'press', on: 'phone', nth: 0, check: true },
      settle(random, 20),
      syncAll('phone', 'desk', random),
      settle(random),
    ],
  },
  {
    name: 'rewritten on the phone between move and stamp',
    tell: (random) => [
      ...approvedOnPhone(random),
      { do: 'until', on: 'phone', at: 'update', seed: random.seed() },
      { do: 'edit', on: 'phone', nth: 0, what: random.pick(['recipient', 'words']) },
      settle(random, 20),
      syncAll('phone', 'desk', random),
      settle(random),
    ],
  },
  ...(['undo', 'reject'] as const).map((how) => ({
    name: `approved on the phone, then ${how}`,
    tell: (random: Random): Command[] => [
      ...approvedOnPhone(random),
      settle(random, 20),
      ...(random.chance(0.5) ? [syncAll('phone', 'desk', random)] : []),
      { do: 'run', steps: random.below(60), seed: random.seed() },
      { do: how, on: 'phone', nth: 0 },
      settle(random, 20),
      syncAll('phone', 'desk', random),
      settle(random),
      syncAll('desk', 'phone', random),
      settle(random, 60),
    ],
  })),
  {
    name: 'what was tried before, approved on the phone',
    tell: (random) => [
      unknownRow(random),
      ...approved(random, { attached: false }),
      settle(random),
      syncAll('desk', 'phone', random),
      ...(random.chance(0.5)
        ? [{ do: 'forge', on: 'phone', nth: 0, what: 'completion', seed: random.seed() } as const]
        : []),
      ...shownOnPhone(random),
      { do: 'press', on: 'phone', nth: 0, check: random.chance(0.5) },
      settle(random, 20),
      syncAll('phone', 'desk', random),
      settle(random),
    ],
  },
];
