import { createRequire } from 'node:module';
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import type { PanelDesk } from '../../src/hosts/obsidian/panel-desk.js';
import type { Session } from '../../src/hosts/obsidian/session.js';
import type { DeviceStorage } from '../host/device/device-storage.js';
import { memoryStorage } from '../host/device/memory-storage.js';
import { folderDisk } from '../host/disk/folder-disk.js';
import { openDevice, type Device } from '../host/open-device.js';
import { numbers, planNote } from './notes.js';
import { createPluginVault } from './plugin-vault.js';
import { durationRow, ratioRow, type Benchmark } from './row.js';
import { insist, spreadOf } from './timing.js';

const plans = 1_000;
const [fewNotes, manyNotes] = [10, 99_000];
const starts = 5;

/** What the running plugin keeps to itself. */
interface Insides {
  readonly running: { readonly session: Session; readonly desk: PanelDesk } | null;
}

/** From the layout to the picture of the current mission, without a page and its way to the disk. */
export const pluginStart: Benchmark = {
  name: 'plugin-start',
  async run() {
    const few = spreadOf(await measure(fewNotes));
    const many = spreadOf(await measure(manyNotes));
    const what = (notes: number): string =>
      `layout ready → current mission in Node, ${plans} plans, ${plans + notes} notes`;
    return [
      durationRow(what(fewNotes), few),
      durationRow(what(manyNotes), many),
      ratioRow(
        'the second against the first',
        { min: many.min / few.min, median: many.median / few.median, p99: many.p99 / few.p99 },
        { text: 'median ≤ 2×', isMet: ({ median }) => median <= 2 },
      ),
    ];
  },
};

async function measure(otherNotes: number): Promise<readonly number[]> {
  const notes = numbers(1, plans).map((number) => planNote(number));
  const vault = await createPluginVault(notes, otherNotes);
  const before = process.env['XDG_CONFIG_HOME'];
  await mkdir(vault.stateRoot);
  process.env['XDG_CONFIG_HOME'] = vault.stateRoot;
  const storage = memoryStorage();
  try {
    const times: number[] = [];
    // In the first one the app indexes every note, and actions are switched on.
    for (const round of numbers(-1, starts)) {
      const time = await timeStart(vault.root, storage);
      if (round > 0) times.push(time);
    }
    return times;
  } finally {
    if (before === undefined) delete process.env['XDG_CONFIG_HOME'];
    else process.env['XDG_CONFIG_HOME'] = before;
    await vault.remove();
  }
}

async function timeStart(root: string, storage: DeviceStorage): Promise<number> {
  // One device: the app's index of the notes and the plugin's key outlive its restarts.
  const device = await openDevice({
    disk: folderDisk(root),
    platform: 'desktop',
    storage,
    nodeRequire: createRequire(import.meta.url),
  });
  const times = { layoutReady: NaN, seen: NaN };
  device.host.workspace.onLayoutReady(() => (times.layoutReady = performance.now()));
  await device.start();
  const { session, desk } = await whenRunning(device);
  desk.feed.watch({
    isVisible: () => true,
    show: ({ mission }) => {
      const isCurrent = mission?.objective.includes(`invoice ${plans} `) === true;
      if (isCurrent && Number.isNaN(times.seen)) times.seen = performance.now();
    },
  });
  while (Number.isNaN(times.seen)) await turn();
  const on = await session.switchOn();
  insist(on.ok && session.executor !== null, 'actions do not run');
  await device.settled();
  await session.executor?.engine.idle();
  device.plugins.disablePlugin('countersign');
  await session.close();
  await device.close();
  return times.seen - times.layoutReady;
}

async function whenRunning({ plugins }: Device): Promise<NonNullable<Insides['running']>> {
  for (;;) {
    const { running } = plugins.plugins['countersign'] as unknown as Insides;
    if (running) return running;
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
