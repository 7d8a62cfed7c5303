import type { Command, Drafted } from '../command.js';
import type { DeviceName } from '../device.js';
import type { Random } from '../random.js';
import { rowNames, rows, type RowName } from '../servers.js';

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

/** What came to the phone, and a person who has looked at it there. */
export function shownOnPhone(random: Random): Command[] {
  return [
    { do: 'start', on: 'phone', as: 'observer' },
    settle(random, 60),
    { do: 'look', on: 'phone' },
    settle(random, 20),
  ];
}

/** Prepared at the desk, and approved on the phone. */
export function approvedOnPhone(random: Random, more: Partial<Drafted> = {}): Command[] {
  return [
    ...shown(random, more),
    syncAll('desk', 'phone', random),
    ...shownOnPhone(random),
    { do: 'press', on: 'phone', nth: 0, check: true },
  ];
}

/** An answer after which nobody knows what happened. */
export function unknownRow(random: Random): Command {
  const unsure = rowNames.filter((row) => rows[row].says === 'nothing');
  const row: RowName = unsure[random.below(unsure.length)] ?? 'lost';
  return { do: 'answer', by: 'email', row, ran: random.chance(0.6) };
}
