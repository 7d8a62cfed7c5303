import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  finishedPlanNote,
  folders,
  numbers,
  planNote,
  requestNote,
  type BenchNote,
} from '../../test/support/builders/numbered-notes.js';
import { createDiskVault, indexFile, startOnDisk, type DiskVault } from './disk-vault.js';
import { durationRow, medianAtMost, numberRow, p99Below, ratioRow, type Benchmark } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const otherNotes = 100_000;
const activePlans = 6_000;
const finishedPlans = 4_000;
const openRequests = 1_000;
const rounds = 5;
const idleMs = 10_000;
const approvals = 10;

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
      const cold: number[] = [];
      const reading: number[] = [];
      for (const round of numbers(0, rounds)) {
        const withIndex = await start();
        await withIndex.engine.idle();
        await withIndex.stop();
        const read = await millisecondsOf(() => readOurs(vault.root));
        await rm(join(vault.deviceFolder, indexFile));
        const without = await start();
        await without.engine.idle();
        await without.stop();
        if (round === 0) continue;
        warm.push(withIndex.ready);
        cold.push(without.ready);
        reading.push(read);
      }
      const against = (times: readonly number[]) =>
        spreadOf(times.map((time, at) => time / (reading[at] ?? NaN)));
      const watched = await idleOf(start);
      const { ready, idle, seen } = await poll(vault.root, start);
      const what = '111,000 files';
      return [
        durationRow(`${what}: warm start to the resume text`, spreadOf(warm)),
        durationRow(`${what}: reading the plans and requests alone`, spreadOf(reading)),
        ratioRow(`${what}: the first against the second`, against(warm), medianAtMost(0.5, '×')),
        durationRow(`${what}: start without an index to the resume text`, spreadOf(cold)),
        ratioRow(`${what}: the same against reading alone`, against(cold), medianAtMost(2, '×')),
        numberRow(
          `${what}, watched: processor while idle`,
          spreadOf([watched.processor]),
          '%',
          medianAtMost(0.2, ' %'),
        ),
        numberRow(
          `${what}, watched: files written while idle`,
          spreadOf([watched.written]),
          '',
          medianAtMost(0, ''),
        ),
        durationRow(`${what}, polling: start to the resume text`, spreadOf([ready])),
        numberRow(
          `${what}, polling: processor while idle`,
          spreadOf([idle]),
          '%',
          medianAtMost(5, ' %'),
        ),
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
  return { ...started, root: vault.root, ready: performance.now() - begun };
}

/** What a watched vault costs while nothing happens: per cent of a core, and how many files are newer afterwards. */
async function idleOf(start: () => ReturnType<typeof measureStart>) {
  const { engine, stop, root } = await start();
  await engine.idle();
  await engine.flushDashboard();
  const begunMs = Date.now();
  const processor = await processorOf(() => pause(idleMs));
  const files = await readdir(dirname(root), { recursive: true });
  const times = await Promise.all(files.map((file) => stat(join(dirname(root), file))));
  await stop();
  return { processor, written: times.filter(({ mtimeMs }) => mtimeMs > begunMs).length };
}

/** How much of one core this process uses meanwhile, in per cent. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const took = await millisecondsOf(work);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / took) * 100;
}

/** What polling costs while nothing happens, and how soon a move to Approved is noticed. */
async function poll(root: string, start: (polling: boolean) => ReturnType<typeof measureStart>) {
  const { engine, stop, ready } = await start(true);
  await engine.idle();
  const idle = await processorOf(() => pause(idleMs));
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
  return { ready, idle, seen };
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
