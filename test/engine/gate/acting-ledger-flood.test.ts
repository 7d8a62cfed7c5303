import { expect, test } from 'vitest';
import { pressTakeOver, type Pair } from '../people/two-computers.js';
import { calledIds } from './bench.js';
import {
  approveAll,
  bring,
  epochIn,
  forgedAudit,
  forgedBeginning,
  preparedFor,
  unprepared,
  withNewcomer,
} from './newcomer.js';

/** A request that lies unprepared on both is prepared and run by the one that took over. */
async function onlyOtherRuns(
  { first, other }: Pick<Pair, 'first' | 'other'>,
  path: string,
  text: string,
): Promise<void> {
  await bring([first, other], path, text);
  expect(preparedFor(other, path)).toBe(epochIn(other.file));
  expect(preparedFor(first, path)).toBeNull();
  await approveAll(first);
  await approveAll(other);
  expect(calledIds(first.world)).toHaveLength(1);
}

test('a take-over counts where sync brings its file together with a forged number [HOST-6] [GATE-2]', async () => {
  const { first, other, sync } = await withNewcomer();
  const { path, text } = await unprepared(first, 'By hand');
  await bring([other], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 1002));
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  await sync('other', (p) => p.startsWith('Logs/'));
  await onlyOtherRuns({ first, other }, path, text);
});

test('a take-over counts after very many forged claims [HOST-6] [GATE-2]', async () => {
  const { first, other, sync } = await withNewcomer();
  await sync('other', (p) => p.startsWith('Logs/'));
  const { path, text } = await unprepared(first, 'By hand');
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const name = (n: number) =>
    Array.from({ length: 10 }, (_, at) => letters[(n >> (at * 5)) & 31]).join('');
  const line = forgedBeginning('e-zzzzzzzzzz', 5);
  for (let f = 0; f < 11; f += 1) {
    const lines = Array.from({ length: 1000 }, (_, n) =>
      line.replace('e-zzzzzzzzzz', `e-${name(f * 1000 + n)}`),
    );
    first.world.vault.outside.write(
      `Logs/audit/d-zzzzzzzzz${letters[f]}-2026-01.jsonl`,
      lines.join(''),
    );
  }
  await bring([first], path.replace('By', 'x'), 'x');
  await bring([], path, text);
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  await sync('other', (p) => p.startsWith('Logs/audit/d-ccc'));
  await onlyOtherRuns({ first, other }, path, text);
});
