import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vaultFolder, type VaultFolder } from '../../../../../stand-in/device-in-folder.js';
import { folderDisk } from '../../../../../stand-in/disk/folder-disk.js';
import { openNote } from '../../../../../support/obsidian/open-note.js';
import { openObsidianVault, valueOf } from '../../../../../support/obsidian/obsidian-vault.js';

const plan = 'Plans/PLAN-2026-001.md';
const text = '# Objective\nDo it.\n\n1. [ ] one\n2. [ ] two\n\n## Log\n';
const ticked = text.replace('[ ] one', '[x] one');

let folder: VaultFolder;
beforeEach(() => {
  folder = vaultFolder();
  folder.write(plan, text);
});
afterEach(() => folder.close());

test('a note is read after a write of ours that is under way, never in the middle of it', async () => {
  const disk = folderDisk(folder.path);
  let isHalf = (): void => undefined;
  let goOn = (): void => undefined;
  const half = new Promise<void>((resolve) => (isHalf = resolve));
  const rest = new Promise<void>((resolve) => (goOn = resolve));
  const vault = await openObsidianVault(folder, {
    disk: {
      ...disk,
      async write(path, bytes) {
        if (path === plan) {
          await disk.write(path, bytes.slice(0, 10));
          isHalf();
          await rest;
        }
        await disk.write(path, bytes);
      },
    },
  });
  const update = vault.store.update(plan, () => ticked);
  await half;
  const read = vault.store.read(plan);
  const digest = vault.store.digest(plan);
  // What reads without waiting has read by then.
  await vault.store.list('Plans');
  goOn();
  expect(valueOf(await read)).toBe(ticked);
  valueOf(await update);
  expect(await digest).toEqual(await vault.store.digest(plan));
});

test('a note is read at once while a change of ours waits for the editor that it is open in', async () => {
  const vault = await openObsidianVault(folder);
  const view = await openNote(vault.device, plan);
  await vault.device.settled();
  view.editor.setCursor({ line: 1, ch: 6 });
  view.editor.replaceSelection(' Soon.');
  folder.write(plan, `${text}- by an agent\n`);
  let isUpdated = false;
  const update = vault.store
    .update(plan, (now) => now.replace('[ ] one', '[x] one'))
    .then(() => (isUpdated = true));
  expect(valueOf(await vault.store.read(plan))).toContain('by an agent');
  expect(isUpdated).toBe(false);
  await update;
});

test('what others change while a change of ours waits for an editor is reported at once', async () => {
  const vault = await openObsidianVault(folder);
  const view = await openNote(vault.device, plan);
  await vault.device.settled();
  const seen: string[] = [];
  await vault.store.watch((path) => seen.push(path));
  const { adapter } = vault.device.vault;
  const stat = adapter.stat.bind(adapter);
  // As if the disk were ahead of Obsidian all the time: the update waits for it.
  const behind = vi.spyOn(adapter, 'stat').mockImplementation(async (path) => {
    const found = await stat(path);
    return found && { ...found, mtime: found.mtime + 1 };
  });
  view.editor.replaceSelection('Soon. ');
  let isUpdated = false;
  const update = vault.store.update(plan, () => ticked).then(() => (isUpdated = true));
  folder.write(plan, `${text}- by an agent\n`);
  await expect.poll(() => seen).toContain(plan);
  expect(isUpdated).toBe(false);
  behind.mockRestore();
  await update;
});
