import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../support/workbench.js';

/** A plugin that tries what a desktop gives it and writes down what it saw. */
const PROBE = `
const { Plugin, Platform } = require('obsidian');
module.exports = class extends Plugin {
  async onload() {
    this.addCommand({ id: 'probe', name: 'Probe this device', callback: () => this.probe() });
  }
  async probe() {
    const seen = Platform.isDesktop ? await this.lookAtNode() : typeof require('fs');
    await this.app.vault.create('Seen.md', JSON.stringify(seen));
  }
  async lookAtNode() {
    const fs = require('fs/promises');
    const { spawn } = require('node:child_process');
    const process = require('process');
    const child = spawn('cat', [], { detached: true });
    await new Promise((resolve) => child.once('spawn', resolve));
    const echo = new Promise((resolve) => child.stdout.setEncoding('utf8').on('data', resolve));
    child.stdin.write('spoken');
    const said = await echo;
    const alive = process.kill(child.pid, 0);
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    process.kill(-child.pid, 'SIGKILL');
    const signal = await ended;
    let gone;
    try { process.kill(child.pid, 0); } catch (error) { gone = error.code; }
    const own = process.kill(process.pid, 0);
    const file = process.env.XDG_CONFIG_HOME + '/probe';
    await fs.writeFile(file, new Uint8Array([1, 255]));
    const bytes = [...(await fs.readFile(file))];
    const key = await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    return { said, alive, signal, gone, own, bytes, secure: key.byteLength, buffer: typeof Buffer };
  }
};
`;

/** What the device keeps outside of the vault under the name `kept`. */
const keptBy = ({ page }: Workbench): Promise<unknown> =>
  page.evaluate((): unknown => window.standIn!.app.loadLocalStorage('kept'));

const probeVault = {
  'One.md': '# One\n',
  'Two.md': '# Two\n',
  'Folder/Three.md': '# Three\n',
  'Target/Here.md': '# Here\n',
  '.obsidian/community-plugins.json': '["probe"]',
  '.obsidian/plugins/probe/main.js': PROBE,
  '.obsidian/plugins/probe/manifest.json': JSON.stringify({
    id: 'probe',
    name: 'Probe',
    version: '1.0.0',
    minAppVersion: '1.0.0',
    description: 'Looks at what it is given.',
    author: 'Tests',
  }),
};

test('a plugin in the browser has the files and processes of this computer', async () => {
  const workbench = await openWorkbench({ notes: probeVault, plugin: false });
  await workbench.openCommand('Probe this device');
  await expect.poll(() => workbench.notes('')).toContain('Seen.md');
  expect(JSON.parse(await readFile(join(workbench.vault, 'Seen.md'), 'utf8'))).toEqual({
    said: 'spoken',
    alive: true,
    signal: 'SIGKILL',
    gone: 'ESRCH',
    own: true,
    bytes: [1, 255],
    secure: 32,
    buffer: 'undefined',
  });
  expect((await stat(join(workbench.state, 'probe'))).size).toBe(2);
  expect(workbench.errors).toEqual([]);
  await workbench.close();
});

test('on a phone the same plugin has none of it', async () => {
  const workbench = await openWorkbench({ notes: probeVault, plugin: false, platform: 'phone' });
  await workbench.page.evaluate(() => {
    const { commands } = window.standIn!.host;
    commands.executeCommandById('probe:probe');
  });
  await expect.poll(() => workbench.notes('')).toContain('Seen.md');
  expect(await readFile(join(workbench.vault, 'Seen.md'), 'utf8')).toBe('"undefined"');
  await workbench.close();
});

test('notes, folders and selections are dragged with the mouse; outside moves are seen', async () => {
  const workbench = await openWorkbench({ notes: probeVault, plugin: false });
  await workbench.page.evaluate(() => {
    window.addEventListener('drop', ({ isTrusted }) => (document.title = String(isTrusted)), true);
  });
  await workbench.drag('One.md', 'Target');
  await expect.poll(() => workbench.notes('Target')).toEqual(['Here.md', 'One.md']);
  expect(await workbench.page.title()).toBe('true');

  await workbench.select(['Target/One.md', 'Two.md']);
  await workbench.drag('Two.md', 'Folder');
  await expect.poll(() => workbench.notes('Folder')).toEqual(['One.md', 'Three.md', 'Two.md']);

  await workbench.drag('Folder', 'Target');
  await expect.poll(() => workbench.notes('Target')).toEqual(['Folder', 'Here.md']);

  await rename(join(workbench.vault, 'Target/Here.md'), join(workbench.vault, 'There.md'));
  await workbench.reveal('There.md');
  expect(workbench.errors).toEqual([]);
  await workbench.close();
});

test('a device finds again what it kept, after its end and after a crash; another does not', async () => {
  const workbench = await openWorkbench({ notes: probeVault, plugin: false });
  await workbench.page.evaluate(() => window.standIn!.app.saveLocalStorage('kept', 'this'));
  await workbench.restart();
  expect(await keptBy(workbench)).toBe('this');
  await workbench.restart({ crash: true });
  expect(await keptBy(workbench)).toBe('this');
  const second = await workbench.secondDevice();
  expect(await second.notes('')).toEqual(await workbench.notes(''));
  expect(await keptBy(second)).toBeNull();
  await second.close();
  await workbench.close();
});

test('the built plugin loads, and its panel opens by its command', async () => {
  const workbench = await openWorkbench({ notes: { 'Note.md': 'A note.\n' } });
  await workbench.openCommand('Open Current Mission');
  await workbench.page.getByRole('button', { name: 'Set up vault…' }).waitFor();
  expect(workbench.errors).toEqual([]);
  await workbench.close();
});
