import { setTimeout as wait } from 'node:timers/promises';
import type * as Obsidian from 'obsidian';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { vaultFolder, type VaultFolder } from '../device-in-folder.js';
import { fileAt } from '../file-at.js';
import { memoryStorage } from '../device/memory-storage.js';
import type { Device, DeviceOptions } from '../open-device.js';

let folder: VaultFolder;
let device: Device;
let events: string[];

beforeEach(() => {
  folder = vaultFolder();
});
afterEach(() => folder.close());

async function start(options: Partial<DeviceOptions> = {}): Promise<void> {
  device = await folder.device(options);
  const { metadataCache } = device.app;
  events = [];
  metadataCache.on('changed', (file) => events.push(`changed ${file.path}`));
  metadataCache.on('deleted', (file, before) =>
    events.push(`deleted ${file.path} ${before?.headings?.[0]?.heading ?? 'unknown'}`),
  );
  metadataCache.on('resolved', () => events.push('resolved'));
  await device.start();
}

function headingOf(path: string): string | undefined {
  return device.app.metadataCache.getCache(path)?.headings?.[0]?.heading;
}

test('lags behind the vault: a changed note has its old metadata until it is indexed', async () => {
  folder.write('a.md', '# One\n');
  await start({ indexDelay: 60 });
  expect(device.app.metadataCache.getFileCache(fileAt(device, 'a.md'))).toBeNull();
  await device.settled();
  expect(headingOf('a.md')).toBe('One');
  await device.vault.modify(fileAt(device, 'a.md'), '# Two\n');
  expect(headingOf('a.md')).toBe('One');
  await device.settled();
  expect(headingOf('a.md')).toBe('Two');
  expect(events).toEqual(['changed a.md', 'resolved', 'changed a.md', 'resolved']);
});

test('indexes by hand, one note at a time', async () => {
  for (const name of ['a', 'b', 'c']) folder.write(`${name}.md`, `# ${name}\n`);
  await start({ indexDelay: 'manual' });
  await device.index.step(1);
  expect(device.index.waiting()).toEqual(['b.md', 'c.md']);
  expect(events).toEqual(['changed a.md']);
  await device.index.step();
  expect(events).toEqual(['changed a.md', 'changed b.md', 'changed c.md', 'resolved']);
});

test('may never be ready', async () => {
  folder.write('a.md', '# One\n');
  await start({ indexDelay: 'never' });
  await device.vault.modify(fileAt(device, 'a.md'), '# Two\n');
  await wait(50);
  await device.settled();
  expect([headingOf('a.md'), ...events]).toEqual([undefined]);
});

test('moves along with a note without telling', async () => {
  folder.write('Plans/a.md', '# One\n');
  await start();
  await device.settled();
  events.length = 0;
  await device.vault.rename(device.vault.getFolderByPath('Plans') as Obsidian.TFolder, 'Done');
  await wait(60);
  await device.settled();
  expect(headingOf('Done/a.md')).toBe('One');
  expect(device.app.metadataCache.getCache('Plans/a.md')).toBeNull();
  expect(events).toEqual([]);
});

test('indexes a note that moves while it waits', async () => {
  folder.write('a.md', '# One\n');
  await start({ indexDelay: 30 });
  await device.vault.rename(fileAt(device, 'a.md'), 'b.md');
  await device.settled();
  expect(headingOf('b.md')).toBe('One');
});

test('indexes a file that becomes a note by its new name', async () => {
  folder.write('a.txt', '# One\n');
  await start();
  await device.vault.rename(fileAt(device, 'a.txt'), 'a.md');
  await device.settled();
  expect(headingOf('a.md')).toBe('One');
});

test('tells of a deleted note what it knew of it, if anything', async () => {
  folder.write('a.md', '# One\n');
  folder.write('b.md', '# Two\n');
  await start({ indexDelay: 'manual' });
  await device.index.step(1);
  events.length = 0;
  await device.vault.delete(fileAt(device, 'b.md'));
  await device.vault.delete(fileAt(device, 'a.md'));
  expect(events).toEqual(['deleted b.md unknown', 'deleted a.md One']);
});

test('keeps over a restart what did not change meanwhile, and reads nothing of it again', async () => {
  folder.write('a.md', '# One\n');
  folder.write('b.md', '# Two\n');
  const storage = memoryStorage();
  await start({ storage });
  await device.settled();
  await device.close();
  folder.write('b.md', '# Two, changed\n');
  await start({ storage, indexDelay: 'manual' });
  expect(headingOf('a.md')).toBe('One');
  expect(device.index.waiting()).toEqual(['b.md']);
});

test('resolves links by name, by path and beside the note, without case', async () => {
  folder.write('Plans/PLAN-2026-001.md', '[[Rates]] [[plan-2026-001#^s4]] [[Nowhere]]\n');
  folder.write('Rates.md', '');
  folder.write('Plans/Rates.md', '');
  await start();
  await device.settled();
  const { metadataCache } = device.app;
  expect(metadataCache.resolvedLinks['Plans/PLAN-2026-001.md']).toEqual({
    'Plans/Rates.md': 1,
    'Plans/PLAN-2026-001.md': 1,
  });
  expect(metadataCache.unresolvedLinks['Plans/PLAN-2026-001.md']).toEqual({ Nowhere: 1 });
  expect(metadataCache.getFirstLinkpathDest('Rates', '')?.path).toBe('Rates.md');
  expect(metadataCache.fileToLinktext(fileAt(device, 'Rates.md'), '')).toBe('Rates');
  expect(metadataCache.fileToLinktext(fileAt(device, 'Plans/PLAN-2026-001.md'), '')).toBe(
    'PLAN-2026-001',
  );
  expect(metadataCache.fileToLinktext(fileAt(device, 'Plans/Rates.md'), '')).toBe('Plans/Rates');
});
