import { lstatSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TFile } from 'obsidian';
import { expect } from 'vitest';
import { vaultFolder } from '../stand-in/device-in-folder.js';
import type { DeviceOptions } from '../stand-in/open-device.js';
import { openObsidianVault } from '../support/obsidian/obsidian-vault.js';
import type { NoteStoreUnderTest } from './note-store.contract.js';

/** The store on Obsidian's API, in the stand-in on a real folder. */
export async function openInObsidian(
  options: Partial<DeviceOptions> = {},
): Promise<NoteStoreUnderTest> {
  const folder = vaultFolder();
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  await writeFile(join(elsewhere, 'note.md'), 'not in the vault');
  const { device, database, store } = await openObsidianVault(folder, options);
  const touched = new Set<string>();
  const touching =
    <A extends readonly unknown[]>(act: (path: string, ...rest: A) => void) =>
    (path: string, ...rest: A): void => {
      touched.add(path);
      act(path, ...rest);
    };
  const isNoticed = (path: string): boolean => {
    const known = device.vault.getAbstractFileByPath(path);
    const found = statSync(join(folder.path, path), { throwIfNoEntry: false });
    if (known === null || found === undefined) return known === null && found === undefined;
    if (!(known instanceof TFile)) return found.isDirectory();
    return known.stat.size === found.size && known.stat.mtime === Math.round(found.mtimeMs);
  };
  /** Obsidian tells which names there are by its tree of files, which follows the disk. */
  const noticed = async (): Promise<void> => {
    await expect
      .poll(() => [...touched].filter((path) => !/(?:^|\/)\./.test(path) && !isNoticed(path)), {
        message: 'what Obsidian did not notice',
        timeout: 10_000,
      })
      .toEqual([]);
    touched.clear();
  };
  return {
    store: {
      ...store,
      watch: async (onChange) => (await noticed(), store.watch(onChange)),
      list: async (path) => (await noticed(), store.list(path)),
      create: async (path, text) => (await noticed(), store.create(path, text)),
      createFolder: async (path) => (await noticed(), store.createFolder(path)),
      move: async (from, to) => (await noticed(), store.move(from, to)),
    },
    outside: {
      write: touching((path, content: string | Uint8Array) => folder.write(path, content)),
      move(from, to) {
        touched.add(from).add(to);
        folder.move(from, to);
      },
      remove: touching((path) => folder.remove(path)),
      makeFolder: touching((path) => folder.makeFolder(path)),
      link: touching((path, to?: string) => {
        mkdirSync(dirname(join(folder.path, path)), { recursive: true });
        const outside = path.endsWith('.md') ? join(elsewhere, 'note.md') : elsewhere;
        const target = to === undefined ? outside : join(folder.path, to);
        symlinkSync(target, join(folder.path, path));
      }),
      bytes(path) {
        const file = join(folder.path, path);
        const found = lstatSync(file, { throwIfNoEntry: false });
        return found?.isFile() === true ? readFileSync(file, 'latin1') : null;
      },
    },
    absolute: (path) => join(folder.path, '/') + path,
    async close() {
      database.close();
      await folder.close();
      await rm(elsewhere, { recursive: true });
    },
  };
}
