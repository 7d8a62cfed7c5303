import type { ClientName } from '../clients/client-programs.js';
import type { Command, Point } from '../command.js';
import type { DeviceName } from '../device.js';
import type { Random } from '../random.js';
import { hour, minute, settle, start, type Theme } from './theme.js';

const day = 24 * hour;

export function lookUp(as: ClientName = 'Claude', nth = 0, on: DeviceName = 'desk'): Command {
  return { do: 'call', on, as, tool: 'look_up', nth };
}

function allow(clients: readonly ClientName[] = ['Claude'], on: DeviceName = 'desk'): Command {
  return { do: 'allow', on, tool: 'look_up', clients };
}

/** A tool that a client may call, and has called. */
function allowed(random: Random): Command[] {
  return [allow(), lookUp(), settle(random, 60)];
}

function until(at: Point, random: Random): Command {
  return { do: 'until', on: 'desk', at, seed: random.seed() };
}

function crash(random: Random): Command {
  const how = random.pick(['kill', 'kill', 'power', 'torn']);
  return { do: 'crash', on: 'desk', how, seed: random.seed() };
}

function looks(random: Random): Command[] {
  return [settle(random, 100), { do: 'look', on: 'desk' }, settle(random, 30)];
}

const ends: readonly (readonly Command[])[] = [
  [{ do: 'end permission', on: 'desk' }],
  [{ do: 'pause client', on: 'desk', client: 'Claude' }],
  [{ do: 'revoke client', on: 'desk', client: 'Claude' }],
  [
    { do: 'revoke client', on: 'desk', client: 'Claude' },
    { do: 'add client', on: 'desk', client: 'Claude' },
  ],
  [{ do: 'pause', on: 'desk' }],
  [{ do: 'end permission', on: 'desk' }, { do: 'advance', ms: 1 }, allow()],
];

const changes = ['account', 'target', 'read tool', 'renamed', 'twice', 'gone', 'restart'] as const;

/** Most often where the last look is still to come. */
const calledMeanwhile: readonly [Point, ...Point[]] = [
  ...(['connect', 'connect', 'connect', 'connect', 'log', 'log'] as const),
  ...(['inspect', 'answer'] as const),
];

/** What ends a permission, or a server that changes, right before or during a call. */
const meanwhile: readonly Theme[] = [
  ...[0, 3].map((first) => ({
    name: `a person changes their mind during a call unasked, part ${first / 3 + 1}`,
    tell: (random: Random): Command[] =>
      ends
        .slice(first, first + 3)
        .flatMap((end, nth) => [
          { do: 'advance', ms: 1_000 },
          ...allowed(random),
          lookUp('Claude', 2 * nth + 1),
          until(random.pick(calledMeanwhile), random),
          ...end,
          settle(random, 40),
          lookUp('Claude', 2 * nth + 2),
          settle(random, 60),
          { do: 'resume', on: 'desk' },
          { do: 'resume client', on: 'desk', client: 'Claude' },
          { do: 'add client', on: 'desk', client: 'Claude' },
          ...(random.chance(0.3) ? [lookUp('Claude', 9), settle(random, 80)] : []),
        ]),
  })),
  ...[0, 3].map((first) => ({
    name: `a server changes during a call unasked, part ${first / 3 + 1}`,
    tell: (random: Random): Command[] =>
      changes
        .slice(first, first + 4)
        .flatMap((what, nth) => [
          { do: 'offer tools', on: 'desk' },
          { do: 'advance', ms: 1_000 },
          ...allowed(random),
          lookUp('Claude', 3 * nth + 1),
          until(random.pick(calledMeanwhile), random),
          { do: 'server', by: 'email', what },
          settle(random, 40),
          lookUp('Claude', 3 * nth + 2),
          lookUp('Claude', 3 * nth + 3),
          settle(random, 80),
          ...(random.chance(0.2)
            ? ([{ do: 'new epoch', on: 'desk' }, settle(random)] as const)
            : []),
          ...(random.chance(0.3)
            ? ([{ do: 'offer tools', on: 'desk' }, allow(), lookUp('Claude', 21)] as const)
            : []),
          { do: 'server', by: 'email', what: random.pick(['tools back', 'account back']) },
          { do: 'server', by: 'email', what: 'back' },
          ...(random.chance(0.3) ? [lookUp('Claude', 20), settle(random, 60)] : []),
          { do: 'server', by: 'email', what: 'tools back' },
        ]),
  })),
];

/** A client asks for what a person must be asked about, and hears what became of it. */
function asksForMail(random: Random, then: readonly Command[]): Command[] {
  const mail: Command = { do: 'call', on: 'desk', as: 'Claude', tool: 'send_email', nth: 0 };
  return [
    mail,
    ...(random.chance(0.5) ? [mail, { ...mail, as: 'Codex' } as const] : []),
    settle(random, 120),
    mail,
    ...looks(random),
    ...then,
    settle(random),
    ...(random.chance(0.7)
      ? ([
          { do: 'ask after', on: 'desk', as: 'Codex', nth: 0 },
          { do: 'ask after', on: 'desk', as: 'Claude', nth: 0 },
        ] as const)
      : []),
    mail,
    settle(random),
    mail,
    settle(random, 120),
  ];
}

/** What agents' clients call, at once or after a person was asked. */
export const clientThemes: readonly Theme[] = [
  {
    name: 'a client calls what it may call unasked',
    tell: (random) => [
      allow(random.pick([['Claude'], ['Claude', 'Codex']])),
      settle(random, random.below(20)),
      lookUp(),
      lookUp(),
      lookUp('Claude', 1),
      lookUp('Codex', 0),
      { do: 'call', on: 'desk', as: 'Claude', tool: 'send_email', nth: 0 },
      { do: 'allow', on: 'desk', tool: random.pick(['send_email', 'pay']), clients: ['Claude'] },
      settle(random, 120),
      { do: 'advance', ms: minute + 1_000 },
      settle(random, 60),
      lookUp('Claude', 2),
      settle(random, 60),
    ],
  },
  ...meanwhile,
  ...(['log', 'connect', 'answer'] as const).map((at) => ({
    name: `a device dies of a call unasked: ${at}`,
    tell: (random: Random): Command[] => [
      ...(random.chance(0.7) ? allowed(random) : [allow()]),
      lookUp('Claude', 1),
      lookUp('Claude', 1),
      until(at, random),
      crash(random),
      ...(random.chance(0.3)
        ? [{ do: 'roll back calls', on: 'desk', lines: 1 + random.below(3) } as const]
        : []),
      ...(random.chance(0.3)
        ? [{ do: 'roll back', on: 'desk', records: 1 + random.below(5) } as const]
        : []),
      start,
      settle(random, 80),
      lookUp('Claude', 1),
      lookUp('Claude', 2),
      settle(random, 100),
    ],
  })),
  {
    name: 'the hour is used up',
    tell: (random) => [
      allow(['Claude', 'Codex']),
      { do: 'call often', on: 'desk', as: 'Claude', times: random.pick([296, 299, 310]) },
      settle(random, 20),
      ...(random.chance(0.5) ? [crash(random), start, settle(random, 60)] : []),
      ...(random.chance(0.3)
        ? [{ do: 'jump', on: 'desk', ms: random.pick([-hour, -minute, 30 * minute]) } as const]
        : []),
      ...[0, 1, 2, 3, 4, 5, 6].map((nth) => lookUp('Claude', nth)),
      lookUp('Codex', 0),
      settle(random, 160),
      { do: 'advance', ms: random.pick([30 * minute, hour]) },
      lookUp('Claude', 0),
      settle(random, 60),
    ],
  },
  {
    name: 'nobody remembers what they allowed long ago',
    tell: (random) => [
      ...allowed(random),
      { do: 'advance', ms: 90 * day - hour },
      settle(random, 60),
      lookUp('Claude', 1),
      random.chance(0.5)
        ? settle(random, 60)
        : until(random.pick<Point>(['inspect', 'log', 'connect']), random),
      { do: 'advance', ms: 2 * hour },
      settle(random, random.pick([10, 80])),
      lookUp('Claude', 2),
      settle(random, 80),
      { do: 'jump', on: 'desk', ms: -3 * hour },
      ...(random.chance(0.5) ? [crash(random), start, settle(random, 80)] : []),
      lookUp('Claude', 3),
      settle(random, 80),
    ],
  },
  {
    name: 'a client asks for a mail, and a person approves it',
    tell: (random) =>
      asksForMail(random, [{ do: 'press', on: 'desk', nth: 0, check: random.chance(0.5) }]),
  },
  {
    name: 'a client asks for a mail, and a person rejects it',
    tell: (random) =>
      asksForMail(random, [
        ...(random.chance(0.3)
          ? ([
              { do: 'press', on: 'desk', nth: 0, check: true },
              { do: 'run', steps: random.below(40), seed: random.seed() },
            ] as const)
          : []),
        { do: random.pick(['reject', 'reject', 'withdraw']), on: 'desk', nth: 0 },
      ]),
  },
  {
    name: 'a client asks for a mail again after a crash',
    tell: (random) => [
      ...asksForMail(random, [crash(random), start, settle(random, 80)]),
      ...looks(random),
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
    ],
  },
  {
    name: 'a new client has the name of an old one',
    tell: (random) => [
      allow(['Claude', 'Codex']),
      ...(random.chance(0.7) ? [lookUp(), settle(random, 60)] : []),
      { do: 'revoke client', on: 'desk', client: 'Claude' },
      ...(random.chance(0.5) ? [settle(random, 40)] : []),
      { do: 'add client', on: 'desk', client: 'Claude' },
      lookUp('Claude', 1),
      lookUp('Codex', 1),
      settle(random, 100),
      ...(random.chance(0.5) ? [allow(), lookUp('Claude', 2), settle(random, 60)] : []),
    ],
  },
  {
    name: 'an old file of settings comes back',
    tell: (random) => [
      ...(random.chance(0.8) ? allowed(random) : [allow()]),
      { do: 'end permission', on: 'desk' },
      ...(random.chance(0.7) ? [settle(random, 60)] : []),
      ...(random.chance(0.3) ? [crash(random), start, settle(random, 80)] : []),
      ...(random.chance(0.3) ? ([{ do: 'new epoch', on: 'desk' }, settle(random)] as const) : []),
      { do: 'restore settings', on: 'desk' },
      lookUp('Claude', 1),
      settle(random, 80),
      { do: 'advance', ms: 1_000 },
      allow(),
      lookUp('Claude', 2),
      settle(random, 60),
    ],
  },
  {
    name: 'a call unasked would name a file of the vault',
    tell: (random) => [
      allow(),
      { ...lookUp(), file: random.pick(['relative', 'absolute']) },
      settle(random, 100),
      lookUp('Claude', 1),
      ...looks(random),
      { do: 'press', on: 'desk', nth: 0, check: true },
      settle(random),
      { do: 'ask after', on: 'desk', as: 'Claude', nth: 0 },
      { do: 'ask after', on: 'desk', as: 'Codex', nth: 0 },
      settle(random, 40),
    ],
  },
  {
    name: 'what is allowed on one device is allowed on no other',
    tell: (random) => [
      { do: 'start', on: 'laptop', as: 'plugin' },
      settle(random, 60),
      allow(),
      lookUp('Claude', 0),
      lookUp('Claude', 0, 'laptop'),
      settle(random, 100),
      ...(random.chance(0.6)
        ? [allow(['Claude', 'Codex'], 'laptop'), lookUp('Codex', 0, 'laptop'), settle(random, 80)]
        : []),
      {
        do: 'sync',
        from: 'desk',
        to: 'laptop',
        files: 20,
        settling: 'theirs',
        seed: random.seed(),
      },
      settle(random, 80),
      { do: 'advance', ms: 1_000 },
      allow(['Claude', 'Codex'], 'laptop'),
      { do: 'end permission', on: 'desk' },
      lookUp('Claude', 1),
      lookUp('Codex', 1, 'laptop'),
      settle(random, 100),
      { do: 'ask after', on: 'laptop', as: 'Claude', nth: random.below(3) },
      settle(random, 30),
    ],
  },
  ...(['log of calls', 'ledger', 'ledger with its trail'] as const).map((what) => ({
    name: `a call unasked, and an old copy comes back: ${what}`,
    tell: (random: Random): Command[] => [
      ...allowed(random),
      lookUp('Claude', 1),
      settle(random, 60),
      { do: 'advance', ms: minute + 1_000 },
      settle(random, 60),
      lookUp('Claude', 2),
      settle(random, 40),
      ...(random.chance(0.4) ? [{ do: 'end permission', on: 'desk' } as const] : []),
      settle(random, 40),
      what === 'log of calls'
        ? { do: 'roll back calls', on: 'desk', lines: 1 + random.below(5) }
        : what === 'ledger' && random.chance(0.5)
          ? { do: 'wipe', on: 'desk', all: random.chance(0.5) }
          : {
              do: 'roll back',
              on: 'desk',
              records: 1 + random.below(3),
              ...(what === 'ledger' ? {} : { trail: true }),
            },
      start,
      settle(random, 100),
      ...(random.chance(0.3) ? [{ do: 'restore settings', on: 'desk' } as const] : []),
      lookUp('Claude', 3),
      settle(random, 80),
    ],
  })),
];
