import type { Command } from '../command.js';
import type { Random } from '../random.js';
import { rowNames } from '../servers.js';
import { approved, draft, hour, minute, settle, start, unknownRow, type Theme } from './theme.js';

const pausedWays = ['edit', 'forge', 'replay', 'late', 'both', 'revoke', 'tool', 'file'] as const;

/** What happens to a stamped request that must wait. */
function whilePaused(how: (typeof pausedWays)[number], random: Random): readonly Command[] {
  const nth = random.below(2);
  const seed = random.seed();
  switch (how) {
    case 'edit':
      return [
        { do: 'edit', on: 'desk', nth: 0, what: random.pick(['recipient', 'expiry']) },
        ...(random.chance(0.5) ? [{ do: 'advance', ms: 2 * hour } as const] : []),
      ];
    case 'forge':
      return [
        {
          do: 'forge',
          on: 'desk',
          nth,
          what: random.pick(['completion', 'confirms', 'note']),
          seed,
        },
      ];
    case 'replay':
      return [
        { do: 'move open', on: 'desk', nth: 0, to: 'approved' },
        { do: 'forge', on: 'desk', nth: 2, what: 'replayed stamp', seed },
        { do: 'forge', on: 'desk', nth: 1, what: 'replayed stamp', seed },
        ...(random.chance(0.5) ? [{ do: 'delete', on: 'desk', nth: 0 } as const] : []),
      ];
    case 'late':
      return [{ do: 'advance', ms: 2 * hour }];
    case 'both':
      return [
        { do: 'press', on: 'desk', nth: 1, check: true },
        settle(random),
        ...(random.chance(0.5)
          ? [0, 1].map(
              (one) => ({ do: 'forge', on: 'desk', nth: one, what: 'confirms', seed }) as const,
            )
          : []),
      ];
    case 'tool':
      return [
        { do: 'server', by: 'email', what: random.pick(['tool', 'target', 'restart', 'gone']) },
      ];
    case 'file':
      return [{ do: 'change file', on: 'desk' }];
    case 'revoke':
      return [
        random.pick([
          { do: 'undo', on: 'desk', nth },
          { do: 'reject', on: 'desk', nth },
        ]),
      ];
  }
}

/** Every row of the outcome table is given as an answer, three in an episode. */
function rowThemes(): Theme[] {
  return Array.from({ length: Math.ceil(rowNames.length / 3) }, (_, part) => ({
    name: `answers, part ${part + 1}`,
    tell: (random: Random): Command[] =>
      rowNames
        .slice(part * 3, part * 3 + 3)
        .flatMap((row, effect) => [
          { do: 'answer', by: 'email', row, ran: random.chance(0.5) },
          draft(random, { effect }),
          settle(random),
          { do: 'look', on: 'desk' },
          settle(random, 30),
          ...[0, 1, 2].map((nth) => ({ do: 'press', on: 'desk', nth, check: false }) as const),
          settle(random),
          { do: 'advance', ms: 1_000 },
        ]),
  }));
}

/** What servers answer, what must wait, and what must be asked. */
export const gateThemes: readonly Theme[] = [
  ...rowThemes(),
  {
    name: 'a forged stamp',
    tell: (random) => [
      draft(random, { effect: 0 }),
      settle(random),
      { do: 'move open', on: 'desk', nth: 0, to: 'approved' },
      { do: 'run', steps: random.below(30), seed: random.seed() },
      { do: 'forge', on: 'desk', nth: 0, what: 'stamp', seed: random.seed() },
      settle(random),
    ],
  },
  {
    name: 'unknown, then the same effect again',
    tell: (random) => [
      unknownRow(random),
      ...approved(random),
      settle(random),
      ...(random.chance(0.5)
        ? [
            { do: 'look', on: 'desk' } as const,
            settle(random, 30),
            { do: 'say happened', on: 'desk', nth: 0, happened: random.chance(0.5) } as const,
            settle(random, 60),
          ]
        : []),
      { do: 'advance', ms: 2_000 },
      draft(random, { effect: 0, attached: false }),
      settle(random),
      ...(random.chance(0.4)
        ? [
            { do: 'trust moves', on: 'desk' } as const,
            { do: 'forge', on: 'desk', nth: 0, what: 'confirms', seed: random.seed() } as const,
            settle(random),
            { do: 'move open', on: 'desk', nth: 0, to: 'approved' } as const,
            { do: 'advance', ms: 11_000 } as const,
          ]
        : []),
      settle(random, 60),
      { do: 'look', on: 'desk' },
      settle(random, 30),
      { do: 'press', on: 'desk', nth: 0, check: random.chance(0.5) },
      { do: 'press', on: 'desk', nth: 1, check: random.chance(0.5) },
      settle(random),
    ],
  },
  {
    name: 'unknown, then another effect for the same step',
    tell: (random) => [
      unknownRow(random),
      ...approved(random, { planned: true, attached: false }),
      settle(random),
      { do: 'edit', on: 'desk', nth: 0, what: 'recipient' },
      settle(random),
      { do: 'look', on: 'desk' },
      settle(random, 30),
      { do: 'press', on: 'desk', nth: 0, check: random.chance(0.3) },
      settle(random),
    ],
  },
  ...pausedWays.map((how) => ({
    name: `approved while paused, then: ${how}`,
    tell: (random: Random): Command[] => [
      draft(random, {
        effect: 0,
        attached: how === 'file',
        expiresMs: how === 'late' ? hour / 2 : random.pick([0, hour / 2]),
      }),
      settle(random),
      { do: 'advance', ms: 2_000 },
      draft(random, { effect: how === 'both' ? 0 : random.pick([0, 1]), attached: false }),
      settle(random),
      { do: 'look', on: 'desk' },
      settle(random, 40),
      { do: 'pause', on: 'desk' },
      settle(random, 40),
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
      ...whilePaused(how, random),
      settle(random),
      { do: 'resume', on: 'desk' },
      settle(random),
    ],
  })),
  ...(['before', 'after'] as const).map((trusted) => ({
    name: `moves are trusted ${trusted} one arrives`,
    tell: (random: Random): Command[] => {
      const trust: Command = { do: 'trust moves', on: 'desk' };
      const arrival: Command = { do: 'move open', on: 'desk', nth: 0, to: 'approved' };
      return [
        draft(random, { effect: 0 }),
        settle(random),
        ...(trusted === 'before' ? [trust, arrival] : [arrival, settle(random, 60), trust]),
        settle(random, random.below(60)),
        ...(random.chance(0.3)
          ? [{ do: 'edit', on: 'desk', nth: 0, what: 'recipient' } as const]
          : []),
        { do: 'advance', ms: 11_000 },
        settle(random),
        { do: 'look', on: 'desk' },
        settle(random, 30),
        { do: 'press', on: 'desk', nth: 0, check: true },
        settle(random),
      ];
    },
  })),
  {
    name: 'clock, expiry, budget, restart',
    tell: (random) => [
      ...approved(random, { by: 'bank' }),
      settle(random),
      ...approved(random, { by: 'bank', effect: 1, expiresMs: random.pick([hour / 2, 3 * hour]) }),
      settle(random, 80),
      { do: 'jump', on: 'desk', ms: random.pick([-3 * hour, hour, 40 * minute]) },
      { do: 'crash', on: 'desk', how: 'kill', seed: random.seed() },
      start,
      settle(random),
      { do: 'jump', on: 'desk', ms: random.pick([2 * hour, -2 * hour, 26 * hour]) },
      { do: 'advance', ms: random.pick([minute, hour]) },
      settle(random),
      ...(random.chance(0.2)
        ? [{ do: 'jump', on: 'desk', ms: 73 * 365 * 24 * hour } as const]
        : []),
      settle(random),
    ],
  },
];
