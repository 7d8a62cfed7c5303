import { expect, test } from 'vitest';
import { createPeopleBench } from '../../../../support/engine/people-bench.js';
import { createPair, pressTakeOver, type Pair } from '../../../../support/engine/two-computers.js';
import { calledIds, standalone } from '../../../../support/engine/gate-bench.js';
import {
  approveAll,
  auditFiles,
  bring,
  epochIn,
  exchange,
  forgedAudit,
  forgedBeginning,
  nameOf,
  ofVault,
  preparedFor,
  preparedNowhere,
  tookOverOnBoth,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

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
  const line = forgedBeginning('e-zzzzzzzzzz', 5);
  for (let f = 0; f < 11; f += 1) {
    const lines = Array.from({ length: 1000 }, (_, n) =>
      line.replace('e-zzzzzzzzzz', nameOf(f * 1000 + n)),
    );
    first.world.vault.outside.write(
      `Logs/audit/d-${nameOf(f).slice(2)}-2026-01.jsonl`,
      lines.join(''),
    );
  }
  await bring([first], path.replace('By', 'x'), 'x');
  await bring([], path, text);
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  await sync('other', (p) => p.startsWith('Logs/audit/d-ccc'));
  await onlyOtherRuns({ first, other }, path, text);
});

test('a flood of claims says that it is one, and in which file', async () => {
  const bench = await createPeopleBench();
  const lines = Array.from({ length: 1001 }, (_, n) => forgedBeginning(nameOf(n + 1), 500));
  await bring([bench], forgedAudit, lines.join(''));
  expect(ofVault(bench)).toMatchObject([
    {
      text: expect.stringMatching(`^“${forgedAudit}” lists more ledgers`) as string,
      offers: { do: 'take_over' },
    },
  ]);
});

test('of two take-overs that crossed, each computer says that the other prepares only if it had heard', async () => {
  const pair = await withNewcomer();
  await exchange(pair);
  expect((await pressTakeOver(pair.first)).taken.ok).toBe(true);
  await pair.first.world.clock.advance(60_000);
  expect((await pressTakeOver(pair.other)).taken.ok).toBe(true);
  await exchange(pair);
  for (const bench of [pair.first, pair.other]) {
    expect(ofVault(bench)).toMatchObject(tookOverOnBoth);
    // Nor does any other word say that it is so.
    expect(ofVault(bench)[0]?.text).not.toMatch(/are prepared there/);
    expect(preparedFor(bench, await standalone(bench))).toBeNull();
  }
});

test('audit files that git checked out with the line ends of Windows are heard [HOST-6] [GATE-2]', async () => {
  const { first, other } = await createPair();
  const request = await unprepared(first, 'By hand');
  const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');
  for (const path of auditFiles(other))
    await bring([first], path, withCrlf(other.world.note(path)));
  expect(ofVault(first)).toMatchObject(preparedNowhere);
  await bring([first], request.path, request.text);
  expect(preparedFor(first, request.path)).toBeNull();
});

test.each(['_conflict-20260101-120000', '_1', ' (conflicted copy)', '.sync-conflict-x'])(
  'an audit file is heard that sync named with %s at its end [HOST-6]',
  async (suffix) => {
    const { first, other } = await createPair();
    for (const path of auditFiles(other)) {
      await bring([first], path.replace('.jsonl', `${suffix}.jsonl`), other.world.note(path));
    }
    expect(ofVault(first)).toMatchObject(preparedNowhere);
  },
);
