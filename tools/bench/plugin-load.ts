import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Device } from '../../test/stand-in/open-device.js';
import { memoryStorage } from '../../test/stand-in/device/memory-storage.js';
import { folderDisk } from '../../test/stand-in/disk/folder-disk.js';
import { openDevice } from '../../test/stand-in/open-device.js';
import { closeSharedBrowser } from '../../test/stand-in/chromium/browser.js';
import { builtPlugin, installPlugin } from '../../test/stand-in/server/built-plugin.js';
import { scratchFolder } from './machine.js';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { openPluginPage } from './plugin-page.js';
import { addFirstPlugin, createPluginVault } from './plugin-vault.js';
import { durationRow, medianBelow, numberRow, ratioRow, type Benchmark, type Row } from './row.js';
import { insist, spreadOf } from './timing.js';

const rounds = 30;
const evaluatedWithin = 20;
const emptyPlugin = "module.exports = class extends require('obsidian').Plugin { onload() {} };";

/** What the built plugin costs when the app starts: its bytes, its evaluation and `onload`. */
export const pluginLoad: Benchmark = {
  name: 'plugin-load',
  async run() {
    const { length } = await readFile(join(await builtPlugin(), 'main.js'));
    return [
      numberRow('size of the plugin', spreadOf([length / 1e3]), 'kB', {
        text: '≤ 1458 kB',
        isMet: ({ median }) => median <= 1_458,
      }),
      ...(await inNode()),
      ...(await inChromium()),
    ];
  },
};

async function inNode(): Promise<readonly Row[]> {
  const root = await mkdtemp(join(await scratchFolder(), 'load-'));
  await installPlugin(root);
  await addFirstPlugin(root, 'empty', emptyPlugin);
  const device = await openDevice({
    disk: folderDisk(root),
    platform: 'desktop',
    storage: memoryStorage(),
  });
  // Not started: what begins when the layout is ready does not begin.
  await device.plugins.loadManifests();
  try {
    return await compare('in Node', (id, round) => timeLoading(device, id, round));
  } finally {
    await device.close();
    await rm(root, { recursive: true });
  }
}

async function inChromium(): Promise<readonly Row[]> {
  const vault = await createPluginVault([], 0);
  await addFirstPlugin(vault.root, 'empty', emptyPlugin);
  const opened = await openPluginPage(vault);
  const { page } = opened;
  try {
    // The same function, as the page gets it.
    await page.evaluate(`window.timeLoading = ${String(timeLoading)}`);
    return await compare('in Chromium', (id, round) =>
      page.evaluate(
        ([plugin, number]) =>
          (window as unknown as { timeLoading: typeof timeLoading }).timeLoading(
            window.standIn!,
            plugin,
            number,
          ),
        [id, round] as const,
      ),
    );
  } finally {
    await opened.close();
    await closeSharedBrowser();
    await vault.remove();
  }
}

async function compare(
  where: string,
  time: (id: string, round: number) => Promise<number>,
): Promise<readonly Row[]> {
  const ours: number[] = [];
  const empty: number[] = [];
  // The first rounds only warm the app up.
  for (const round of numbers(-4, rounds)) {
    const mine = await time('countersign', round);
    const nothing = await time('empty', round);
    if (round < 1) continue;
    ours.push(mine);
    empty.push(nothing);
  }
  insist(Math.min(...ours, ...empty) > 0, 'a plugin was not loaded');
  return [
    durationRow(`evaluation and onload ${where}`, spreadOf(ours), medianBelow(evaluatedWithin)),
    durationRow(`the same of a plugin that does nothing, ${where}`, spreadOf(empty)),
    ratioRow(
      `how many times as long ${where}`,
      spreadOf(ours.map((mine, at) => mine / (empty[at] ?? NaN))),
    ),
  ];
}

/**
 * Milliseconds that evaluating a plugin's code and its `onload` take, without what the app reads for it.
 * Runs in a page, too: it may use nothing of this file.
 */
async function timeLoading({ host, plugins }: Device, id: string, round: number): Promise<number> {
  const { adapter } = host.vault;
  const [read, exists, stat] = [
    adapter.read.bind(adapter),
    adapter.exists.bind(adapter),
    adapter.stat.bind(adapter),
  ];
  plugins.disablePlugin(id);
  let started = 0;
  let evaluated = 0;
  let loaded = 0;
  adapter.read = async (path) => {
    const text = await read(path);
    // A text that was compiled before would not be compiled again.
    const fresh = `${text}\n// ${round}`;
    if (path.endsWith('/main.js')) started = performance.now();
    return fresh;
  };
  // What the app looks for next, once the code was evaluated.
  const next = (): void => {
    if (evaluated > 0) return;
    evaluated = performance.now() - started;
    const plugin = plugins.plugins[id];
    if (!plugin) return;
    const load = plugin.load.bind(plugin);
    plugin.load = () => {
      const start = performance.now();
      load();
      loaded = performance.now() - start;
    };
  };
  adapter.exists = (path) => {
    next();
    return exists(path);
  };
  adapter.stat = (path) => {
    next();
    return stat(path);
  };
  try {
    await plugins.enablePlugin(id);
  } finally {
    Object.assign(adapter, { read, exists, stat });
  }
  plugins.disablePlugin(id);
  return evaluated + loaded;
}
