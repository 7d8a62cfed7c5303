import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../device-in-folder.js';
import { memoryStorage } from '../device/memory-storage.js';
import { folderDisk } from '../disk/folder-disk.js';
import type { Device, DeviceOptions } from '../open-device.js';

let folder: VaultFolder;
let device: Device;

beforeEach(() => {
  folder = vaultFolder();
});
afterEach(() => folder.close());

/** A plugin whose `onload` is this; `log` is what the test looks at. */
function pluginCode(onload: string, members = ''): string {
  return `
    const { Plugin, ItemView, TFile, Platform } = require('obsidian');
    module.exports = class extends Plugin {
      log = [];
      async onload() { ${onload} }
      ${members}
    };`;
}

async function start(code: string, options: Partial<DeviceOptions> = {}): Promise<void> {
  folder.install('sample', code);
  device = await folder.device(options);
  await device.start();
}

/** What the sample plugin wrote down. */
function log(): unknown[] {
  const plugin = device.plugins.plugins['sample'] as unknown as { log: unknown[] };
  return plugin.log;
}

describe('loading', () => {
  test('runs plugins before the vault is scanned: a hasty create handler hears of every note', async () => {
    folder.write('a.md', 'a');
    await start(
      pluginCode(`
        this.log.push(this.app.vault.getFiles().length);
        this.registerEvent(this.app.vault.on('create', (file) => this.log.push(file.path)));
        this.app.workspace.onLayoutReady(() => this.log.push('ready'));`),
    );
    expect(log()).toEqual([0, 'a.md', 'ready']);
  });

  test('waits for an asynchronous onload', async () => {
    await start(
      pluginCode(`await new Promise((r) => setTimeout(r, 30)); this.log.push('loaded');`),
    );
    expect(log()).toEqual(['loaded']);
  });

  test('hands on the failure of a plugin that does not load, and takes it back', async () => {
    const code = pluginCode(`this.addCommand({ id: 'a', name: 'A' }); throw new Error('broken');`);
    await expect(start(code)).rejects.toThrow('broken');
    expect(device.plugins.plugins).toEqual({});
    expect(device.leaks()).toEqual([]);
  });

  test.each([
    ['a name of the module', `require('obsidian').moment`, 'The stand-in has no obsidian.moment'],
    ['a member of the app', `this.app.customCss`, 'The stand-in has no App.customCss'],
    ['a member of the vault', `this.app.vault.config`, 'The stand-in has no Vault.config'],
  ])('a plugin that uses %s which is missing fails by that name', async (_what, use, message) => {
    await expect(start(pluginCode(`return ${use};`))).rejects.toThrow(message);
  });

  test('two plugins with one view type: the second is refused by name', async () => {
    const code = pluginCode(`this.registerView('shared', () => null);`);
    await start(code);
    folder.write('.obsidian/plugins/copy/main.js', code);
    folder.write('.obsidian/plugins/copy/manifest.json', '{ "id": "copy", "name": "Copy" }');
    await device.plugins.loadManifests();
    await expect(device.plugins.enablePluginAndSave('copy')).rejects.toThrow(
      'view "shared" is already registered',
    );
  });
});

describe('Node modules', () => {
  const code = pluginCode(`
    this.log.push(typeof require('node:fs/promises'), typeof process, typeof Buffer);
    this.addCommand({ id: 'late', name: 'Late', callback: () => require('child_process') });`);

  test('are there on a desktop', async () => {
    await start(code);
    expect(log()).toEqual(['object', 'object', 'function']);
  });

  test.each(['android', 'ios'] as const)('are undefined on a phone (%s)', async (phone) => {
    await start(code, { platform: 'phone', phone });
    expect(log()).toEqual(['undefined', 'undefined', 'undefined']);
  });

  test('are noted, with whether they were asked for at load', async () => {
    await start(code, { platform: 'phone' });
    device.host.commands.executeCommandById('sample:late');
    expect(device.plugins.requested).toEqual([
      { plugin: 'sample', name: 'node:fs/promises', atLoad: true },
      { plugin: 'sample', name: 'child_process', atLoad: false },
    ]);
  });

  test.each(['electron', 'worker_threads', 'left-pad'])('%s is refused by name', async (name) => {
    await expect(start(pluginCode(`require('${name}');`))).rejects.toThrow(
      `The stand-in has no module ${name}`,
    );
  });

  test('the platform is the device own: two devices in one process differ', async () => {
    const platform = pluginCode(`this.log.push(Platform.isDesktopApp, Platform.isIosApp);`);
    await start(platform);
    expect(log()).toEqual([true, false]);
    await device.close();
    await start(platform, { platform: 'phone', phone: 'ios' });
    expect(log()).toEqual([false, true]);
  });
});

describe('unloading', () => {
  const tidy = pluginCode(`
    this.registerEvent(this.app.vault.on('modify', () => {}));
    this.registerEvent(this.app.workspace.on('layout-change', () => {}));
    this.registerInterval(window.setInterval(() => {}, 1000));
    this.addCommand({ id: 'open', name: 'Open' });
    this.addRibbonIcon('check', 'Open', () => {});
    this.addStatusBarItem().setText('ready');
    this.registerView('sample-view', (leaf) => new ItemView(leaf));
    this.registerMarkdownCodeBlockProcessor('sample', () => {});
    this.registerMarkdownPostProcessor(() => {});`);

  test('leaves nothing of a tidy plugin behind, however often it is switched', async () => {
    await start(tidy);
    const loaded = device.leaks();
    expect(loaded.sort()).toEqual(
      [
        'sample: code block sample',
        'sample: command sample:open',
        'sample: event vault modify',
        'sample: event workspace layout-change',
        'sample: interval',
        'sample: post processor sample:3',
        'sample: ribbon sample:1',
        'sample: status bar item sample:2',
        'sample: view sample-view',
      ].sort(),
    );
    for (let times = 0; times < 3; times += 1) {
      await device.plugins.disablePluginAndSave('sample');
      expect(device.leaks()).toEqual([]);
      await device.plugins.enablePluginAndSave('sample');
      expect(device.leaks().sort()).toEqual(loaded);
    }
  });

  test.each([
    ['an event', `this.app.metadataCache.on('changed', () => {});`, 'event metadataCache changed'],
    ['an interval', `setInterval(() => {}, 1000);`, 'interval'],
    ['an interval of the window', `window.setInterval(() => {}, 1000);`, 'interval'],
    [
      'a command after the end',
      `setTimeout(() => this.addCommand({ id: 'late', name: 'Late' }), 20);`,
      'command sample:late',
    ],
  ])('reports %s that a plugin left', async (_what, onload, expected) => {
    await start(pluginCode(onload));
    device.plugins.disablePlugin('sample');
    await expect.poll(() => device.leaks()).toEqual([`sample: ${expected}`]);
  });

  test('is remembered over a restart', async () => {
    await start(tidy);
    await device.plugins.disablePluginAndSave('sample');
    await device.restart();
    expect(device.plugins.plugins).toEqual({});
    await device.plugins.enablePluginAndSave('sample');
    await device.restart();
    expect(Object.keys(device.plugins.plugins)).toEqual(['sample']);
  });

  test('only a person who switches a plugin on is told to it as such', async () => {
    await start(pluginCode('', `onUserEnable() { this.log.push('by a person'); }`));
    expect(log()).toEqual([]);
    await device.plugins.disablePluginAndSave('sample');
    await device.plugins.enablePluginAndSave('sample');
    expect(log()).toEqual(['by a person']);
  });
});

describe('data.json', () => {
  const code = pluginCode(
    `this.log.push(await this.loadData());`,
    `onExternalSettingsChange() { this.log.push('changed outside'); }`,
  );
  const PATH = '.obsidian/plugins/sample/data.json';

  test('is null when there is none, and is kept as readable JSON', async () => {
    await start(code);
    expect(log()).toEqual([null]);
    await device.plugins.plugins['sample']?.saveData({ a: 1 });
    expect(folder.text(PATH)).toBe('{\n  "a": 1\n}');
  });

  test.each([
    ['throws', 'fails'],
    ['null', 'null'],
  ] as const)('that is not JSON: %s', async (brokenData, outcome) => {
    folder.write(PATH, '{"half');
    const reading = pluginCode(`
      try { this.log.push(String(await this.loadData())); } catch { this.log.push('fails'); }`);
    await start(reading, { assumptions: { brokenData } });
    expect(log()).toEqual([outcome]);
    expect(folder.text(PATH)).toBe('{"half');
  });

  test('tells a plugin of changes from outside, not of its own', async () => {
    await start(code);
    for (let n = 0; n < 5; n += 1) await device.plugins.plugins['sample']?.saveData({ n });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(log()).toEqual([null]);
    folder.write(PATH, '{"from":"another device"}');
    await expect.poll(() => log(), { timeout: 5_000 }).toContain('changed outside');
  });

  test('is not told of its own changes that come while an earlier one is looked at', async () => {
    const disk = folderDisk(folder.path);
    const stat = async (path: string) => {
      if (path === PATH) await new Promise((resolve) => setTimeout(resolve, 5));
      return disk.stat(path);
    };
    await start(code, { disk: { ...disk, stat } });
    for (let n = 0; n < 5; n += 1) {
      await device.plugins.plugins['sample']?.saveData({ n });
      device.host.vault.trigger('raw', PATH);
    }
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(log()).toEqual([null]);
  });
});

test('what a device keeps outlives the app and is its own', async () => {
  const storage = memoryStorage();
  await start(
    pluginCode(`
      this.log.push(this.app.loadLocalStorage('k'), this.app.secretStorage.getSecret('s'));
      this.app.saveLocalStorage('k', { n: 1 });
      this.app.secretStorage.setSecret('s', 'hidden');
      const opened = indexedDB.open('db', 1);
      opened.onupgradeneeded = () => opened.result.createObjectStore('keys');
      await new Promise((done) => (opened.onsuccess = done));
      const get = opened.result.transaction('keys').objectStore('keys').get('k');
      await new Promise((done) => (get.onsuccess = done));
      this.log.push(get.result ?? null);
      const put = opened.result.transaction('keys', 'readwrite').objectStore('keys').put('v', 'k');
      await new Promise((done) => (put.onsuccess = done));
      opened.result.close();`),
    { storage },
  );
  expect(log()).toEqual([null, null, null]);
  await device.restart();
  expect(log()).toEqual([{ n: 1 }, 'hidden', 'v']);
  await device.close();
  await start(folder.text('.obsidian/plugins/sample/main.js'), { storage: memoryStorage() });
  expect(log()).toEqual([null, null, null]);
});

test('commands run by id, from anywhere, as other plugins run them', async () => {
  await start(
    pluginCode(`
      this.addCommand({ id: 'a', name: 'A', callback: () => this.log.push('a') });
      this.addCommand({ id: 'b', name: 'B', checkCallback: (checking) => {
        this.log.push(checking ? 'asked' : 'ran');
        return true;
      } });
      this.addCommand({ id: 'never', name: 'N', checkCallback: () => false });`),
  );
  const { commands } = device.host;
  expect(commands.listCommands().map(({ name }) => name)).toEqual(['sample: A', 'sample: B']);
  expect(
    ['sample:a', 'sample:b', 'sample:never', 'none'].map((id) => commands.executeCommandById(id)),
  ).toEqual([true, true, false, false]);
  expect(log()).toEqual(['asked', 'a', 'asked', 'ran']);
});
