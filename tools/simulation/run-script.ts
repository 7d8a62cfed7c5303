import type { Script } from './command.js';
import { carryOut } from './handlers.js';
import { judgeRest } from './judge.js';
import { Random } from './random.js';
import { settled } from './scheduler.js';
import type { Happening } from './trace.js';
import { World } from './world.js';

/** What came of a script. */
export interface Outcome {
  /** What was not as it must be; `null`: all was well. */
  readonly violation: string | null;
  readonly steps: number;
  readonly calls: number;
  /** The same for the same script, always. */
  readonly digest: number;
  readonly happenings: readonly Happening[];
}

const restLimit = 600;

/** Plays a script in a fresh world, lets everything come to rest, and judges. */
export async function runScript(script: Script): Promise<Outcome> {
  const world = new World(script.seed);
  try {
    for (const command of script.commands) {
      if (world.witness.violation) break;
      world.scheduler.steps += 1;
      world.witness.idle.take();
      await carryOut(world, command);
      await settled();
    }
    await comeToRest(world);
    if (!world.witness.violation) await judgeRest(world);
  } catch (error) {
    world.witness.object(`the simulation failed: ${String((error as Error).stack ?? error)}`);
  }
  const random = new Random(0);
  const { scheduler, witness, happenings } = world;
  for (const { process } of world.all) if (process) scheduler.kill(process, random);
  return {
    violation: witness.violation,
    steps: scheduler.steps,
    calls: witness.calls.length,
    digest: scheduler.digest,
    happenings,
  };
}

/** No faults any more: processes run, disks have room, nothing is on its way. */
async function comeToRest(world: World): Promise<void> {
  world.fullDisks.clear();
  for (const device of world.all) {
    world.stop(device);
  }
  await world.run(restLimit, 1);
  for (const device of world.all) {
    if (device.process) world.crash(device, 'kill', new Random(1));
    world.faultless = true;
    if (device.ledger.text !== null) world.start(device, 'plugin');
  }
  await world.run(restLimit, 1);
  world.scheduler.advance(60_000);
  await world.run(restLimit, 1);
}
