import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { setupCommand } from '../../src/hosts/node/cli/commands/setup-command.js';
import { startRunner, type Runner } from '../../src/hosts/node/runner/runner.js';
import { scratchFolder } from './machine.js';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { durationRow, medianAtMost, numberRow, type Benchmark } from './row.js';
import { heapInUse, insist, spreadOf } from './timing.js';

const items = 5_000;
const rounds = 3;
/** Floods of one run, each taken away before the next comes. */
const floodsInOneRun = 20;
const restMs = 2_000;
/** Longer than a frame or two, and typing or a press is felt to hang. */
const longestStall = 50;

interface Flood {
  readonly drained: number;
  readonly stall: number;
  readonly busy: number;
  readonly most: number;
  readonly after: number;
}

/** Thousands of items that another program copies into the inbox of a running headless runner. */
export const itemFlood: Benchmark = {
  name: 'item-flood',
  async run() {
    const floods: Flood[] = [];
    const still: number[] = [];
    for (const round of numbers(0, rounds)) {
      const { flood, rest } = await flooded();
      if (round === 0) continue;
      floods.push(flood);
      still.push(rest.stall);
    }
    const what = `${items} items at once`;
    return [
      durationRow(`${what}: first one copied → all looked at`, spreadOf(floods.map(drainedOf))),
      durationRow(`${what}: longest stall`, spreadOf(floods.map(({ stall }) => stall)), {
        text: `median < ${longestStall} ms`,
        isMet: ({ median }) => median < longestStall,
      }),
      durationRow(
        `${what}: most processor time between two turns`,
        spreadOf(floods.map(({ busy }) => busy)),
      ),
      durationRow(`longest stall in ${restMs / 1000} s without any work`, spreadOf(still)),
      numberRow(`${what}: most heap meanwhile`, spreadOf(floods.map(({ most }) => most)), 'MB'),
      numberRow(`${what}: heap afterwards`, spreadOf(floods.map(({ after }) => after)), 'MB'),
      numberRow(
        `${floodsInOneRun * items} items in one run: growth of the heap from the second flood to the last`,
        spreadOf([await growthOverFloods()]),
        'MB',
        medianAtMost(1, ' MB'),
      ),
    ];
  },
};

/** How much more of the heap is in use after the last flood than after the second, in MB; no item is left after either. */
async function growthOverFloods(): Promise<number> {
  const base = await mkdtemp(join(await scratchFolder(), 'floods-'));
  const vault = join(base, 'vault');
  await mkdir(vault);
  const dropped = await dropItems(base);
  const runner = await startIn(vault, join(base, 'config'), () => undefined);
  const alerts = async (count: number): Promise<void> => {
    while (runner.engine.view().alerts.length !== count) await sleep(20);
    await runner.engine.idle();
    await runner.engine.flushDashboard();
  };
  try {
    const after: number[] = [];
    while (after.length < floodsInOneRun) {
      await once(spawn('cp', ['-r', `${dropped}/.`, join(vault, 'Needs_Action')]), 'close');
      await alerts(items);
      await once(spawn('find', [join(vault, 'Needs_Action'), '-type', 'f', '-delete']), 'close');
      await alerts(0);
      after.push(await heapInUse());
    }
    return ((after.at(-1) ?? NaN) - (after[1] ?? NaN)) / 1e6;
  } finally {
    await runner.stop();
    await rm(base, { recursive: true, force: true });
  }
}

/** Writes the items into a folder of their own; returns that folder. */
async function dropItems(base: string): Promise<string> {
  const dropped = join(base, 'dropped');
  await mkdir(dropped);
  for (const number of numbers(1, items)) {
    await writeFile(join(dropped, `EMAIL_client-${number}.md`), itemNote(number));
  }
  return dropped;
}

async function flooded(): Promise<{ flood: Flood; rest: Stall }> {
  const base = await mkdtemp(join(await scratchFolder(), 'flood-'));
  const vault = join(base, 'vault');
  await mkdir(vault);
  const dropped = await dropItems(base);
  const suggested = { count: 0, onAll: (): void => undefined };
  const runner = await startIn(vault, join(base, 'config'), () => {
    suggested.count += 1;
    if (suggested.count === items) suggested.onAll();
  });
  try {
    await runner.engine.idle();
    const before = await heapInUse();
    const rest = await longestStallOf(() => sleep(restMs));
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, getHeapStatistics().used_heap_size);
    }, 20);
    let drained = 0;
    const { stall, busy } = await longestStallOf(async () => {
      const all = new Promise<void>((resolve) => {
        suggested.onAll = resolve;
      });
      const start = performance.now();
      const copy = spawn('cp', ['-r', `${dropped}/.`, join(vault, 'Needs_Action')]);
      await Promise.all([all, once(copy, 'close')]);
      await runner.engine.idle();
      drained = performance.now() - start;
      // The Dashboard that shows them is part of the work.
      await runner.engine.flushDashboard();
    });
    clearInterval(watch);
    insist(runner.engine.view().alerts.length === items, 'not every item was looked at');
    const after = await heapInUse();
    return {
      rest,
      flood: { drained, stall, busy, most: (most - before) / 1e6, after: (after - before) / 1e6 },
    };
  } finally {
    await runner.stop();
    await rm(base, { recursive: true, force: true });
  }
}

async function startIn(vault: string, config: string, onSuggestion: () => void): Promise<Runner> {
  const env = { ...process.env, XDG_CONFIG_HOME: config };
  const terminal = { line: () => undefined, error: () => undefined, colours: false };
  const made = await setupCommand(terminal, env, { vault, base: '', preview: false, json: false });
  insist(made === 0, 'the vault was not set up');
  // Each is weighed and suggested; what becomes of tasks is measured by itself.
  const settings = join(vault, '.obsidian/plugins/countersign/data.json');
  const written = JSON.parse(await readFile(settings, 'utf8')) as object;
  await writeFile(settings, JSON.stringify({ ...written, loop: { takesItems: false } }));
  const notifier = { notify: onSuggestion };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier });
  if (!runner.ok) throw new Error(runner.error.message);
  return runner.value;
}

/** Both in milliseconds. */
interface Stall {
  /** How long the event loop was held up at most, by whatever. */
  readonly stall: number;
  /**
   * The most processor time that this process, all threads together, used from one timer to the next: what a
   * machine that is busy with other things takes longer for.
   */
  readonly busy: number;
}

async function longestStallOf(work: () => Promise<unknown>): Promise<Stall> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let busy = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    busy = Math.max(busy, (user + system) / 1000);
  }, 1);
  delay.enable();
  await work();
  delay.disable();
  clearInterval(timer);
  return { stall: delay.max / 1e6, busy };
}

function drainedOf({ drained }: Flood): number {
  return drained;
}

function itemNote(number: number): string {
  const about = `invoice ${number} for January`;
  return `---
type: email
from: client_${number}@example.com
subject: Invoice ${number}
received: 2026-02-21T10:30:00Z
priority: high
status: pending
---

Please send me ${about} by e-mail. Then log the payment in the accounting, and tell the accountant.
The amount is on the rate card. It was ${number + 1000} dollars last time.
`;
}
