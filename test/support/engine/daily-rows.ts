import { isBookkeeping } from '../../../src/core/audit/entry.js';
import type { World } from './world.js';

/** The rows of a day's note, from top to bottom. */
export function rowsOf(world: World, path = 'Logs/2026-02-21.log.md'): readonly string[] {
  const lines = (world.vault.outside.read(path) ?? '').split('\n');
  return lines.filter((line) => /\| d-\w+:\d+ \|$/.test(line));
}

/** The numbers of the entries that have a row, in the order of the table. */
export function numbersIn(world: World, path?: string): readonly number[] {
  return rowsOf(world, path).map((row) => Number(/:(\d+) \|$/.exec(row)?.[1]));
}

/** The numbers of the entries that are to have one, as the ledger has them. */
export function numbersTold(world: World, day = '2026-02-21'): readonly number[] {
  const entries = world.records().map(({ audit }) => audit);
  const told = entries.filter((entry) => entry.at.startsWith(day) && !isBookkeeping(entry));
  return told.map(({ seq }) => seq);
}
