import { describe, expect, test } from 'vitest';
import { success } from '../../../../support/memory/memory-bridges.js';
import {
  createPeopleBench,
  onlyReview,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { edit, idOf, look, move, planned, rewrite } from '../../../../support/engine/gate-bench.js';

const plan = 'Plans/PLAN-2026-001.md';
const gated = { planId: 'PLAN-2026-001', step: 's2' };

/** Restarts over the ledger as a version wrote it that did not record how steps read, or something else. */
async function withOlderLedger(bench: PeopleBench, unknown = 'step_text'): Promise<void> {
  await bench.engine.stop();
  const { ledgerFile } = bench.world;
  const older = bench.world.records().map((record) => {
    const entries = Object.entries(record).filter(([key]) => key !== unknown);
    const isStep = record.kind === 'step';
    return Object.fromEntries(entries.filter(([key]) => !isStep || key !== 'text'));
  });
  const text = older.map((record) => `${JSON.stringify(record)}\n`).join('');
  expect(text).not.toBe(ledgerFile.text);
  ledgerFile.text = text;
  await restartPeople(bench);
}

describe('where an older ledger does not say how a step read, its id counts:', () => {
  test('a step that is gone when its outcome is told is named by it', async () => {
    const bench = await createPeopleBench({ config: { paused: true } });
    await planned(bench);
    await pressApprove(bench, await onlyReview(bench));
    await withOlderLedger(bench);
    bench.world.server.answer = () => {
      rewrite(bench.world, plan, (text) => text.replace(/2\. \[ \] ✋.*\n/, ''));
      return success;
    };
    bench.world.config = { ...bench.world.config, paused: false };
    await look(bench);
    expect(bench.world.server.calls).toHaveLength(1);
    expect(bench.world.note(plan)).toContain(
      'No step is ticked: no step has the id ^s2 any more. If it is done, tick it yourself (request',
    );
  });

  test('what a person did with a request stays their own doing', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    const other = bench.world
      .note(path)
      .replaceAll(idOf(bench.world, path), 'another-request')
      .replace(/%% countersign .*%%\n/, '');
    expect(await bench.engine.personActions.doneByHand(gated)).toMatchObject({ ok: true });
    await quiet(bench.engine);
    await withOlderLedger(bench);
    bench.world.vault.outside.write('Pending_Approval/another.md', other);
    await quiet(bench.engine);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(bench.world.note(plan)).toContain('Human: Did step 2');
    expect(bench.world.note(plan)).not.toContain('Outside: Marked done');
  });

  test('what a person skipped without one stays skipped by them', async () => {
    const bench = await createPeopleBench();
    const path = await planned(bench);
    await bench.engine.personActions.reject({ requestId: idOf(bench.world, path), reason: '' });
    await quiet(bench.engine);
    const skipped = await bench.engine.personActions.skipStep({ ...gated, reason: 'Not needed.' });
    expect(skipped).toMatchObject({ ok: true });
    await quiet(bench.engine);
    await withOlderLedger(bench);
    await move(bench, bench.world.only('Rejected'), path);
    expect(bench.world.paths('Pending_Approval')).toEqual([]);
    expect(bench.world.note(plan)).not.toContain('Outside: Marked done');
    // Opened again in the file, it is open, whatever the ledger says of how it read.
    await edit(bench, plan, (text) => text.replace('2. [x] ✋', '2. [ ] ✋'));
    expect(bench.world.records().at(-1)?.audit.event).toBe('step_opened');
  });
});

test('where an older ledger does not say from which account of its server a request was prepared, it is recorded now [GATE-10]', async () => {
  const bench = await createPeopleBench();
  await planned(bench);
  await withOlderLedger(bench, 'launch');
  const paused = (is: boolean): void => {
    bench.world.config = { ...bench.world.config, paused: is };
  };
  paused(true);
  expect(await pressApprove(bench, await onlyReview(bench))).toMatchObject({ ok: true });
  bench.world.server.account = 'another';
  paused(false);
  await look(bench);
  expect(bench.world.server.calls).toEqual([]);
});
