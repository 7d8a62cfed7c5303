import { expect, test } from 'vitest';
import {
  createPeopleBench,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { pressTakeOver } from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  beginEpoch,
  bring,
  epochIn,
  forgedAudit,
  forgedBeginning,
  forgedTakeOver,
  nameOf,
  ofVault,
} from '../../../../support/engine/newcomer.js';

const lines = [
  ['took over', (own: string) => forgedTakeOver(nameOf(3), own, 1)],
  ['began', (own: string) => forgedBeginning(own, 1)],
] as const;

/** An agent writes a line under the very name of the ledger that runs here. */
async function forged(line: (own: string) => string): Promise<PeopleBench> {
  const bench = await createPeopleBench();
  await bring([bench], forgedAudit, line(epochIn(bench.world.ledgerFile)));
  expect(ofVault(bench)).toHaveLength(1);
  return bench;
}

test.each(lines)(
  'a forged line that the ledger of this computer %s is answered by taking over [HOST-6]',
  async (_what, line) => {
    const bench = await forged(line);
    expect((await pressTakeOver(bench)).taken).toMatchObject({ ok: true });
    expect(ofVault(bench)).toEqual([]);
    await restartPeople(bench);
    expect(ofVault(bench)).toEqual([]);
  },
);

test('a line under the name of the ledger that runs here is answered at a terminal, too [HOST-6]', async () => {
  const bench = await forged((own) => forgedTakeOver(nameOf(3), own, 1));
  const { personActions } = bench.engine;
  expect(await personActions.takeOverByWord({ whose: 'd-zzzzzzzzzz' })).toMatchObject({ ok: true });
  await quiet(bench.engine);
  expect(ofVault(bench)).toEqual([]);
});

test('no ledger comes in its own place [HOST-6]', async () => {
  const bench = await forged((own) => forgedBeginning(own, 1));
  const own = epochIn(bench.world.ledgerFile);
  await pressTakeOver(bench);
  const [taken] = bench.world.records().filter((record) => record.kind === 'taken_over');
  expect(taken).toMatchObject({ epochs: [] });
  expect(taken?.audit.detail).toContain(`what d-zzzzzzzzzz had prepared (now ${own})`);
});

test('a line under the name of a ledger is answered by the one that begins after it, too [HOST-6]', async () => {
  const bench = await forged((own) => forgedBeginning(own, 1));
  await beginEpoch(bench);
  expect(ofVault(bench)).toHaveLength(1);
  expect((await pressTakeOver(bench)).taken).toMatchObject({ ok: true });
  expect(ofVault(bench)).toEqual([]);
});
