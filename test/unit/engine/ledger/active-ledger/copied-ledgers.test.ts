import { expect, test } from 'vitest';
import { auditLine, chainEntry, type AuditFields } from '../../../../../src/core/audit/entry.js';
import { readAuditLine } from '../../../../../src/core/audit/verify.js';
import { createPeopleBench, restartPeople } from '../../../../support/engine/people-bench.js';
import {
  createPair,
  pressTakeOver,
  second,
  startOther,
} from '../../../../support/engine/two-computers.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  calledIds,
  restart,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';
import {
  earlierAudit,
  setAside,
  tellOfEarlierLedger,
} from '../../../../support/engine/earlier-ledger.js';
import {
  approveAll,
  auditFiles,
  beginEpoch,
  bring,
  exchange,
  forgedAudit,
  ofVault,
  preparedFor,
  preparedNowhere,
  preparedThere,
  tookOverOnBoth,
  unprepared,
  withNewcomer,
} from '../../../../support/engine/newcomer.js';

const first1 = 'd-aaaaaaaaaa';

/** Sync brings what one device wrote. */
function tell(from: Bench, to: Bench, device: string): void {
  for (const path of auditFiles(from, device)) {
    to.world.vault.outside.write(path, from.world.note(path));
  }
}

test('of a copied computer and its original, which began a new epoch, at most one acts [HOST-6] [GATE-2]', async () => {
  const pair = await createPair();
  const { first, other } = pair;
  for (const { engine } of [first, other]) await engine.stop();
  // The whole machine is copied: the ledger, its name, its audit file.
  for (const path of auditFiles(other)) other.vault.outside.remove(path);
  tell(first, other, first1);
  other.file.text = first.world.ledgerFile.text;
  const config = first.world.config;
  other.engine = await startOther(pair, undefined, { device: config.device, config: () => config });
  await beginEpoch(first);
  const request = await unprepared(first, 'By hand');
  const tellAll = async (): Promise<void> => {
    tell(first, other, 'd-eeeeeeeeee');
    tell(other, first, first1);
    for (const { engine } of [first, other]) await quiet(engine);
  };
  await tellAll();
  expect(ofVault(other)).toHaveLength(1);
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  await tellAll();
  expect(ofVault(first)).toMatchObject(preparedThere);
  await bring([first, other], request.path, request.text);
  for (const bench of [first, other]) await approveAll(bench);
  expect(calledIds(first.world)).toEqual([request.id]);
});

test('nobody can write a take-over before it is made, and have it answered before [HOST-6] [GATE-2]', async () => {
  const pair = await withNewcomer();
  await exchange(pair);
  const { first, other } = pair;
  const request = await unprepared(first, 'By hand');
  expect((await pressTakeOver(first)).taken.ok).toBe(true);
  const entries = () =>
    auditFiles(first, first1).flatMap((path) =>
      first.world
        .note(path)
        .trimEnd()
        .split('\n')
        .flatMap((line) => readAuditLine(line) ?? []),
    );
  // All that is known before of the next press: the words of the last one, its place and its time.
  const press = entries().at(-1);
  if (press?.event !== 'taken_over') throw new Error('The press is not the last entry');
  const fields = (detail: string, at: string): AuditFields => {
    return { at, actor: 'Human', event: 'taken_over', detail };
  };
  const foreseen = (event: AuditFields['event']) => {
    const at = new Date(first.world.clock.now()).toISOString();
    const heard = {
      at,
      actor: 'Countersign' as const,
      event,
      detail: `The audit files tell of other ledgers of this vault: ${second}.`,
    };
    return chainEntry(chainEntry(press, heard), fields(press.detail, at));
  };
  await bring([other], forgedAudit, `${auditLine(foreseen('ledger_heard'))}\n`);
  expect((await pressTakeOver(other)).taken.ok).toBe(true);
  other.vault.outside.remove(forgedAudit);
  await exchange(pair);
  expect((await pressTakeOver(first)).taken.ok).toBe(true);
  const made = entries().at(-1);
  expect(made?.detail.replace(/mark .*/, '')).toBe(press.detail.replace(/mark .*/, ''));
  expect(made?.detail).not.toBe(press.detail);
  await exchange(pair);
  expect(ofVault(other)).toMatchObject(tookOverOnBoth);
  await bring([first, other], request.path, request.text);
  for (const bench of [first, other]) await approveAll(bench);
  expect(calledIds(first.world)).toEqual([request.id]);
});

test('of two that each began anew, and whose first audit files are gone, not both act [HOST-6] [GATE-2]', async () => {
  const pair = await createPair();
  const { first, other } = pair;
  const request = await unprepared(first, 'By hand');
  const before = [first, other].flatMap((bench) => auditFiles(bench));
  await beginEpoch(first);
  await other.engine.stop();
  setAside(other.file);
  const device = 'd-ffffffffff';
  const pinnedKeys = first.world.config.pinnedKeys.map((key) => ({ ...key, device }));
  other.engine = await startOther(pair, undefined, {
    device,
    config: () => ({ ...first.world.config, device, pinnedKeys }),
  });
  await quiet(other.engine);
  for (const path of before) {
    for (const { world } of [first, other]) world.vault.outside.remove(path);
  }
  tell(first, other, 'd-eeeeeeeeee');
  tell(other, first, device);
  for (const { engine } of [first, other]) await quiet(engine);
  for (const bench of [first, other]) expect(ofVault(bench)).toMatchObject(preparedNowhere);
  await bring([first, other], request.path, request.text);
  for (const bench of [first, other]) await approveAll(bench);
  expect(calledIds(first.world)).toEqual([]);
});

test('a crash right after a ledger began keeps what it had heard until then [HOST-6]', async () => {
  const bench = await createPeopleBench();
  const { world } = bench;
  await bench.engine.stop();
  world.ledgerFile.text = null;
  for (const path of auditFiles(bench)) world.vault.outside.remove(path);
  tellOfEarlierLedger(world);
  await restartPeople(bench);
  expect(ofVault(bench)).toHaveLength(1);
  await bench.engine.stop();
  const firstLine = (text: string): string => `${text.split('\n')[0]}\n`;
  world.ledgerFile.text = firstLine(world.ledgerFile.text ?? '');
  for (const path of auditFiles(bench, first1)) {
    world.vault.outside.write(path, firstLine(world.note(path)));
  }
  world.vault.outside.remove(earlierAudit);
  await restart(bench, { signer: bench.signer });
  expect(ofVault(bench)).toHaveLength(1);
  expect(preparedFor(bench, await standalone(bench))).toBeNull();
});
