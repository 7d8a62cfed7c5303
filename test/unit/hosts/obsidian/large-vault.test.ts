import { afterEach, expect, test } from 'vitest';
import { mcpFiles } from '../../../../src/core/settings/agents/mcp-files.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';
import { newVaultSettings } from '../../../../src/core/settings/vault-settings.js';
import { planNote } from '../../../support/builders/numbered-notes.js';
import { folderDisk } from '../../../stand-in/disk/folder-disk.js';
import type { DiskEntry, VaultDisk } from '../../../stand-in/disk/vault-disk.js';
import { panelThat } from '../../../support/obsidian/panel-that.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../support/obsidian/plugin-vault.js';
import { watchedComputer } from '../../../support/obsidian/watched-computer.js';

let vault: PluginVault;
afterEach(() => vault.close());

/** The disk with 100 folders more, of 1,000 notes each, which can only be listed: to read one fails. */
function withManyNotes(disk: VaultDisk): VaultDisk {
  const entry = (name: string, type: 'file' | 'folder'): DiskEntry => ({
    name,
    type,
    size: type === 'file' ? 500 : 0,
    mtimeMs: 0,
    ctimeMs: 0,
    ino: 0,
  });
  const folders = Array.from({ length: 100 }, (_, at) => entry(`Notes ${at}`, 'folder'));
  const notes = Array.from({ length: 1_000 }, (_, at) => entry(`${at}.md`, 'file'));
  return new Proxy(disk, {
    get: (target, name) =>
      name === 'list'
        ? async (path: string) =>
            path.startsWith('Notes ')
              ? notes
              : [...(await target.list(path)), ...(path === '' ? folders : [])]
        : (Reflect.get(target, name) as unknown),
  });
}

test('a vault of 100,000 notes is not scanned: only what lies in the contract folders is read, and the panel shows it', async () => {
  vault = await pluginVault();
  vault.folder.write(settingsFile, JSON.stringify(newVaultSettings('v-abcdefghij')));
  const plans = [1, 2, 3].map((number) => planNote(number));
  for (const { path, text } of plans) vault.folder.write(path, text);
  const { path: root } = vault.folder;
  const computer = watchedComputer(root, withManyNotes(folderDisk(root)));
  // The app's own index would read every note.
  const device = await vault.start({ ...computer.options, indexDelay: 'never' });
  expect(device.vault.getMarkdownFiles().length).toBeGreaterThan(100_000);
  await (await vault.begun(device)).session.switchOn();
  const model = await panelThat(vault, device, ({ mission }) => mission !== null);
  expect(model.missionCount).toBe(3);

  const of = (kind: RegExp): string[] =>
    computer.accesses.filter((access) => kind.test(access) && !access.includes('.obsidian'));
  const read = of(/^disk\.read /).map((access) => access.slice('disk.read '.length));
  expect(read).toEqual(expect.arrayContaining(plans.map(({ path }) => path)));
  expect(read.filter((path) => !/^(?:Plans\/|Dashboard\.md$)/.test(path))).toEqual([]);
  // The app lists each folder once, as it starts.
  const listed = of(/^disk\.list /);
  expect(listed.length).toBeGreaterThan(100);
  expect(new Set(listed).size).toBe(listed.length);
  const places = Object.values<string>({ ...contractFolders() });
  // That the vault's own folder is there says nothing of its notes.
  const inside = of(/^fs\.(?:readdir|stat|lstat|open|readFile) .*stand-in/).filter(
    // Where agents take servers from: so many files, however many notes there are.
    (access) => access !== `fs.stat ${root}` && !mcpFiles.some((path) => access.endsWith(path)),
  );
  for (const access of inside) {
    expect(access).toMatch(new RegExp(`/(?:${places.join('|')}|Dashboard\\.md)(?:/|$)`));
  }
});
