import type { Engine } from '../../src/engine/engine.js';
import type { NoteStore } from '../../src/ports/note-store.js';
import { memoryNoteStore } from '../../test/support/memory/memory-note-store.js';
import { createMemoryVault, type MemoryVault } from '../../test/support/memory/memory-vault.js';
import { virtualClock } from '../../test/support/memory/virtual-clock.js';
import { freeAuditLog, freeLedger, startEngine } from './bench-engine.js';
import {
  createdAt,
  numbers,
  planNote,
  requestNote,
} from '../../test/support/builders/numbered-notes.js';
import { durationRow, medianAtMost, numberRow, ratioRow, type Benchmark, type Row } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const sizes = [10, 100, 1_000, 10_000] as const;
const rounds = 40;
const eventsPerRound = 5;
/** Vaults up to this size are made anew for each round, since every request needs a plan of its own. */
const smallVault = 100;

interface World {
  readonly vault: MemoryVault;
  readonly engine: Engine;
  readonly plans: number;
  /** How often the engine read or wrote a note. */
  readonly accesses: { count: number };
  nextPlan: number;
}

/** What one changed note costs in vaults of different sizes, in memory: our own work alone. */
export const eventCost: Benchmark = {
  name: 'event-cost',
  async run() {
    const large = new Map<number, World>();
    const edits = new Map(sizes.map((size) => [size, samples()]));
    const requests = new Map(sizes.map((size) => [size, samples()]));
    for (const round of numbers(-4, rounds)) {
      for (const size of sizes) {
        const world = large.get(size) ?? (await createWorld(size));
        if (size > smallVault) large.set(size, world);
        for (let event = 0; event < eventsPerRound; event += 1) {
          await measure(world, changeStep, round > 0 ? edits.get(size) : undefined);
          await measure(world, addRequest, round > 0 ? requests.get(size) : undefined);
        }
        if (size <= smallVault) await world.engine.stop();
      }
    }
    for (const { engine } of large.values()) await engine.stop();
    return [
      ...rowsOf('a plan was edited', edits),
      ...rowsOf('a request arrived (completed, plan blocked)', requests),
    ];
  },
};

interface Samples {
  readonly times: number[];
  readonly accesses: number[];
}

function samples(): Samples {
  return { times: [], accesses: [] };
}

type Change = (world: World) => { readonly apply: () => void; readonly check: () => void };

async function measure(world: World, change: Change, into: Samples | undefined): Promise<void> {
  const { apply, check } = change(world);
  world.accesses.count = 0;
  const time = await millisecondsOf(async () => {
    apply();
    // The watchers of a vault in memory are told in a microtask.
    await Promise.resolve();
    await world.engine.idle();
  });
  into?.times.push(time);
  into?.accesses.push(world.accesses.count);
  check();
}

/** Somebody ticks or unticks a step in an editor. */
const changeStep: Change = ({ vault, engine, plans }) => {
  const { path } = planNote(plans);
  const text = vault.outside.read(path) ?? '';
  const done = text.includes('3. [x]');
  const before = engine.view().counts.stepsDone;
  return {
    apply: () => {
      vault.outside.write(
        path,
        done ? text.replace('3. [x]', '3. [ ]') : text.replace('3. [ ]', '3. [x]'),
      );
    },
    check: () => {
      const change = engine.view().counts.stepsDone - before;
      insist(change === (done ? -1 : 1), 'the change of the plan was not seen');
    },
  };
};

/** An agent without our controls drops a request into Pending. */
const addRequest: Change = (world) => {
  const { vault } = world;
  const number = world.nextPlan;
  world.nextPlan += 1;
  const { path, text } = requestNote(number);
  return {
    apply: () => {
      vault.outside.write(path, text);
    },
    check: () => {
      insist(vault.outside.read(path)?.includes('"epoch":') === true, 'the request is incomplete');
      const plan = vault.outside.read(planNote(number).path);
      insist(plan?.includes('status: Blocked') === true, 'the plan was not blocked');
    },
  };
};

async function createWorld(plans: number): Promise<World> {
  const vault = createMemoryVault();
  for (const number of numbers(1, plans)) {
    const { path, text } = planNote(number);
    vault.outside.write(path, text);
  }
  const accesses = { count: 0 };
  const engine = await startEngine({
    store: countingStore(memoryNoteStore(vault), accesses),
    ledger: freeLedger(),
    auditLog: freeAuditLog(),
    clock: virtualClock(createdAt),
  });
  await engine.idle();
  insist(engine.view().missionCount === plans, 'not every plan was read');
  return { vault, engine, plans, accesses, nextPlan: 1 };
}

function countingStore(store: NoteStore, accesses: { count: number }): NoteStore {
  return {
    ...store,
    read(path) {
      accesses.count += 1;
      return store.read(path);
    },
    update(path, edit) {
      accesses.count += 1;
      return store.update(path, edit);
    },
  };
}

function rowsOf(what: string, measured: ReadonlyMap<number, Samples>): readonly Row[] {
  const spreads = sizes.map((size) => spreadOf(measured.get(size)?.times ?? []));
  const [smallest, largest] = [spreads[0], spreads.at(-1)];
  if (!smallest || !largest) return [];
  const ratio = {
    min: largest.min / smallest.min,
    median: largest.median / smallest.median,
    p99: largest.p99 / smallest.p99,
  };
  const accesses = spreadOf([...measured.values()].flatMap((each) => each.accesses));
  return [
    ...sizes.map((size, at) =>
      durationRow(`${what}, ${size} plans in the vault`, spreads[at] ?? smallest),
    ),
    ratioRow(`${what}: 10,000 plans against 10`, ratio, medianAtMost(1.2, '×')),
    numberRow(`${what}: notes read or written`, accesses, ''),
  ];
}
