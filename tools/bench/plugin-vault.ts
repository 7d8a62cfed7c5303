import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newVaultSettings } from '../../src/core/settings/vault-settings.js';
import { installPlugin } from '../../test/stand-in/server/built-plugin.js';
import { scratchFolder } from './machine.js';
import { folders, numbers, type BenchNote } from '../../test/support/builders/numbered-notes.js';

/** A vault that was set up, with the built plugin in it, and a place beside it for devices. */
export interface PluginVault {
  readonly root: string;
  readonly stateRoot: string;
  remove(): Promise<void>;
}

const notesPerFolder = 1_000;

/** Makes a vault of these notes, and so many that are none of the plugin's business. */
export async function createPluginVault(
  notes: readonly BenchNote[],
  otherNotes: number,
): Promise<PluginVault> {
  const base = await mkdtemp(join(await scratchFolder(), 'plugin-'));
  const root = join(base, 'vault');
  const settings = { path: settingsFile, text: JSON.stringify(newVaultSettings('v-abcdefghij')) };
  for (const { path, text } of [settings, ...notes, ...others(otherNotes)]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  for (const folder of Object.values<string>({ ...folders })) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await installPlugin(root);
  return {
    root,
    stateRoot: join(base, 'state'),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

const settingsFile = '.obsidian/plugins/countersign/data.json';

/** Puts another plugin into a vault, to be started before those that are there. */
export async function addFirstPlugin(root: string, id: string, code: string): Promise<void> {
  const folder = join(root, '.obsidian/plugins', id);
  const manifest = { id, name: id, version: '1.0.0', minAppVersion: '1.0.0' };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'main.js'), code);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const list = join(root, '.obsidian/community-plugins.json');
  await writeFile(list, JSON.stringify([id, 'countersign']));
}

function* others(count: number): Generator<BenchNote> {
  for (const number of numbers(1, count)) {
    const folder = `Notes/${Math.ceil(number / notesPerFolder)}`;
    const text = `---\ntags: [note]\n---\n# Note ${number}\n\nAs in [[Note ${number - 1}]].\n\n- [ ] Something\n`;
    yield { path: `${folder}/Note ${number}.md`, text };
  }
}
