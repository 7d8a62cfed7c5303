import type { Command } from '../command.js';
import type { Random } from '../random.js';
import { approved, settle, type Theme } from './theme.js';

const desk = { on: 'desk', nth: 0 } as const;

const hidden: readonly (readonly [string, Command, Command])[] = [
  ['the request is broken', { do: 'break', ...desk, what: 'request' }, { do: 'mend', on: 'desk' }],
  ['the request is away', { do: 'hide', ...desk, what: 'request' }, { do: 'show', on: 'desk' }],
  [
    'the request is copied',
    { do: 'copy', ...desk, to: 'approved' },
    { do: 'delete copies', on: 'desk' },
  ],
  ['the plan is broken', { do: 'break', ...desk, what: 'plan' }, { do: 'mend', on: 'desk' }],
  ['the plan is away', { do: 'hide', ...desk, what: 'plan' }, { do: 'show', on: 'desk' }],
  ['the plan is copied', { do: 'copy plan', ...desk }, { do: 'delete copies', on: 'desk' }],
];

/** What a person takes away while an agent hides the note that is about it, and then puts all of it back. */
export const takenAwayThemes: readonly Theme[] = hidden.map(([name, hide, show]) => ({
  name: `taken away while ${name}`,
  tell: (random) => [
    { do: 'plan', on: 'desk', steps: 3 },
    settle(random, 80),
    ...approved(random, { planned: true, effect: 0 }),
    settle(random, 80),
    hide,
    perhapsSettled(random),
    ...takeAway(random),
    perhapsSettled(random),
    ...(random.chance(0.5) ? [show] : []),
    perhapsSettled(random),
    ...putBack(random),
    perhapsSettled(random),
    show,
    perhapsSettled(random),
    { do: 'work', ...desk },
    settle(random),
    settle(random),
  ],
}));

function perhapsSettled(random: Random): Command {
  return settle(random, random.chance(0.8) ? 160 : random.below(30));
}

function takeAway(random: Random): Command[] {
  const ways: readonly [Command, ...Command[]] = [
    { do: 'cancel', ...desk },
    { do: 'tick', ...desk },
    { do: 'move', ...desk, to: 'rejected' },
    { do: 'move', ...desk, to: 'pending' },
    { do: 'edit', ...desk, what: 'recipient' },
    { do: 'reject', ...desk },
    { do: 'withdraw', ...desk },
    { do: 'end step', ...desk, how: 'skipped' },
  ];
  // Behind whoever moves it, an agent takes the stamp off.
  const strip: Command = { do: 'edit', ...desk, what: 'stamp' };
  return [random.pick(ways), ...(random.chance(0.3) ? [strip] : [])];
}

function putBack(random: Random): Command[] {
  return [
    ...(random.chance(0.6) ? [{ do: 'revert plan', ...desk } as const] : []),
    ...(random.chance(0.4) ? [{ do: 'move', ...desk, to: 'approved' } as const] : []),
    ...(random.chance(0.5)
      ? [
          {
            do: 'restore used',
            on: 'desk',
            nth: random.below(20),
            as: 'same',
            to: 'approved',
          } as const,
        ]
      : []),
  ];
}
