import type { Engine } from '../../src/engine/engine.js';
import { createDiskVault, startOnDisk, type DiskVault } from './disk-vault.js';
import {
  finishedPlanNote,
  folders,
  numbers,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import { durationRow, medianBelow, numberRow, type Benchmark } from './row.js';
import { heapInUse, insist, spreadOf } from './timing.js';

const rounds = 5;
const activePlans = 6_000;
const finishedPlans = 3_500;
const archivedPlans = 500;
const openRequests = 400;
/** Seed: the mission is resumed within 2 s of the start (Silver specification, success criteria). */
const resumedWithin = 2_000;

/** Starting over a large vault on the disk whose files the system has in its cache. */
export const startUp: Benchmark = {
  name: 'start-up',
  async run() {
    const vault = await createDiskVault(largeVault());
    try {
      // The first start of all completes the requests and blocks their plans.
      const first = await startOnDisk(vault);
      await first.engine.idle();
      await first.stop();
      const ready: number[] = [];
      const settled: number[] = [];
      const heap: number[] = [];
      for (const round of numbers(0, rounds)) {
        const measured = await measureStart(vault);
        if (round === 0) continue;
        ready.push(measured.ready);
        settled.push(measured.settled);
        heap.push(measured.heap);
      }
      const plans = activePlans + finishedPlans + archivedPlans;
      const what = `start with ${plans} plans, ${openRequests} open requests`;
      return [
        durationRow(`${what}: resume text there`, spreadOf(ready), medianBelow(resumedWithin)),
        durationRow(`${what}: everything looked at`, spreadOf(settled)),
        numberRow(`${what}: heap afterwards`, spreadOf(heap), 'MB'),
      ];
    } finally {
      await vault.remove();
    }
  },
};

async function measureStart(vault: DiskVault) {
  const before = await heapInUse();
  const start = performance.now();
  const { engine, stop } = await startOnDisk(vault);
  const text = engine.resumeText();
  const ready = performance.now() - start;
  await engine.idle();
  const settled = performance.now() - start;
  const heap = ((await heapInUse()) - before) / 1e6;
  check(engine, text);
  await stop();
  return { ready, settled, heap };
}

function check(engine: Engine, text: string | null): void {
  const { counts, waiting } = engine.view();
  insist(text?.startsWith('Resuming plan PLAN-2026-') === true, 'there was nothing to resume');
  insist(counts.active === activePlans - openRequests, 'not every active plan was read');
  insist(counts.blocked === openRequests, 'not every plan with a request is blocked');
  insist(waiting.length === openRequests, 'not every request waits');
}

function largeVault() {
  const archived = activePlans + finishedPlans;
  return [
    ...numbers(1, activePlans).map((number) => planNote(number)),
    ...numbers(1, openRequests).map(requestNote),
    ...numbers(activePlans + 1, archived).map(finishedPlanNote),
    ...numbers(archived + 1, archived + archivedPlans).map((number) =>
      planNote(number, folders.archive),
    ),
  ];
}
