import type { Command, Point } from '../command.js';
import type { Random } from '../random.js';
import {
  approved,
  approvedOnPhone,
  draft,
  hour,
  settle,
  shown,
  start,
  syncAll,
  unknownRow,
  type Theme,
} from './theme.js';

/** What a new epoch finds. */
const ways: readonly (readonly [name: string, before: (random: Random) => Command[]])[] = [
  ['requests wait', (random) => [...shown(random), draft(random, { effect: 1 }), settle(random)]],
  [
    'an approved one waits for its turn',
    (random) => [
      { do: 'plan', on: 'desk', steps: 3 },
      settle(random, 80),
      ...approved(random, { effect: 1, planned: true }).slice(2),
      settle(random),
    ],
  ],
  [
    'an approved one is paused',
    (random) => [{ do: 'pause', on: 'desk' }, ...approved(random), settle(random)],
  ],
  [
    'nobody knows what became of one',
    (random) => [unknownRow(random), ...approved(random, { planned: true }), settle(random)],
  ],
  [
    'a crash left a call without an outcome',
    (random) => [
      ...approved(random, { planned: random.chance(0.5) }),
      {
        do: 'until',
        on: 'desk',
        at: random.pick<Point>([1, 2, 'connect', 'answer']),
        seed: random.seed(),
      },
      { do: 'run', steps: random.below(2), seed: random.seed() },
      { do: 'crash', on: 'desk', how: random.pick(['kill', 'power']), seed: random.seed() },
    ],
  ],
  [
    'the ledger was rolled back',
    (random) => [
      ...approved(random),
      settle(random),
      draft(random, { effect: 1 }),
      settle(random),
      { do: 'roll back', on: 'desk', records: 1 + random.below(4) },
      start,
      settle(random, 100),
    ],
  ],
  [
    'the ledger was lost',
    (random) => [
      ...approved(random),
      { do: 'run', steps: random.below(120), seed: random.seed() },
      draft(random, { effect: 1 }),
      settle(random),
      { do: 'wipe', on: 'desk', all: random.chance(0.5) },
    ],
  ],
  [
    'the clock was far ahead',
    (random) => [
      ...approved(random, { by: 'bank' }),
      settle(random),
      { do: 'jump', on: 'desk', ms: 48 * hour },
      ...shown(random, { by: 'bank' }),
      { do: 'jump', on: 'desk', ms: -48 * hour },
    ],
  ],
  [
    'the phone approves for the ledger before',
    (random) => [...approvedOnPhone(random), settle(random, 20)],
  ],
];

function takenOver(random: Random): Command[] {
  return [
    { do: 'take over', on: 'desk' },
    settle(random),
    { do: 'resume', on: 'desk' },
    { do: 'look', on: 'desk' },
    settle(random, 40),
    ...[0, 1, 2].map(
      (nth) => ({ do: 'press', on: 'desk', nth, check: random.chance(0.7) }) as const,
    ),
    settle(random),
  ];
}

/** A person begins a new epoch, takes over what waits, and approves it again. */
export const epochThemes: readonly Theme[] = ways.map(([name, before]) => ({
  name: `a new epoch while ${name}`,
  tell: (random) => [
    ...before(random),
    ...(name === 'the ledger was lost' ? [] : [{ do: 'new epoch', on: 'desk' } as const]),
    settle(random, random.pick([2, 60])),
    ...(random.chance(0.2)
      ? [{ do: 'crash', on: 'desk', how: 'kill', seed: random.seed() } as const]
      : []),
    start,
    settle(random),
    ...(random.chance(0.3) ? restored(random) : []),
    ...(random.chance(0.5) ? [syncAll('phone', 'desk', random), settle(random)] : []),
    ...takenOver(random),
    ...restored(random),
    ...(random.chance(0.5)
      ? [draft(random, { effect: 0, attached: false }), settle(random), ...takenOver(random)]
      : []),
  ],
}));

/** Old bytes come back from a backup, and what they say is looked at, and approved. */
function restored(random: Random): Command[] {
  const nth = random.below(200);
  const as = random.pick(['same', 'other']);
  return [
    random.chance(0.5)
      ? { do: 'restore used', on: 'desk', nth, as, to: random.pick(['approved', 'pending']) }
      : { do: 'restore', on: 'desk', nth, as, to: 'pending' },
    ...(random.chance(0.3)
      ? [{ do: 'forge', on: 'desk', nth: 0, what: 'epoch', seed: random.seed() } as const]
      : []),
    settle(random, 100),
    { do: 'look', on: 'desk' },
    settle(random, 40),
    { do: 'press', on: 'desk', nth: 0, check: random.chance(0.5) },
    settle(random, 100),
  ];
}
