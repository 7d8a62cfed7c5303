import { createRequire } from 'node:module';
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import type { PanelController } from '../../src/hosts/obsidian/panel/panel-controller.js';
import type { Session } from '../../src/hosts/obsidian/lifecycle/session.js';
import type { DeviceStorage } from '../../test/stand-in/device/device-storage.js';
import { memoryStorage } from '../../test/stand-in/device/memory-storage.js';
import { folderDisk } from '../../test/stand-in/disk/folder-disk.js';
import { openDevice, type Device } from '../../test/stand-in/open-device.js';
import { numbers, planNote } from '../../test/support/builders/numbered-notes.js';
import { createPluginVault, type PluginVault } from './plugin-vault.js';
import { durationRow, ratioRow, type Benchmark } from './row.js';
import { insist, spreadOf } from './timing.js';

const plans = 1_000;
const [fewNotes, manyNotes] = [10, 99_000];
const starts = 7;

/** What the running plugin keeps to itself. */
interface Insides {
  readonly running: { readonly session: Session; readonly controller: PanelController } | null;
}

/** A vault, and what its one device keeps. */
interface Measured {
  readonly vault: PluginVault;
  readonly storage: DeviceStorage;
}

/** From the layout to the picture of the current mission, without a page and its way to the disk. */
export const pluginStart: Benchmark = {
  name: 'plugin-start',
  async run() {
    const times = await measure();
    const [few, many] = [spreadOf(times.few), spreadOf(times.many)];
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

/** By turns, so that whatever else this computer does is in both. */
async function measure(): Promise<{ readonly few: number[]; readonly many: number[] }> {
  const notes = numbers(1, plans).map((number) => planNote(number));
  const [few, many] = [
    { vault: await createPluginVault(notes, fewNotes), storage: memoryStorage() },
    { vault: await createPluginVault(notes, manyNotes), storage: memoryStorage() },
  ];
  const times: { readonly few: number[]; readonly many: number[] } = { few: [], many: [] };
  const before = process.env['XDG_CONFIG_HOME'];
  try {
    // In the first one the app indexes every note, and actions are switched on.
    for (const round of numbers(-1, starts)) {
      const [small, large] = [await timeStart(few), await timeStart(many)];
      if (round < 1) continue;
      times.few.push(small);
      times.many.push(large);
    }
    return times;
  } finally {
    if (before === undefined) delete process.env['XDG_CONFIG_HOME'];
    else process.env['XDG_CONFIG_HOME'] = before;
    await few.vault.remove();
    await many.vault.remove();
  }
}

async function timeStart({ vault, storage }: Measured): Promise<number> {
  await mkdir(vault.stateRoot, { recursive: true });
  process.env['XDG_CONFIG_HOME'] = vault.stateRoot;
  // One device: the app's index of the notes and the plugin's key outlive its restarts.
  const device = await openDevice({
    disk: folderDisk(vault.root),
    platform: 'desktop',
    storage,
    nodeRequire: createRequire(import.meta.url),
  });
  const times = { layoutReady: NaN, seen: NaN };
  device.host.workspace.onLayoutReady(() => (times.layoutReady = performance.now()));
  await device.start();
  const { session, controller: desk } = await whenRunning(device);
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
