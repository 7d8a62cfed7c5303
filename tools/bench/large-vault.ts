import { readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  finishedPlanNote,
  folders,
  numbers,
  planNote,
  requestNote,
  type BenchNote,
} from '../../test/support/builders/numbered-notes.js';
import { createDiskVault, startOnDisk, type DiskVault } from './disk-vault.js';
import { durationRow, numberRow, p99Below, ratioRow, type Benchmark, type Target } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const otherNotes = 100_000;
const activePlans = 6_000;
const finishedPlans = 4_000;
const openRequests = 1_000;
const rounds = 5;
const idleMs = 10_000;
const approvals = 10;

const atMost = (limit: number, unit: string): Target => ({
  text: `median ≤ ${limit}${unit}`,
  isMet: ({ median }) => median <= limit,
});
/** What the runner watches. */
const watching = { folders: Object.values<string>({ ...folders }) };

/** A vault of 111,000 files, as the runner opens it: its start, against reading the same notes; and polling. */
export const largeVault: Benchmark = {
  name: 'large-vault',
  async run() {
    const vault = await createDiskVault(notes());
    try {
      const start = (polling = false) => measureStart(vault, polling);
      const first = await start();
      await first.engine.idle();
      await first.stop();
      const warm: number[] = [];
      const reading: number[] = [];
      for (const round of numbers(0, rounds)) {
        const { ready, engine, stop } = await start();
        await engine.idle();
        await stop();
        const read = await millisecondsOf(() => readOurs(vault.root));
        if (round === 0) continue;
        warm.push(ready);
        reading.push(read);
      }
      const ratios = warm.map((time, at) => time / (reading[at] ?? 1));
      const { ready, idle, seen } = await poll(vault.root, start);
      const what = '111,000 files';
      return [
        durationRow(`${what}: warm start to the resume text`, spreadOf(warm)),
        durationRow(`${what}: reading the plans and requests alone`, spreadOf(reading)),
        ratioRow(`${what}: the first against the second`, spreadOf(ratios), atMost(0.5, '×')),
        durationRow(`${what}, polling: start to the resume text`, spreadOf([ready])),
        numberRow(`${what}, polling: processor while idle`, spreadOf([idle]), '%', atMost(5, ' %')),
        durationRow(`${what}, polling: approval → noticed`, spreadOf(seen), p99Below(2_000)),
      ];
    } finally {
      await vault.remove();
    }
  },
};

async function measureStart(vault: DiskVault, polling: boolean) {
  const begun = performance.now();
  const started = await startOnDisk(vault, { watching: { ...watching, polling } });
  insist(started.engine.resumeText() !== null, 'there was nothing to resume');
  return { ...started, ready: performance.now() - begun };
}

/** What polling costs while nothing happens, and how soon a move to Approved is noticed. */
async function poll(root: string, start: (polling: boolean) => ReturnType<typeof measureStart>) {
  const { engine, stop, ready } = await start(true);
  await engine.idle();
  const before = process.cpuUsage();
  await pause(idleMs);
  const { user, system } = process.cpuUsage(before);
  const seen: number[] = [];
  for (const number of numbers(1, approvals)) {
    const { path, requestId } = requestNote(number);
    const waits = () => engine.view().waiting.some((request) => request.requestId === requestId);
    insist(waits(), 'the request does not wait');
    const moved = performance.now();
    await rename(join(root, path), join(root, folders.approved, basename(path)));
    while (waits()) await pause(5);
    seen.push(performance.now() - moved);
  }
  await engine.idle();
  await stop();
  return { ready, idle: ((user + system) / 1000 / idleMs) * 100, seen };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const oursPaths = [...ours()].map(({ path }) => path);

/** Reads every plan and request of the vault. */
async function readOurs(root: string): Promise<void> {
  const paths = oursPaths.values();
  const lane = async (): Promise<void> => {
    for (const path of paths) await readFile(join(root, path), 'utf8');
  };
  await Promise.all(numbers(1, 32).map(lane));
}

function* notes(): Iterable<BenchNote> {
  for (const number of numbers(1, otherNotes)) {
    const folder = `Notes/${Math.floor(number / 100)}`;
    yield { path: `${folder}/Note ${number}.md`, text: `# Note ${number}\n\nSomething.\n` };
  }
  yield* ours();
}

function* ours(): Iterable<BenchNote> {
  const last = activePlans + finishedPlans;
  for (const number of numbers(1, activePlans)) yield planNote(number);
  for (const number of numbers(1, openRequests)) yield requestNote(number);
  for (const number of numbers(activePlans + 1, last)) yield finishedPlanNote(number);
}
