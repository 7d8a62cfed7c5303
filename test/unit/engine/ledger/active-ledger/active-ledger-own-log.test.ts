import { describe, expect, test } from 'vitest';
import { createPeopleBench, restartPeople } from '../../../../support/engine/people-bench.js';
import {
  createPair,
  offersOf,
  pressTakeOver,
  second,
  type Pair,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  calledIds,
  deafTo,
  restart,
  rewrite,
  standalone,
} from '../../../../support/engine/gate-bench.js';
import {
  approveAll,
  auditFiles,
  beginEpoch,
  bring,
  epochIn,
  exchange,
  forgedAudit,
  forgedBeginning,
  forgedTakeOver,
  nameOf,
  ofVault,
  preparedFor,
  preparedNowhere,
  preparedThere,
  tookOverOnBoth,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

type Computers = Omit<Pair, 'sync'>;

/** Brings one request to both; a person approves all that each of them lets them. */
async function runOnBoth(
  { first, other }: Computers,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<readonly (string | null)[]> {
  await bring([first, other], path, text);
  const prepared = [preparedFor(first, path), preparedFor(other, path)];
  await approveAll(first);
  await approveAll(other);
  return prepared;
}

/** Two computers that have heard of each other, and a request that neither has seen. */
async function acquainted() {
  const pair = await withNewcomer();
  await exchange(pair);
  return { ...pair, request: await unprepared(pair.first, 'By hand') };
}

/** Their epochs. */
function epochsOf({ first, other }: Computers): readonly [string, string] {
  return [epochIn(first.world.ledgerFile), epochIn(other.file)];
}

describe('of two computers whose people take over in turn, the last one acts', () => {
  test('where nobody makes anything up [HOST-6] [GATE-2]', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    await exchange(pair);
    expect(await runOnBoth(pair, request)).toEqual([epochsOf(pair)[0], null]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('where one of them alone has heard of very high numbers [HOST-6] [GATE-2]', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    const lines = Array.from({ length: 60 }, (_, n) => forgedBeginning(nameOf(n + 1), 1030));
    await bring([other], forgedAudit, lines.join(''));
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    other.vault.outside.remove(forgedAudit);
    await exchange(pair);
    expect(ofVault(first)).toMatchObject(preparedThere);
    // One press is enough, whatever numbers the other had heard.
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    await exchange(pair);
    expect(ofVault(other)).toMatchObject(tookOverOnBoth);
    expect(await runOnBoth(pair, request)).toEqual([epochsOf(pair)[0], null]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('where a copy of the other’s audit file was heard first, under another name [HOST-6] [GATE-2]', async () => {
    const { request, ...pair } = await withNewcomer().then(async (both) => ({
      ...both,
      request: await unprepared(both.first, 'By hand'),
    }));
    const { first, other } = pair;
    const copy = 'Logs/audit/d-22222222aa-2026-01.jsonl';
    await first.engine.stop();
    const [file = ''] = auditFiles(other, second);
    for (const path of [file, copy]) first.world.vault.outside.write(path, other.world.note(file));
    await restartPeople(first);
    await quiet(first.engine);
    first.world.vault.outside.remove(copy);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  const forged: [string, (acting: string) => string][] = [
    ['began before all others', () => forgedBeginning('e-yyyyyyyyyy', 0)],
    ['took over from the acting one', (acting) => forgedTakeOver(acting, 'e-yyyyyyyyyy', 5)],
  ];
  test.each(forged)(
    'where they take over from a made-up ledger that only their computer heard of, which %s [HOST-6] [GATE-2]',
    async (_words, forge) => {
      const { request, ...pair } = await acquainted();
      const { first, other } = pair;
      await bring([other], forgedAudit, forge(epochsOf(pair)[0]));
      const { offer, taken } = await pressTakeOver(other);
      expect(offer).toMatchObject({ epoch: 'e-yyyyyyyyyy' });
      expect(taken.ok).toBe(true);
      other.vault.outside.remove(forgedAudit);
      await exchange(pair);
      expect(ofVault(first)).toMatchObject(preparedThere);
      expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
      expect(calledIds(first.world)).toEqual([request.id]);
    },
  );

  test('where they name an epoch that a note had invented [HOST-6]', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    const taken = await other.engine.personActions.takeOverByWord({ whose: 'e-INVENTED' });
    expect(taken.ok).toBe(true);
    const told = auditFiles(other, second).map((path) => other.world.note(path));
    expect(told.join('').match(/"event":"taken_over"/g)).toHaveLength(2);
    await exchange(pair);
    expect(ofVault(first)).toMatchObject(preparedThere);
    // The one that named nobody who is there stops the first again.
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(await other.engine.personActions.takeOverByWord({ whose: 'e-INVENTED2' })).toMatchObject(
      {
        ok: true,
      },
    );
    await exchange(pair);
    for (const bench of [first, other]) expect(ofVault(bench)).toMatchObject(tookOverOnBoth);
    expect(await runOnBoth(pair, request)).toEqual([null, null]);
  });

  test('where they name one at a terminal that is not the last to contest [HOST-6]', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    await bring([other], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
    expect(offersOf(other)).toMatchObject([{ epoch: 'e-yyyyyyyyyy' }]);
    const [whose] = epochsOf(pair);
    expect((await other.engine.personActions.takeOverByWord({ whose })).ok).toBe(true);
    await exchange(pair);
    expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('and neither, where both were pressed before either had heard; one more press decides [HOST-6] [GATE-2]', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    await exchange(pair);
    expect(await runOnBoth(pair, request)).toEqual([null, null]);
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    expect(ofVault(first)).toMatchObject(tookOverOnBoth);
    await approveAll(first);
    await approveAll(other);
    expect(calledIds(first.world)).toEqual([request.id]);
  });
});

describe('a new epoch', () => {
  test('ends no tie that both had heard of: a person chooses [HOST-6]', async () => {
    const pair = await createPair();
    await exchange(pair);
    for (const bench of [pair.first, pair.other]) {
      expect(ofVault(bench)).toMatchObject(preparedNowhere);
    }
    await beginEpoch(pair.first);
    expect(ofVault(pair.first)).toMatchObject(preparedNowhere);
  });

  test('ends no tie that only its computer had heard of [HOST-6] [GATE-2]', async () => {
    const pair = await createPair();
    const { first, other } = pair;
    for (const path of auditFiles(other, second))
      await bring([first], path, other.world.note(path));
    expect(ofVault(first)).toMatchObject(preparedNowhere);
    const request = await unprepared(other, 'By hand');
    await beginEpoch(first);
    expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('after a take-over does not act again, also where no audit file tells of that any more [HOST-6] [GATE-2]', async () => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    expect((await pressTakeOver(other)).taken.ok).toBe(true);
    await exchange(pair);
    expect(ofVault(first)).toMatchObject(preparedThere);
    const request = await unprepared(other, 'By hand');
    for (const path of auditFiles(first)) first.world.vault.outside.remove(path);
    // The ledger that was set aside for the new one, and the one before that.
    for (const device of ['d-eeeeeeeeee', 'd-ffffffffff']) await beginEpoch(first, device);
    expect(ofVault(first)).toMatchObject(preparedThere);
    expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
    expect(calledIds(first.world)).toEqual([request.id]);
  });

  test('does not act where the ledger before it had answered: a person presses once more [HOST-6]', async () => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    await pressTakeOver(other);
    await exchange(pair);
    await pressTakeOver(first);
    expect(ofVault(first)).toEqual([]);
    await beginEpoch(first);
    expect(ofVault(first)).toMatchObject(preparedThere);
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(ofVault(first)).toEqual([]);
  });

  test('acts at once where the ledger before it acted, and heard only of later ones [HOST-6]', async () => {
    const { request, ...pair } = await acquainted();
    await beginEpoch(pair.first);
    expect(offersOf(pair.first)).toMatchObject([{ device: second }]);
    await exchange(pair);
    expect(await runOnBoth(pair, request)).toEqual([epochsOf(pair)[0], null]);
    expect(calledIds(pair.first.world)).toEqual([request.id]);
  });

  test('stops the ledger that was set aside, where a copy of that runs on [HOST-6]', async () => {
    const { first } = await acquainted();
    const own = epochIn(first.world.ledgerFile);
    await bring([first], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 9, `, after ${own}`));
    expect(ofVault(first)).toMatchObject(preparedThere);
  });
});

describe('very many made-up lines', () => {
  test.each(['before', 'after'])(
    '%s what another computer wrote hide no take-over in its file [HOST-6] [GATE-2]',
    async (place) => {
      const { request, ...pair } = await acquainted();
      const { first, other } = pair;
      const [file = ''] = auditFiles(other, second);
      const lines = Array.from({ length: 1001 }, (_, n) => forgedBeginning(nameOf(n + 1), 500));
      expect((await pressTakeOver(other)).taken.ok).toBe(true);
      const [made, real] = [lines.join(''), other.world.note(file)];
      await bring([first], file, place === 'before' ? made + real : real + made);
      expect(await runOnBoth(pair, request)).toEqual([null, epochsOf(pair)[1]]);
      expect(calledIds(first.world)).toEqual([request.id]);
    },
  );

  test('leave a way out: the ledger acts when a person takes over, and hears again when they are gone', async () => {
    const { request, ...pair } = await acquainted();
    const { first, other } = pair;
    for (let f = 0; f < 6; f += 1) {
      const lines = Array.from({ length: 1000 }, (_, n) =>
        forgedBeginning(nameOf(f * 1000 + n + 1), 500),
      );
      const file = `Logs/audit/d-${nameOf(f).slice(2)}-2026-01.jsonl`;
      first.world.vault.outside.write(file, lines.join(''));
    }
    await bring([first], request.path, request.text);
    expect(preparedFor(first, request.path)).toBeNull();
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(preparedFor(first, request.path)).toBe(epochsOf(pair)[0]);
    for (let f = 0; f < 6; f += 1) {
      first.world.vault.outside.remove(`Logs/audit/d-${nameOf(f).slice(2)}-2026-01.jsonl`);
    }
    await quiet(first.engine);
    await exchange(pair);
    await pressTakeOver(other);
    await exchange(pair);
    expect(ofVault(first)).toMatchObject(tookOverOnBoth);
  });

  test('keep a ledger from taking for its own what it cannot know to be another’s', async () => {
    const bench = await createPeopleBench();
    const path = await standalone(bench);
    const lines = Array.from({ length: 1001 }, (_, n) => forgedBeginning(nameOf(n + 1), 500));
    await bring([bench], forgedAudit, lines.join(''));
    expect((await pressTakeOver(bench)).taken.ok).toBe(true);
    rewrite(bench.world, path, (text) => text.replace(/"epoch":"[^"]*"/, '"epoch":"e-yyyyyyyyyy"'));
    const text = bench.world.note(path);
    await quiet(bench.engine);
    expect(bench.world.note(path)).toBe(text);
  });
});

test('a ledger that was lost, and begins again under the same name, prepares nothing until a person takes over [HOST-6]', async () => {
  const bench = await createPeopleBench();
  await bench.engine.stop();
  bench.world.ledgerFile.text = null;
  await restartPeople(bench);
  expect(ofVault(bench)).toHaveLength(1);
  const path = await standalone(bench);
  expect(preparedFor(bench, path)).toBeNull();
  expect((await pressTakeOver(bench)).taken.ok).toBe(true);
  expect(ofVault(bench)).toEqual([]);
  expect(preparedFor(bench, path)).toBe(epochIn(bench.world.ledgerFile));
});

test('what a ledger heard, and what people pressed there, give the same after a restart [HOST-6]', async () => {
  const { request, ...pair } = await acquainted();
  const { first, other } = pair;
  const restarted = async (): Promise<void> => {
    const before = ofVault(first);
    await restartPeople(first);
    await quiet(first.engine);
    expect(ofVault(first)).toEqual(before);
  };
  await restarted();
  await pressTakeOver(other);
  await exchange(pair);
  await restarted();
  await pressTakeOver(first);
  await restarted();
  await exchange(pair);
  expect(await runOnBoth(pair, request)).toEqual([epochsOf(pair)[0], null]);
});

test('what lies in the vault when a person takes over is answered, also where no watcher told of it [HOST-6]', async () => {
  const bench = await createPeopleBench();
  await bring([bench], forgedAudit, forgedBeginning('e-yyyyyyyyyy', 0));
  const path = forgedAudit.replaceAll('z', 'y');
  const deaf = () => restart(bench, { signer: bench.signer, ...deafTo(path)(bench.world) });
  await deaf();
  bench.world.vault.outside.write(path, forgedBeginning('e-xxxxxxxxxx', 0));
  await pressTakeOver(bench);
  const acts = [{ text: expect.stringMatching(/Only this computer prepares/) as string }];
  expect(ofVault(bench)).toMatchObject(acts);
  await deaf();
  expect(ofVault(bench)).toMatchObject(acts);
});
