import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ruleOf, shrink } from './shrink.js';
import { addFigures, emptyFigures, neverReached, simulateSeed, type Figures } from './simulate.js';

const usage = `Usage: npm run simulate -- [--seeds N] [--steps N] [--from SEED] [--workers N]

Plays N seeds (default 5) of at least N steps each (default 10000), from a seed on (default: a random one).
A script that breaks a rule is shortened and printed; keep it in tools/simulation/regressions.`;

/** So many failures are shortened; more of one rule tell nothing new. */
const mostShortened = 3;

/** What a run comes to see is chance: as long as a scenario is missing, further seeds follow. */
const mostFurtherSeeds = 10;

/** The seeds below are those of tests and of earlier runs: a start that nobody names is none of them. */
const firstFresh = 1_000_000;
const lastFresh = 1_000_000_000;

interface Size {
  readonly seeds: readonly number[];
  readonly steps: number;
}

async function main(): Promise<number> {
  const size = readSize();
  if (typeof size === 'string') {
    console.error(size);
    return 2;
  }
  const [start] = size.parts.flat();
  console.log(`From seed ${start}. To repeat it: ${repeatedBy(size)}`);
  const began = performance.now();
  const figures = emptyFigures();
  await Promise.all(
    size.parts.map((seeds) =>
      inWorker({ seeds, steps: size.steps }, (part) => {
        addFigures(figures, part);
        // Whoever ends a long run early knows how far it came.
        const { steps: played, failures } = figures;
        console.log(`${played} steps so far, ${failures.length} violations`);
        for (const { seed, violation } of part.failures) console.log(`seed ${seed}: ${violation}`);
      }),
    ),
  );
  const { parts, steps } = size;
  const last = Math.max(...parts.flat());
  for (let more = 1; more <= mostFurtherSeeds && neverReached(figures).length > 0; more += 1) {
    addFigures(figures, await simulateSeed(last + more, steps));
  }
  const seconds = (performance.now() - began) / 1000;
  report(figures, seconds);
  await tellFailures(figures);
  const missed = neverReached(figures);
  for (const name of missed) console.error(`Never reached: ${name}`);
  return figures.failures.length === 0 && missed.length === 0 ? 0 : 1;
}

function repeatedBy({
  parts,
  steps,
}: {
  readonly parts: readonly number[][];
  readonly steps: number;
}) {
  const seeds = parts.flat();
  return `npm run simulate -- --from ${Math.min(...seeds)} --seeds ${seeds.length} --steps ${steps}`;
}

function readSize(): { readonly parts: readonly number[][]; readonly steps: number } | string {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '5' },
      steps: { type: 'string', default: '10000' },
      from: { type: 'string', default: String(randomInt(firstFresh, lastFresh)) },
      workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
      help: { type: 'boolean', default: false },
    },
  });
  const [seeds, steps, from, workers] = [
    values.seeds,
    values.steps,
    values.from,
    values.workers,
  ].map(Number) as [number, number, number, number];
  const numbers = [seeds, steps, workers];
  if (
    values.help ||
    !Number.isInteger(from) ||
    !numbers.every((n) => Number.isInteger(n) && n > 0)
  ) {
    return usage;
  }
  const all = Array.from({ length: seeds }, (_, index) => from + index);
  const parts = Array.from({ length: Math.min(workers, seeds) }, (_, lane) => {
    return all.filter((_seed, index) => index % workers === lane);
  });
  return { parts, steps };
}

/** Plays some seeds on another core; each one's figures come when it is done. */
function inWorker(size: Size, onSeed: (figures: Figures) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: size });
    worker.on('message', onSeed);
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A worker ended with ${code}.`));
    });
  });
}

function report({ steps, episodes, calls, reached, failures }: Figures, seconds: number): void {
  console.log(`${steps} steps in ${episodes} episodes, ${calls} calls that reached a server`);
  console.log(`${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} steps a second`);
  console.log(`${failures.length} violations`);
  for (const [name, count] of reached) console.log(`${String(count).padStart(8)}  ${name}`);
}

async function tellFailures({ failures }: Figures): Promise<void> {
  const told = new Map<string, number>();
  for (const { seed, episode, script, violation } of failures) {
    const rule = ruleOf(violation);
    told.set(rule, (told.get(rule) ?? 0) + 1);
    if ((told.get(rule) ?? 0) > mostShortened) continue;
    console.error(`Seed ${seed}, episode ${episode} (${script.about}): ${violation}`);
    const short = await shrink(script, rule);
    console.error(JSON.stringify({ ...short, rule }, null, 1));
  }
  for (const [rule, count] of told) console.error(`${count} times: ${rule}`);
}

if (isMainThread) process.exitCode = await main();
else {
  const { seeds, steps } = workerData as Size;
  for (const seed of seeds) parentPort?.postMessage(await simulateSeed(seed, steps));
}
