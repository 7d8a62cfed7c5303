import { edits, forgeries, tamperings, type Command, type Script } from './command.js';
import { clientNames, type ClientName } from './clients/client-programs.js';
import type { DeviceName } from './device.js';
import { clientThemes } from './themes/client-themes.js';
import { deviceThemes } from './themes/device-themes.js';
import { epochThemes } from './themes/epoch-themes.js';
import { gateThemes } from './themes/gate-themes.js';
import { noteThemes } from './themes/note-themes.js';
import { phoneThemes } from './themes/phone-themes.js';
import { takenAwayThemes } from './themes/taken-away-themes.js';
import { draft, minute, settle, type Theme } from './themes/theme.js';
import { mixSeeds, Random } from './random.js';
import { rowNames } from './servers.js';

/** Every scenario of docs/gate.md#what-the-simulation-must-see has a theme that leads near it; chance does the rest. */
const themes: readonly Theme[] = [
  ...deviceThemes,
  ...epochThemes,
  ...phoneThemes,
  ...noteThemes,
  ...takenAwayThemes,
  ...gateThemes,
  ...clientThemes,
  { name: 'anything', tell: () => [] },
];
/** So many episodes of one seed come before the themes of the next. */
const themesPerSeed = 47;

/** The script of an episode: one theme, with chance before, between and after. */
export function generateScript(seed: number, episode: number): Script {
  const worldSeed = mixSeeds(seed, episode);
  const random = new Random(worldSeed);
  const theme = themes[(seed * themesPerSeed + episode) % themes.length];
  const commands: Command[] = [
    {
      do: 'start',
      on: 'desk',
      as: theme?.name === 'anything' && random.chance(0.3) ? 'runner' : 'plugin',
    },
  ];
  if (random.chance(0.3)) commands.push({ do: 'start', on: 'laptop', as: 'plugin' });
  if (random.chance(0.2)) commands.push({ do: 'start', on: 'phone', as: 'observer' });
  commands.push(settle(random, 60));
  if (random.chance(0.05)) commands.push({ do: 'trust moves', on: 'desk' });
  const noise = random.pick([0, 0, 0, 0.05, 0.15, 0.3]);
  for (const command of theme?.tell(random) ?? []) {
    if (random.chance(noise)) commands.push(anything(random));
    commands.push(command);
  }
  const tail = theme?.name === 'anything' ? 60 : random.below(16);
  for (let count = 0; count < tail; count += 1) {
    commands.push(anything(random));
    commands.push({ do: 'run', steps: random.pick([0, 3, 10, 30, 100]), seed: random.seed() });
  }
  return { seed: worldSeed, about: theme?.name ?? '', commands };
}

const anyDevice: readonly (readonly [number, DeviceName])[] = [
  [6, 'desk'],
  [2, 'laptop'],
  [2, 'phone'],
];

interface Way {
  readonly from: DeviceName;
  readonly to: DeviceName;
}
const ways: readonly [Way, ...Way[]] = [
  { from: 'desk', to: 'phone' },
  { from: 'phone', to: 'desk' },
  { from: 'desk', to: 'laptop' },
  { from: 'laptop', to: 'desk' },
];

type Maker = (random: Random, on: DeviceName) => Command;

/** What clients do, and what people let them do. */
const clientMakers: readonly (readonly [number, Maker])[] = [
  [
    10,
    (random, on) => ({
      do: 'call',
      on,
      as: random.pick(clientNames),
      tool: random.pick(['look_up', 'look_up', 'look_up', 'send_email', 'pay']),
      nth: random.below(3),
      ...(random.chance(0.1) ? { file: random.pick(['relative', 'absolute']) } : {}),
    }),
  ],
  [
    3,
    (random, on) => ({ do: 'ask after', on, as: random.pick(clientNames), nth: random.below(5) }),
  ],
  [
    4,
    (random, on) => ({
      do: 'allow',
      on,
      tool: random.pick(['look_up', 'look_up', 'look_up', 'send_email']),
      clients: random.pick<readonly ClientName[]>([['Claude'], ['Codex'], clientNames]),
    }),
  ],
  [1, (_random, on) => ({ do: 'end permission', on })],
  [1, (_random, on) => ({ do: 'offer tools', on })],
  [0.5, (_random, on) => ({ do: 'restore settings', on })],
  [
    1,
    (random, on) => ({
      do: random.pick(['pause client', 'revoke client']),
      on,
      client: random.pick(clientNames),
    }),
  ],
  [
    2,
    (random, on) => ({
      do: random.pick(['resume client', 'add client']),
      on,
      client: random.pick(clientNames),
    }),
  ],
  [
    1,
    (random) => ({
      do: 'server',
      by: 'email',
      what: random.pick([
        ...(['account', 'account back', 'read tool', 'renamed', 'twice'] as const),
        ...(['tools back', 'tools back', 'tools back'] as const),
      ]),
    }),
  ],
  [0.3, (random, on) => ({ do: 'roll back calls', on, lines: 1 + random.below(4) })],
  [0.3, () => ({ do: 'advance', ms: 91 * 24 * 60 * minute })],
];

const makers: readonly (readonly [number, Maker])[] = [
  [8, (random, on) => draft(random, { by: random.pick(['email', 'email', 'bank']) }, on)],
  [
    4,
    (random, on) => draft(random, { planned: true, expiresMs: random.pick([0, 30 * minute]) }, on),
  ],
  [2, (random, on) => ({ do: 'plan', on, steps: 1 + random.below(3) })],
  [2, (random, on) => ({ do: 'work', on, nth: random.below(5) })],
  [1, (random, on) => ({ do: 'redraft', on, nth: random.below(5) })],
  [10, (_random, on) => ({ do: 'look', on })],
  [12, (random, on) => ({ do: 'press', on, nth: random.below(4), check: random.chance(0.6) })],
  [3, (random, on) => ({ do: 'drag', on, nth: random.below(4) })],
  [2, (random, on) => ({ do: 'undo', on, nth: random.below(4) })],
  [2, (random, on) => ({ do: 'reject', on, nth: random.below(4) })],
  [1, (random, on) => ({ do: 'withdraw', on, nth: random.below(4) })],
  [2, (random, on) => ({ do: 'say happened', on, nth: 0, happened: random.chance(0.5) })],
  [1, (random, on) => ({ do: 'end step', on, nth: 0, how: random.pick(['done', 'skipped']) })],
  [1, (_random, on) => ({ do: 'pause', on })],
  [2, (_random, on) => ({ do: 'resume', on })],
  [1, (_random, on) => ({ do: 'trust moves', on })],
  [1, (_random, on) => ({ do: 'ask about moves', on })],
  [1, (_random, on) => ({ do: 'unpin', on, key: 'phone' })],
  [1, (random, on) => ({ do: 'pin', on, key: random.weighted(anyDevice) })],
  [1, (_random, on) => ({ do: 'take over', on })],
  [0.5, (_random, on) => ({ do: 'new epoch', on })],
  [1, (_random, on) => ({ do: 'confirm folders', on })],
  [0.3, (_random, on) => ({ do: 'rename folder', on })],
  [
    5,
    (random, on) => ({
      do: 'move',
      on,
      nth: random.below(6),
      to: random.pick(['approved', 'approved', 'pending', 'rejected']),
    }),
  ],
  [
    3,
    (random, on) => ({
      do: 'edit',
      on,
      nth: random.below(6),
      what: random.pick(edits),
    }),
  ],
  [1, (random, on) => ({ do: 'delete', on, nth: random.below(6) })],
  [1, (_random, on) => ({ do: 'put back', on })],
  [1, (random, on) => ({ do: 'tick', on, nth: random.below(3) })],
  [0.5, (random, on) => ({ do: 'cancel', on, nth: random.below(3) })],
  [
    2,
    (random, on) => ({
      do: 'copy',
      on,
      nth: random.below(6),
      to: random.pick(['approved', 'pending']),
    }),
  ],
  [
    4,
    (random, on) => ({
      do: 'forge',
      on,
      nth: random.below(6),
      what: random.pick(forgeries),
      seed: random.seed(),
    }),
  ],
  [
    0.5,
    (random, on) => ({
      do: 'tamper',
      on,
      how: random.pick(tamperings),
      seed: random.seed(),
    }),
  ],
  [
    0.7,
    (random, on) => ({
      do: random.pick(['break', 'hide']),
      on,
      nth: random.below(4),
      what: random.pick(['request', 'plan']),
    }),
  ],
  [1, (random, on) => ({ do: random.pick(['mend', 'show', 'delete copies']), on })],
  [
    0.5,
    (random, on) => ({ do: random.pick(['copy plan', 'revert plan']), on, nth: random.below(3) }),
  ],
  [1, (_random, on) => ({ do: 'change file', on })],
  [
    2,
    (random, on) => ({
      do: 'restore',
      on,
      nth: random.below(200),
      as: random.pick(['same', 'other']),
      to: random.pick(['approved', 'pending']),
    }),
  ],
  [
    3,
    (random, on) => ({
      do: 'restore used',
      on,
      nth: random.below(50),
      as: random.pick(['same', 'other']),
      to: random.pick(['approved', 'pending']),
    }),
  ],
  [
    10,
    (random) => ({
      do: 'sync',
      ...random.pick(ways),
      files: random.pick([1, 3, 20]),
      settling: random.pick(['copy', 'theirs', 'merge', 'markers']),
      seed: random.seed(),
    }),
  ],
  [
    6,
    (random) => ({
      do: 'answer',
      by: random.pick(['email', 'email', 'bank']),
      row: random.pick(rowNames),
      ran: random.chance(0.6),
    }),
  ],
  [
    2,
    (random) => ({
      do: 'server',
      by: random.pick(['email', 'bank']),
      what: random.pick(['gone', 'back', 'back', 'tool', 'target', 'restart']),
    }),
  ],
  [4, (random) => ({ do: 'advance', ms: random.pick([1_000, 11_000, 10 * minute, 90 * minute]) })],
  [
    1,
    (random, on) => ({ do: 'jump', on, ms: random.pick([-90 * minute, 90 * minute, 6 * minute]) }),
  ],
  [
    3,
    (random, on) => ({
      do: 'crash',
      on,
      how: random.pick(['kill', 'power', 'torn']),
      seed: random.seed(),
    }),
  ],
  [6, (random, on) => ({ do: 'start', on, as: random.pick(['plugin', 'plugin', 'runner']) })],
  [1, (_random, on) => ({ do: 'stop', on })],
  [0.3, (random, on) => ({ do: 'wipe', on, all: random.chance(0.6) })],
  [0.3, (random, on) => ({ do: 'roll back', on, records: 1 + random.below(6) })],
  [0.1, (random, on) => ({ do: 'roll back', on, records: 1 + random.below(6), trail: true })],
  [0.1, () => ({ do: 'clone', from: 'desk', to: 'laptop' })],
  [0.5, (random, on) => ({ do: 'disk', on, full: random.chance(0.3) })],
  ...clientMakers,
];

function anything(random: Random): Command {
  const on = random.weighted(anyDevice);
  return random.weighted(makers)(random, on);
}
