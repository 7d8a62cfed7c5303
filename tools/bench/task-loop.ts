import { appendFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loopOfRunner } from '../../src/core/settings/loop.js';
import { usualPlanning } from '../../src/core/settings/planning.js';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { createDiskVault, startOnDisk } from './disk-vault.js';
import { durationRow, ratioRow, type Benchmark } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const items = 300;
const rounds = 4;
/** An item is taken when it has not changed for so long. */
const settledMs = 1_000;
/** The lines that a task adds to the ledger and to the audit file: eight stages, and that it was filed. */
const linesOfTask = 9;

interface Passed {
  readonly taken: number;
  readonly filed: number;
  readonly plain: number;
}

/** Simple items on the disk, from their arrival to `Done/Tasks`, against the same file operations alone. */
export const taskLoop: Benchmark = {
  name: 'task-loop',
  async run() {
    const passed: Passed[] = [];
    for (const round of numbers(0, rounds)) {
      const one = await passAll();
      if (round > 0) passed.push(one);
    }
    const of = (figure: (one: Passed) => number) => spreadOf(passed.map(figure));
    const what = `${items} items through eight stages`;
    return [
      durationRow(
        `${what}: arrived → can be done (without the moment of rest)`,
        of((one) => one.taken),
      ),
      durationRow(
        `${what}: said to be done → filed`,
        of((one) => one.filed),
      ),
      durationRow(
        `${what}: the same file operations alone`,
        of((one) => one.plain),
      ),
      ratioRow(
        `${what}, against these`,
        of(({ taken, filed, plain }) => (taken + filed) / plain),
      ),
    ];
  },
};

async function passAll(): Promise<Passed> {
  const vault = await createDiskVault([]);
  const planning = { ...usualPlanning, loop: loopOfRunner };
  const executor = await startOnDisk(vault, { engine: { planning: () => planning } });
  const { engine } = executor;
  const inbox = join(vault.root, 'Needs_Action');
  const done = join(vault.root, 'Done/Tasks');
  const all = numbers(1, items);
  const pathOf = (number: number): string => join(inbox, `ITEM-${number}.md`);
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await holds())) await sleep(5);
  };
  const areOpen = (): boolean =>
    (engine.view().tasks ?? []).filter(({ stage }) => stage === 'ACT').length === items;
  try {
    await engine.idle();
    const arrived = await millisecondsOf(async () => {
      for (const number of all) await writeFile(pathOf(number), itemNote(number));
      await until(areOpen);
    });
    const filed = await millisecondsOf(async () => {
      for (const number of all) {
        const text = await readFile(pathOf(number), 'utf8');
        await writeFile(pathOf(number), text.replace('\nloop_state', '\nstatus: done\nloop_state'));
      }
      await until(() => (engine.view().tasks ?? []).length === 0);
      await engine.idle();
    });
    insist((await readdir(done)).length === items, 'not every item was filed');
    const plain = await millisecondsOf(() => operateAlone(join(vault.deviceFolder, 'plain'), done));
    return { taken: arrived - settledMs, filed, plain };
  } finally {
    await executor.stop();
    await vault.remove();
  }
}

/** What the loop writes, by somebody who has nothing to decide. */
async function operateAlone(folder: string, done: string): Promise<void> {
  const filed = join(folder, 'filed');
  await mkdir(filed, { recursive: true });
  const line = `${'x'.repeat(600)}\n`;
  for (const name of await readdir(done)) {
    const path = join(folder, name);
    const text = await readFile(join(done, name), 'utf8');
    const save = async (): Promise<void> => {
      await readFile(path, 'utf8');
      await writeFile(`${path}.tmp`, text);
      await rename(`${path}.tmp`, path);
    };
    await writeFile(path, text);
    // Its properties, its resting stage, that it is done (by its owner), and what came of it.
    for (let times = 0; times < 5; times += 1) await save();
    for (let times = 0; times < linesOfTask; times += 1) {
      await appendFile(join(folder, 'ledger'), line);
      await appendFile(join(folder, 'audit'), line);
    }
    await rename(path, join(filed, name));
  }
}

function itemNote(number: number): string {
  return `---\ntype: email\nfrom: client_${number}@example.com\n---\n\nPlease look at the roof, house ${number}.\n`;
}
