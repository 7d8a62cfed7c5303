import type { Command, Drafted } from './command.js';
import type { DeviceName } from './device.js';
import type { Random } from './random.js';

/** A story that a script is made around: what leads to something that must be seen. */
export interface Theme {
  readonly name: string;
  readonly tell: (random: Random) => readonly Command[];
}

export const minute = 60_000;
export const hour = 60 * minute;

export function settle(random: Random, steps = 160): Command {
  return { do: 'run', steps, seed: random.seed() };
}

export function draft(
  random: Random,
  more: Partial<Drafted> = {},
  on: DeviceName = 'desk',
): Command {
  const drafted = { by: 'email', effect: random.below(3), planned: false } as const;
  return { do: 'draft', on, ...drafted, expiresMs: 0, attached: random.chance(0.15), ...more };
}

export function syncAll(from: DeviceName, to: DeviceName, random: Random): Command {
  return { do: 'sync', from, to, files: 40, settling: 'theirs', seed: random.seed() };
}

/** A request that waits at the desk, and a person who has looked at it. */
export function shown(random: Random, more: Partial<Drafted> = {}): Command[] {
  const planned: Command[] = more.planned
    ? [{ do: 'plan', on: 'desk', steps: 2 }, settle(random, 80)]
    : [];
  return [
    ...planned,
    draft(random, { effect: 0, ...more }),
    settle(random),
    { do: 'look', on: 'desk' },
    settle(random, 30),
  ];
}

export function approved(random: Random, more: Partial<Drafted> = {}): Command[] {
  return [...shown(random, more), { do: 'press', on: 'desk', nth: 0, check: true }];
}

export const start: Command = { do: 'start', on: 'desk', as: 'plugin' };
