import type { Command, Place } from '../command.js';
import type { Random } from '../random.js';
import { approved, approvedOnPhone, settle, shown, start, syncAll, type Theme } from './theme.js';

/** After everything was read and connected, and before the call is decided on. */
function lastMomentThemes(): Theme[] {
  const ways: readonly Command[] = [
    { do: 'pause', on: 'desk' },
    { do: 'undo', on: 'desk', nth: 0 },
    { do: 'reject', on: 'desk', nth: 0 },
    { do: 'withdraw', on: 'desk', nth: 0 },
    { do: 'ask about moves', on: 'desk' },
    { do: 'unpin', on: 'desk', key: 'phone' },
  ];
  return ways.map((command) => ({
    name: `at the last moment: ${command.do}`,
    tell: (random) => [
      ...(command.do === 'unpin'
        ? [...approvedOnPhone(random), settle(random, 20), syncAll('phone', 'desk', random)]
        : command.do === 'ask about moves'
          ? [
              ...shown(random),
              { do: 'trust moves', on: 'desk' } as const,
              { do: 'move open', on: 'desk', nth: 0, to: 'approved' } as const,
              settle(random, 40),
              { do: 'advance', ms: 11_000 } as const,
            ]
          : approved(random, { planned: random.chance(0.5) })),
      { do: 'until', on: 'desk', at: 'inspect', seed: random.seed() },
      { do: 'run', steps: random.chance(0.4) ? 0 : random.below(12), seed: random.seed() },
      command,
      settle(random),
    ],
  }));
}

const places: readonly [Place, ...Place[]] = ['approved', 'pending'];

function duringThemes(): Theme[] {
  const ways: readonly (readonly [string, Command])[] = [
    ['edit', { do: 'edit', on: 'desk', nth: 0, what: 'recipient' }],
    ['reject', { do: 'move open', on: 'desk', nth: 0, to: 'rejected' }],
    ['reject', { do: 'reject', on: 'desk', nth: 0 }],
    ['delete', { do: 'delete', on: 'desk', nth: 0 }],
    ['undo', { do: 'undo', on: 'desk', nth: 0 }],
  ];
  return (['inspect', 'connect', 'answer'] as const).flatMap((at) =>
    ways.map(([name, command]) => ({
      name: `${name} during ${at}`,
      tell: (random: Random): Command[] => [
        ...approved(random),
        { do: 'until', on: 'desk', at, seed: random.seed() },
        command.do === 'move open' ? { ...command, to: 'rejected' } : command,
        settle(random),
      ],
    })),
  );
}

/** Notes that are moved, edited, restored and torn. */
export const noteThemes: readonly Theme[] = [
  ...duringThemes(),
  ...lastMomentThemes(),
  {
    name: 'withdrawn while waiting, old bytes restored',
    tell: (random) => [
      { do: 'plan', on: 'desk', steps: 3 },
      settle(random, 80),
      ...approved(random, { planned: true }).slice(2),
      settle(random, 60),
      { do: 'withdraw', on: 'desk', nth: 0 },
      settle(random, 80),
      {
        do: 'restore used',
        on: 'desk',
        nth: random.below(20),
        as: 'same',
        to: random.pick(places),
      },
      settle(random),
    ],
  },
  ...(['same', 'other'] as const).map((as) => ({
    name: `an executed note is restored under the ${as} name`,
    tell: (random: Random): Command[] => [
      ...approved(random),
      settle(random),
      { do: 'restore used', on: 'desk', nth: random.below(20), as, to: random.pick(places) },
      settle(random, 80),
      ...(random.chance(0.4)
        ? [{ do: 'crash', on: 'desk', how: 'kill', seed: 1 } as const, start]
        : []),
      settle(random),
    ],
  })),
  {
    name: 'rewritten between display and approval',
    tell: (random) => [
      ...shown(random),
      { do: 'edit', on: 'desk', nth: 0, what: random.pick(['recipient', 'words', 'expiry']) },
      { do: 'run', steps: random.below(20), seed: random.seed() },
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
    ],
  },
  {
    name: 'dragged, and perhaps undone',
    tell: (random) => [
      ...shown(random),
      { do: 'drag', on: 'desk', nth: 0 },
      { do: 'run', steps: random.below(30), seed: random.seed() },
      { do: 'advance', ms: 9_000 },
      settle(random, 20),
      ...(random.chance(0.7) ? [{ do: 'undo', on: 'desk', nth: 0 } as const] : []),
      ...(random.chance(0.3)
        ? [{ do: 'edit', on: 'desk', nth: 0, what: 'recipient' } as const]
        : []),
      { do: 'advance', ms: 2_000 },
      settle(random),
    ],
  },
  {
    name: 'dragged, taken away during its hold, and put back',
    tell: (random) => [
      ...shown(random),
      { do: 'drag', on: 'desk', nth: 0 },
      settle(random, 20),
      { do: 'delete', on: 'desk', nth: 0 },
      settle(random, 20),
      { do: 'put back', on: 'desk' },
      settle(random, 20),
      { do: 'advance', ms: 10_000 },
      settle(random),
    ],
  },
  ...(['done', 'skipped', 'ticked'] as const).map((how) => ({
    name: `a step ends while its request waits: ${how}`,
    tell: (random: Random): Command[] => [
      ...approved(random, { planned: true }),
      { do: 'run', steps: random.below(60), seed: random.seed() },
      how === 'ticked'
        ? { do: 'tick', on: 'desk', nth: 0 }
        : { do: 'end step', on: 'desk', nth: 0, how },
      { do: 'run', steps: random.below(60), seed: random.seed() },
      ...(random.chance(0.4)
        ? [{ do: 'crash', on: 'desk', how: 'kill', seed: random.seed() } as const, start]
        : []),
      settle(random),
      {
        do: 'restore used',
        on: 'desk',
        nth: random.below(20),
        as: 'same',
        to: random.pick(places),
      },
      settle(random),
    ],
  })),
  ...(['cancel', 'tick'] as const).map((how) => ({
    name: `a plan is changed just before its action runs: ${how}`,
    tell: (random: Random): Command[] => [
      ...approved(random, { planned: true, attached: random.chance(0.7) }),
      { do: 'until', on: 'desk', at: 'inspect', seed: random.seed() },
      // At once, or a little later: while the server is looked at, or after the intent was written.
      { do: 'run', steps: random.chance(0.4) ? 0 : random.below(40), seed: random.seed() },
      { do: how, on: 'desk', nth: 0 },
      settle(random),
    ],
  })),
  {
    name: 'settings tampering',
    tell: (random) => [
      ...shown(random),
      { do: 'rename folder', on: 'desk' },
      { do: 'stop', on: 'desk' },
      settle(random, 60),
      start,
      settle(random),
      { do: 'look', on: 'desk' },
      settle(random, 30),
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
      ...(random.chance(0.5) ? [{ do: 'confirm folders', on: 'desk' } as const] : []),
      settle(random),
    ],
  },
  {
    name: 'a merge in the stamp line',
    tell: (random) => [
      ...approvedOnPhone(random),
      settle(random, 20),
      { do: 'edit', on: 'desk', nth: 0, what: 'words' },
      { do: 'move open', on: 'desk', nth: 0, to: 'approved' },
      {
        do: 'sync',
        from: 'phone',
        to: 'desk',
        files: 9,
        settling: random.pick(['merge', 'markers']),
        seed: random.seed(),
      },
      settle(random),
    ],
  },
  {
    name: 'a torn or changed audit trail',
    tell: (random) => [
      ...approved(random),
      { do: 'run', steps: random.below(120), seed: random.seed() },
      { do: 'crash', on: 'desk', how: 'power', seed: random.seed() },
      ...(random.chance(0.5)
        ? [
            {
              do: 'tamper',
              on: 'desk',
              how: random.pick(['change', 'remove', 'swap', 'cut', 'forge']),
              seed: random.seed(),
            } as const,
          ]
        : []),
      start,
      settle(random),
    ],
  },
];
