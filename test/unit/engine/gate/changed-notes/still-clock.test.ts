import { expect, test } from 'vitest';
import { witnessGesture } from '../../../../../src/core/request/approval/gesture.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { createPeopleBench, onlyReview } from '../../../../support/engine/people-bench.js';
import { quiet } from '../../../../support/engine/world.js';
import { calledIds, edit, inApproved, planned } from '../../../../support/engine/gate-bench.js';

test('taken back twice at one moment of a ledger that the clock fell behind: it is not called [GATE-9]', async () => {
  let offsetMs = 3_600_000;
  let takeBack: (() => Promise<void>) | null = null;
  const bench = await createPeopleBench({
    ports: (world) => {
      const { clock, vault } = world;
      const log = memoryAuditLog(vault);
      return {
        clock: {
          now: () => clock.now() + offsetMs,
          setTimer: (ms, callback) => clock.setTimer(ms, callback),
        },
        auditLog: {
          ...log,
          async read(...args: Parameters<typeof log.read>) {
            const isBegun = world.records().at(-1)?.kind === 'intent';
            const now = isBegun ? takeBack : null;
            if (now) takeBack = null;
            await now?.();
            return log.read(...args);
          },
        },
      };
    },
  });
  const { world } = bench;
  const { outside } = world.vault;
  const path = await planned(bench);
  const [pending, approved] = [path, inApproved(path)];
  // The clock was an hour ahead, and is set right: the ledger's time stands still.
  offsetMs = 0;
  await edit(bench, path, (text) => text.replace(/subject: .*/u, 'subject: Corrected'));
  await world.clock.advance(60_000);
  await quiet(bench.engine);
  takeBack = async () => {
    outside.move(approved, pending);
    await settle();
    outside.move(pending, approved);
    await settle();
  };
  const { requestId, shownDigest, step } = await onlyReview(bench);
  const approval = await bench.engine.personActions.approve({
    requestId,
    shownDigest,
    checked: [],
    gesture: witnessGesture('press', world.clock.now()),
    ...(step ? { stepText: step.text } : {}),
  });
  await quiet(bench.engine);
  expect([approval.ok, takeBack]).toEqual([true, null]);
  expect(calledIds(world)).toEqual([]);
});
