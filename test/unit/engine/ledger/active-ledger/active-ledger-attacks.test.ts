import { describe, expect, test } from 'vitest';
import { createPeopleBench, restartPeople } from '../../../../support/engine/people-bench.js';
import {
  offersOf,
  pressTakeOver,
  second,
  startOther,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import { calledIds, requestIn, standalone } from '../../../../support/engine/gate-bench.js';
import {
  earlierAudit,
  earlierDevice,
  earlierEpoch,
  setAside,
  tellOfEarlierLedger,
} from '../../../../support/engine/earlier-ledger.js';
import {
  approveAll,
  auditFiles,
  beginEpoch,
  bring,
  epochIn,
  forgedAudit,
  forgedBeginning,
  forgedTakeOver,
  nameOf,
  ofVault,
  preparedFor,
  preparedNowhere,
  preparedThere,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

/** What an agent can write of the ledger that is not to act, `b`, and of the one that acts, `a`. */
const forgeries: [string, (a: string, b: string) => string][] = [
  ['took over', (a, b) => forgedTakeOver(a, b, 7)],
  ['was there first', (_a, b) => forgedBeginning(b, 0)],
  ['began after the acting one', (a, b) => forgedBeginning(b, 7, `, after ${a}`)],
];

describe('an audit file that an agent writes', () => {
  test.each(forgeries)(
    'does not make a second computer act, whose ledger it says %s [HOST-6] [GATE-2]',
    async (_words, forge) => {
      const { first, other } = await withNewcomer();
      const { path, text, id } = await unprepared(first, 'By hand');
      const line = forge(epochIn(first.world.ledgerFile), epochIn(other.file));
      other.vault.outside.write(forgedAudit, line);
      await bring([first, other], path, text);
      expect(preparedFor(other, path)).toBeNull();
      await approveAll(other);
      await approveAll(first);
      expect(calledIds(first.world)).toEqual([id]);
    },
  );

  test.each(forgeries)(
    'that sync brings everywhere stops both at worst, and shows the way out: it %s [HOST-6]',
    async (_words, forge) => {
      const { first, other } = await withNewcomer();
      const { path, text, id } = await unprepared(first, 'By hand');
      const line = forge(epochIn(first.world.ledgerFile), epochIn(other.file));
      await bring([first, other], forgedAudit, line);
      await bring([first, other], path, text);
      expect(preparedFor(other, path)).toBeNull();
      expect(preparedFor(first, path)).toBeNull();
      expect((await pressTakeOver(first)).taken.ok).toBe(true);
      await approveAll(first);
      expect(calledIds(first.world)).toEqual([id]);
    },
  );

  test('counts whichever ledger it speaks for: a copy of a real file must not make deaf [HOST-6]', async () => {
    const { first, other, sync } = await withNewcomer();
    await sync('other', (path) => path.startsWith('Logs/'));
    const { path, text } = await unprepared(first, 'By hand');
    const line = forgedTakeOver(epochIn(first.world.ledgerFile), epochIn(other.file), 7);
    await bring([first], forgedAudit, line);
    await bring([first], path, text);
    expect(preparedFor(first, path)).toBeNull();
    expect(offersOf(first)).toMatchObject([{ do: 'take_over', epoch: epochIn(other.file) }]);
    expect((await pressTakeOver(first)).taken.ok).toBe(true);
    expect(preparedFor(first, path)).toBe(epochIn(first.world.ledgerFile));
  });

  test.each([5, 999_999_999])(
    'that numbers a ledger %i ends no counting: who takes over acts',
    async (number) => {
      const bench = await createPeopleBench();
      const lines = [forgedBeginning(earlierEpoch, 0), forgedBeginning('e-yyyyyyyyyy', number)];
      await bring([bench], forgedAudit, lines.join(''));
      const path = await standalone(bench);
      expect(requestIn(bench.world, path).machine.preparation).toBeNull();
      expect((await pressTakeOver(bench)).taken.ok).toBe(true);
      expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
    },
  );

  test('leaves a new epoch as a way out, whatever it numbers a ledger', async () => {
    const bench = await createPeopleBench();
    const lines = [forgedBeginning(earlierEpoch, 0), forgedBeginning('e-yyyyyyyyyy', 999_999_999)];
    await bring([bench], forgedAudit, lines.join(''));
    await beginEpoch(bench);
    expect((await pressTakeOver(bench)).taken.ok).toBe(true);
    const path = await standalone(bench);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
  });

  test('may tell of very many ledgers: who takes over acts, and a new epoch begins', async () => {
    const bench = await createPeopleBench();
    const line = forgedBeginning(earlierEpoch, 1);
    const lines = Array.from({ length: 20_000 }, (_, n) => line.replace(earlierEpoch, nameOf(n)));
    await bring([bench], forgedAudit, lines.join(''));
    const path = await standalone(bench);
    expect((await pressTakeOver(bench)).taken.ok).toBe(true);
    expect(requestIn(bench.world, path).machine.preparation).not.toBeNull();
    await beginEpoch(bench);
    expect(bench.engine.view().alerts.filter(({ kind }) => kind === 'halted')).toEqual([]);
  });

  test('that names the acting ledger as replaced leaves an alert that one press ends', async () => {
    const bench = await createPeopleBench();
    const own = epochIn(bench.world.ledgerFile);
    await bring([bench], forgedAudit, forgedBeginning(earlierEpoch, 5, `, after ${own}`));
    const { offer, taken } = await pressTakeOver(bench);
    expect(offer).toMatchObject({ do: 'take_over', epoch: earlierEpoch });
    expect(taken.ok).toBe(true);
    expect(ofVault(bench)).toEqual([]);
  });

  test('under this computer’s name halts it, and its new epoch takes over from no other computer [HOST-6]', async () => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    const acting = epochIn(first.world.ledgerFile);
    await other.engine.stop();
    const [own = ''] = auditFiles(other, second);
    other.vault.outside.write(own, other.world.note(own) + forgedBeginning(acting, 1));
    other.engine = await startOther(pair);
    expect(other.engine.view().alerts).toContainEqual(expect.objectContaining({ kind: 'halted' }));
    await other.engine.stop();

    setAside(other.file);
    const device = 'd-eeeeeeeeee';
    const config = () => ({ ...first.world.config, device });
    other.engine = await startOther(pair, undefined, { device, config });
    const { path, text } = await unprepared(first, 'By hand');
    await bring([first, other], path, text);
    expect(preparedFor(first, path)).toBe(acting);
    expect(preparedFor(other, path)).toBeNull();
  });
});

describe('of another computer, what', () => {
  test('was heard stays heard over a restart, also when its audit file is gone [HOST-6] [GATE-2]', async () => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    const { path, text, id } = await unprepared(first, 'By hand');
    // Old months are cleared away, or an agent deletes the file.
    for (const file of auditFiles(other, 'd-aaaa')) other.vault.outside.remove(file);
    await quiet(other.engine);
    await other.engine.stop();
    other.engine = await startOther(pair);
    await bring([first, other], path, text);
    expect(preparedFor(other, path)).toBeNull();
    await approveAll(other);
    await approveAll(first);
    expect(calledIds(first.world)).toEqual([id]);
  });

  test('a running process heard is kept, too: it need not have been there at the start', async () => {
    const bench = await createPeopleBench();
    tellOfEarlierLedger(bench.world);
    await quiet(bench.engine);
    bench.world.vault.outside.remove(earlierAudit);
    await restartPeople(bench);
    expect(ofVault(bench)).toMatchObject(preparedNowhere);
  });

  test.each([
    'd-aaaaaaaaaa-2026-02.sync-conflict-20260221-103000-ABCDEFG.jsonl',
    'd-aaaaaaaaaa-2026-02 (conflicted copy 2026-02-21).jsonl',
    'd-aaaaaaaaaa-2026-02 2.jsonl',
  ])('is only in a copy that sync made of a conflict is heard: %s [HOST-6]', async (name) => {
    const pair = await withNewcomer();
    const { first, other } = pair;
    const { path, text } = await unprepared(first, 'By hand');
    await other.engine.stop();
    // Nothing was heard yet: its ledger is new, too.
    other.file.text = null;
    for (const own of auditFiles(other, second)) other.vault.outside.remove(own);
    const [file = ''] = auditFiles(other, 'd-aaa');
    const whole = other.world.note(file);
    other.vault.outside.write(`Logs/audit/${name}`, whole);
    other.vault.outside.write(file, whole.slice(whole.indexOf('\n') + 1));
    other.engine = await startOther(pair);
    await bring([other], path, text);
    expect(preparedFor(other, path)).toBeNull();
  });

  test.each([
    ['lost', 0],
    ['torn', 40],
  ])(
    'a take-over whose audit line was %s in a crash says is told at the next start [HOST-6]',
    async (_how, kept) => {
      const pair = await withNewcomer();
      const { first, other, sync } = pair;
      expect((await pressTakeOver(other)).taken.ok).toBe(true);
      await other.engine.stop();
      const [file = ''] = auditFiles(other, second);
      const lines = other.world.note(file).split('\n');
      const at = lines.findIndex((line) => line.includes('"event":"taken_over"'));
      const before = lines.slice(0, at).map((line) => `${line}\n`);
      const torn = (lines[at] ?? '').slice(0, kept);
      other.vault.outside.write(file, before.join('') + torn);
      other.engine = await startOther(pair);
      expect(other.engine.view().alerts.filter(({ kind }) => kind === 'halted')).toEqual([]);
      await sync('other', (path) => path === file);
      expect(ofVault(first)).toMatchObject(preparedThere);
    },
  );
});

test('a ledger from before ledgers had numbers goes on', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  await bench.engine.stop();
  const old = (text: string): string => text.replaceAll(', no. 1 of this vault', '');
  world.ledgerFile.text = old(world.ledgerFile.text ?? '');
  for (const path of auditFiles(bench)) world.vault.outside.write(path, old(world.note(path)));
  await restartPeople(bench);
  expect(ofVault(bench)).toEqual([]);
  const path = await standalone(bench);
  expect(requestIn(world, path).machine.preparation).not.toBeNull();
});

describe('a person who takes over at a terminal', () => {
  test('names the computer as the alert does, also where its file tells of a second ledger', async () => {
    const bench = await createPeopleBench();
    tellOfEarlierLedger(bench.world);
    const more = bench.world.note(earlierAudit) + forgedBeginning('e-yyyyyyyyyy', 50);
    await bring([bench], earlierAudit, more);
    expect(offersOf(bench)).toMatchObject([{ epoch: earlierEpoch, device: earlierDevice }]);
    const taken = await bench.engine.personActions.takeOverByWord({ whose: earlierDevice });
    expect(taken).toEqual({ ok: true, value: { epoch: earlierEpoch } });
  });

  test('finds it under its name, also where its file was copied under another one', async () => {
    const bench = await createPeopleBench();
    tellOfEarlierLedger(bench.world);
    await quiet(bench.engine);
    const copy = 'Logs/audit/d-22222222aa-2026-01.jsonl';
    await bring([bench], copy, bench.world.note(earlierAudit));
    expect(offersOf(bench)).toMatchObject([{ device: earlierDevice }]);
    const taken = await bench.engine.personActions.takeOverByWord({ whose: earlierDevice });
    expect(taken.ok).toBe(true);
  });
});
